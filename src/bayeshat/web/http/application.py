"""The application: its routes, and what happens to every request."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from ... import __version__
from ...errors import BayesHatError
from ..accounts.account_pages import router as account_pages
from ..accounts.invitation_pages import router as invitation_pages
from ..accounts.member_pages import router as member_pages
from ..accounts.organiser_pages import router as organiser_pages
from ..answers.answer_pages import router as answer_pages
from ..answers.form_pages import router as form_pages
from ..answers.form_pages import warm_up
from ..answers.retention import delete_expired
from ..board.board_pages import router as board_pages
from ..downloads.course_pages import router as course_pages
from ..downloads.download_pages import router as download_pages
from ..events.copy_pages import router as copy_pages
from ..events.event_pages import router as event_pages
from ..events.home_pages import router as home_pages
from ..events.new_event_pages import router as new_event_pages
from ..events.size_pages import router as size_pages
from ..jobs.group_number_pages import router as group_number_pages
from ..jobs.group_numbers import KIND as COMPARE
from ..jobs.group_numbers import CompareWork
from ..jobs.live_pages import router as live_pages
from ..jobs.sort_pages import router as sort_pages
from ..jobs.sort_work import RuleCostWork, SortWork, TradeOffWork
from ..jobs.work import Work
from ..jobs.worker import Worker
from ..results.publish_pages import router as publish_pages
from ..results.result_pages import router as result_pages
from ..results.sortings import read_receipts
from ..results.trade_off_pages import router as trade_off_pages
from ..roster.mail import MailWork
from ..roster.roster_pages import personal_router as personal_pages
from ..roster.roster_pages import router as roster_pages
from ..rules.rule_pages import router as rule_pages
from ..server.addresses import KnownHosts
from ..server.rate_limits import RateLimiter
from ..server.security import Keys
from ..server.settings import Settings
from ..storage.database import CONNECTIONS, Database, connect, migrate
from ..storage.reading_together import ReadTogether
from ..surveys.past_pages import router as past_pages
from ..surveys.survey_pages import router as survey_pages
from ..surveys.table_pages import router as table_pages
from .audit_trail import RecordActions
from .dependencies import Site, may_send
from .middleware import CheckHost, LimitBodies, NumberRequests
from .problems import answer_http, answer_invalid, answer_refusal, apologise, refuse_host
from .rendering import STATIC, CachedFiles
from .server_pages import router as server_pages

# The first one that fits answers: those that crowds ask for at the same moment come first.
ROUTERS = (
    form_pages,
    personal_pages,
    server_pages,
    home_pages,
    account_pages,
    organiser_pages,
    invitation_pages,
    new_event_pages,
    table_pages,
    event_pages,
    member_pages,
    copy_pages,
    answer_pages,
    roster_pages,
    survey_pages,
    past_pages,
    size_pages,
    group_number_pages,
    rule_pages,
    sort_pages,
    board_pages,
    result_pages,
    publish_pages,
    trade_off_pages,
    download_pages,
    course_pages,
    live_pages,
)
# What a worker does, by the kind of job; mail besides, which needs the server's settings.
KINDS: dict[str, Work] = {
    "sort": SortWork(),
    "trade_off": TradeOffWork(),
    "rule_costs": RuleCostWork(),
    COMPARE: CompareWork(),
}
# What it does every minute besides.
CHORES = (delete_expired, Database.sweep)


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
            CHORES,
            runners=settings.workers,
        ),
        logins=RateLimiter(settings.login_limit),
        login_addresses=RateLimiter(settings.login_address_limit),
        submissions=RateLimiter(settings.submit_limit),
        receipts=ReadTogether(database, read_receipts),
        stopping=threading.Event(),
    )

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = CONNECTIONS
        await run_in_threadpool(migrate, database)
        await run_in_threadpool(warm_up, database)
        await run_in_threadpool(site.worker.start)
        try:
            yield
        finally:
            site.stopping.set()
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
    app.add_middleware(RecordActions, database=database)
    app.add_middleware(LimitBodies, settings=settings, is_organiser=lambda request: may_send(request, site))
    # Never streams of events. What compressing pages with secrets in them means is told at `Keys.csrf_token`.
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(CheckHost, known=KnownHosts(settings), refuse=refuse_host)
    app.add_middleware(NumberRequests, apologise=apologise, secure=site.is_secure)
    app.add_exception_handler(BayesHatError, answer_refusal)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.mount("/static", CachedFiles(directory=STATIC), name="static")
    for router in ROUTERS:
        app.include_router(router)
    return app
