"""The log: one line of JSON for everything that happens, without anything that people wrote."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import structlog
from structlog.typing import EventDict

_NAME = "bayeshat.web"


def _tell_exception(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Tell of an exception only its type and the places it went through, innermost last: its text may hold answers."""
    given = event.pop("exc_info", None)
    error = given[1] if isinstance(given, tuple) else sys.exc_info()[1] if given is True else given
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        event["exception"] = type(error).__name__
        event["at"] = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames]
    return event


def _drop_colors(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Drop uvicorn's second copy of its message, which is for terminals."""
    event.pop("color_message", None)
    return event


_EVERYTHING: list[structlog.typing.Processor] = [
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
    _tell_exception,
]

# Not by structlog's own configuration, which belongs to the program that uses this package as a library.
log: structlog.stdlib.BoundLogger = structlog.wrap_logger(
    logging.getLogger(_NAME),
    processors=[
        structlog.stdlib.filter_by_level,
        *_EVERYTHING,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    wrapper_class=structlog.stdlib.BoundLogger,
)


def json_lines() -> logging.Formatter:
    """Return what writes records as lines of JSON, those of the standard library's loggers as well."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.ExtraAdder(), _drop_colors, *_EVERYTHING],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


def log_to_stderr() -> None:
    """Write what the server and uvicorn have to say to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(json_lines())
    for name in ("bayeshat", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.INFO)
        logger.propagate = False
