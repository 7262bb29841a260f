"""The application: its routes, and what happens to every request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from .. import __version__
from ..errors import BayesHatError
from .auth import Site, may_send
from .core.accounts import delete_ended
from .core.addresses import KnownHosts
from .core.deletion import delete_expired
from .core.group_numbers import KIND as COMPARE
from .core.group_numbers import CompareWork
from .core.jobs import Work
from .core.mail import MailWork
from .core.openid import find_provider
from .core.publishing import read_receipts
from .core.sort_work import RuleCostWork, SortWork, TradeOffWork
from .core.uploads import delete_old_uploads
from .core.worker import Worker
from .db.backups import delete_old_copies
from .db.database import CONNECTIONS, Database, connect, migrate
from .limits import RateLimiter
from .metrics import Requests
from .middleware import LimitBodies, NumberRequests, RefuseUnless, is_for, is_from
from .pages import STATIC, CachedFiles
from .problems import answer_http, answer_invalid, answer_refusal, apologise, refuse_host, refuse_origin
from .reading_together import ReadTogether
from .routes import (
    accounts,
    answers,
    board,
    downloads,
    events,
    exchange,
    groups,
    members,
    new_event,
    openid,
    people,
    respondent,
    results,
    rules,
    second_factor,
    server,
    sort,
    surveys,
)
from .security import Keys
from .settings import Settings

# The first one that fits answers: those that crowds ask for at the same moment come first.
ROUTERS = (
    respondent.router,
    exchange.router,
    people.personal_router,
    server.router,
    events.home_router,
    accounts.router,
    accounts.organiser_router,
    second_factor.router,
    openid.router,
    members.invitation_router,
    new_event.router,
    events.router,
    members.router,
    new_event.copy_router,
    answers.router,
    people.router,
    surveys.router,
    surveys.past_router,
    groups.router,
    rules.router,
    sort.router,
    board.router,
    results.router,
    downloads.router,
    downloads.course_router,
)
# What a worker does, by the kind of job; mail besides, which needs the server's settings.
KINDS: dict[str, Work] = {
    "sort": SortWork(),
    "trade_off": TradeOffWork(),
    "rule_costs": RuleCostWork(),
    COMPARE: CompareWork(),
}
# What it does every minute besides.
CHORES = (delete_expired, delete_old_uploads, delete_ended, Database.sweep)


def create_app(settings: Settings) -> FastAPI:
    """Return the application for some settings; its database is brought up to date when it starts.

    Parameters
    ----------
    settings
        Where things are kept, and limits.
    """
    database, keys = connect(settings), Keys.load(settings)
    site = Site(
        settings=settings,
        database=database,
        keys=keys,
        worker=Worker(
            database,
            {**KINDS, "mail": MailWork(settings, keys, database)},
            (*CHORES, lambda _: delete_old_copies(settings)),
            runners=settings.workers,
        ),
        logins=RateLimiter(settings.login_limit),
        login_addresses=RateLimiter(settings.login_address_limit),
        codes=RateLimiter(settings.login_limit, 900),
        letters=RateLimiter(1),
        submissions=RateLimiter(settings.submit_limit),
        receipts=ReadTogether(database, read_receipts),
        requests=Requests(),
        provider=find_provider(settings),
    )

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = CONNECTIONS
        await run_in_threadpool(migrate, database, settings)
        await run_in_threadpool(respondent.warm_up, database)
        await run_in_threadpool(site.worker.start)
        try:
            yield
        finally:
            await run_in_threadpool(site.worker.stop)
            database.dispose()

    app = FastAPI(
        title="bayeshat",
        version=__version__,
        summary="Ask people, sort them into groups of the sizes you need, and say how sure that is.",
        lifespan=live,
        # The usual pages of documentation load scripts from elsewhere, which nothing here does.
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.state.site = site
    # The last one is the first to see a request.
    app.add_middleware(LimitBodies, settings=settings, is_organiser=lambda request: may_send(request, site))
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(RefuseUnless, passes=partial(is_from, settings.public_url), refuse=refuse_origin)
    app.add_middleware(RefuseUnless, passes=partial(is_for, KnownHosts(settings)), refuse=refuse_host)
    app.add_middleware(NumberRequests, apologise=apologise, count=site.requests.count, secure=site.is_secure)
    app.add_exception_handler(BayesHatError, answer_refusal)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.mount("/static", CachedFiles(directory=STATIC), name="static")
    for router in ROUTERS:
        app.include_router(router)
    return app
