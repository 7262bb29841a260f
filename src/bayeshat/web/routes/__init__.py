"""The addresses that the server answers, a module for each part of the journey."""

from .about import router as about_router
from .accounts import router as accounts_router
from .arranging import router as arranging_router
from .board import router as board_router
from .downloads import router as downloads_router
from .events import router as events_router
from .live import router as live_router
from .people import router as people_router
from .respondent import router as respondent_router
from .results import router as results_router
from .surveys import router as surveys_router

ROUTERS = (
    about_router,
    accounts_router,
    events_router,
    people_router,
    surveys_router,
    arranging_router,
    board_router,
    results_router,
    downloads_router,
    live_router,
    respondent_router,
)
