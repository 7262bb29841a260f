"""The work of sorting, and of the trade-off that follows it."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from ...errors import BayesHatError
from ...pipeline import sort_people
from ..people_names import fill_names, person_token
from ..refusals import NotFound, Refused
from ..results.places import Packed, Standing, pack_result, read_standing, store
from ..results.trade_off import TradeOff, compute_trade_off, keep_trade_off
from ..storage.schema import Event, Job, Sorting
from .sort_queue import SortInput, SortOptions, enqueue, read_input
from .work import Progress

# Above this many people the trade-off would take longer than anybody waits: it is made when it is asked for.
TRADE_OFF_PEOPLE = 500
_UNKNOWN = "The rules name people, groups or columns that are not there any more. Look at the rules, then sort again."


class SortWork:
    """Sort everybody who has answered, and keep the result."""

    def prepare(self, session: Session, event: Event, job: Job) -> SortInput:
        """Read answers and rules."""
        return read_input(session, event, SortOptions.from_dict(job.options))

    def run(self, ready: SortInput, progress: Progress, threads: int | None) -> Packed:
        """Sort."""
        try:
            survey, answers, rules = ready.anonymous()
        except BayesHatError:
            # Its text would name people, and was told when the sort was asked for.
            raise Refused(_UNKNOWN) from None
        options = ready.options
        result = sort_people(
            survey,
            answers,
            options.target,
            loss=options.loss,
            size_weight=options.size_weight,
            rules=rules,
            rng=options.seed,
            threads=threads,
            progress=progress,
        )
        return pack_result(result, ready.responses, ready.survey_toml, ready.read_at, tuple(options.locked))

    def keep(self, session: Session, event: Event, made: Packed) -> dict[str, Any]:
        """Keep the result, and ask for its trade-off."""
        sorting = store(session, event, made)
        if sorting.n_people <= TRADE_OFF_PEOPLE:
            enqueue(session, event.id, "trade_off", {"sorting": sorting.id})
        return {"sorting_id": sorting.id}

    def name_people(self, ready: SortInput, message: str) -> str:
        """Return the message with tokens of the responses instead of places."""
        return str(fill_names(message, {f"{n:032x}": person_token(one.id) for n, one in enumerate(ready.responses)}))


class TradeOffWork:
    """Find out what other weights of the sizes would lead to."""

    def prepare(self, session: Session, event: Event, job: Job) -> Standing:
        """Read the result."""
        sorting = session.get(Sorting, job.options["sorting"])
        if sorting is None or sorting.event_id != event.id:
            raise NotFound("The result has been deleted meanwhile.")
        return read_standing(session, sorting)

    def run(self, ready: Standing, progress: Progress, threads: int | None) -> tuple[str, list[TradeOff]]:  # noqa: ARG002
        """Decide once for each weight."""
        progress(0.0, "weighing sizes against answers")
        return ready.sorting.id, compute_trade_off(ready)

    def keep(self, session: Session, event: Event, made: tuple[str, list[TradeOff]]) -> dict[str, Any]:  # noqa: ARG002
        """Keep the curve with its result."""
        keep_trade_off(session, *made)
        return {"sorting_id": made[0]}

    def name_people(self, ready: Standing, message: str) -> str:  # noqa: ARG002
        """Return the message: nobody is named in it."""
        return message
