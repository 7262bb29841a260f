"""Lines of the log: what they hold, and what never gets into them."""

import json
import logging

import pytest

from bayeshat.web.logs import json_lines, log


@pytest.fixture
def lines(caplog):
    """Return a function that gives the lines so far, as a server writes them."""
    caplog.set_level(logging.INFO)
    return lambda: [json.loads(json_lines().format(record)) for record in caplog.records]


def fail():
    raise ValueError("the answers of Ann")


def test_lines_tell_what_happened_and_when(lines):
    log.info("request", route="/r/{receipt}", status=200)
    log.debug("nothing")
    (line,) = lines()
    assert {key: line[key] for key in ("message", "route", "status", "level", "logger")} == {
        "message": "request",
        "route": "/r/{receipt}",
        "status": 200,
        "level": "info",
        "logger": "bayeshat.web",
    }
    assert line["time"].endswith("Z")


@pytest.mark.parametrize("kind", ["ours", "the standard library's"])
def test_exceptions_are_told_by_type_and_place_alone(lines, kind):
    try:
        fail()
    except ValueError:
        if kind == "ours":
            log.exception("failure", request_id="1")
        else:
            logging.getLogger("uvicorn.error").exception("failure", extra={"request_id": "1", "color_message": "red"})
    (line,) = lines()
    assert line["exception"] == "ValueError"
    assert [place.split(":")[0] for place in line["at"]] == ["test_logs.py", "test_logs.py"]
    assert line["request_id"] == "1"
    assert line["level"] == "error"
    assert not {"exc_info", "color_message"} & set(line)
    assert "Ann" not in json.dumps(line)
