"""The work of sorting, and what follows it: the trade-off, and what each rule costs."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from ...engine.rule_costs import price_rules
from ...errors import BayesHatError
from ...options import Progress, part_of
from ...rules.rules import Pin, Rules
from ...sorting.latecomers import place_people
from ...sorting.mix import mix_answers
from ...sorting.people import sort_people
from ...sorting.plan import pin_people
from ...words.message import Message
from ..db.schema import Event, Job, Sorting
from ..people_names import fill_names, person_token
from ..refusals import NotFound, Refused
from ..slow import slow
from .jobs import LOCKED, SortInput, SortOptions, enqueue, read_input, seat
from .placing import hold_placed, keepable, restore_rules
from .results import WAITING, Packed, Standing, pack_result, read_standing, store
from .rule_outcomes import PLACED, keep_costs
from .trade_off import TradeOff, compute_trade_off, keep_trade_off

# Above this many people the trade-off would take longer than anybody waits: it is made when it is asked for.
TRADE_OFF_PEOPLE = 500
# Seconds after which no further rule's cost is looked for.
COST_SECONDS = 30.0
# A result's id, its trade-off, and who was locked.
Curve = tuple[str, list[TradeOff], list[int]]
# A result's id, and what each of its rules costs.
Costs = tuple[str, list[float | None]]


class SortWork:
    """Sort everybody who has answered, and keep the result."""

    def prepare(self, session: Session, event: Event, job: Job) -> SortInput:
        """Read answers and rules."""
        return read_input(session, event, SortOptions.from_dict(job.options, event.rules))

    @slow
    def run(self, ready: SortInput, progress: Progress, threads: int | None) -> Packed:
        """Sort."""
        try:
            ready = seat(ready)
            survey, answers, rules = ready.anonymous()
        except BayesHatError:
            # Its text would name people, and was told when the sort was asked for.
            raise Refused(Message("jobs-unknown-names")) from None
        options, placed = ready.options, ready.placed
        measuring: dict[str, Any] = {"threads": threads, "progress": part_of(progress, 0.95, 0.05)}
        asked: dict[str, Any] = {
            "target": options.target,
            "loss": options.loss,
            "size_weight": options.size_weight,
            "rng": options.seed,
            "threads": threads,
            "progress": part_of(progress, 0.0, 0.95),
        }
        if options.totals is not None:
            asked["totals"] = options.totals
        tokens = dict(zip(ready.answers.names, answers.names, strict=True))
        before = {tokens[name]: group for name, group in placed.items()}
        if ready.purpose.is_mixed:
            held = keepable(rules, before) + pin_people(before, "") if placed and ready.seated is None else rules
            result = mix_answers(
                survey,
                answers,
                ready.target,
                rules=held,
                rounds=ready.purpose.n_rounds,
                rng=options.seed,
                threads=threads,
                progress=progress,
            )
            # That people were placed before is a rule of the waiting list's own.
            own = Rules(rule for rule in rules if not (isinstance(rule, Pin) and rule.automatic))
            result = restore_rules(result, own) if placed else result
        elif placed:
            result = place_people(survey, answers, before, rules=keepable(rules, before), **asked)
            # Measured under the rules that can be kept.
            settled = result.how_settled(**measuring)
            result = restore_rules(result, rules).with_settled(settled)
        else:
            result = sort_people(survey, answers, rules=rules, **asked)
            result.how_settled(**measuring)
        packed = pack_result(
            result,
            ready.responses,
            ready.survey_toml,
            ready.read_at,
            tuple(options.locked),
            len(ready.wishes.rules) + len(ready.spread) + len(ready.purpose.order),
        )
        packed.sorting["purpose"] = ready.purpose.kind
        if ready.purpose.is_mixed:
            packed.sorting["made_of"].append(
                Message(f"results-made-{ready.purpose.kind}", value=ready.purpose.rounds).to_plain()
            )
        if ready.wishes.rules:
            packed.sorting["made_of"].append(Message("results-made-wishes", value=len(ready.wishes.rules)).to_plain())
        if ready.seated is not None:
            packed.sorting["about"][WAITING] = [[one, list(groups)] for one, groups in ready.waiting]
            if ready.waiting:
                packed.sorting["made_of"].append(Message("results-made-waiting", value=len(ready.waiting)).to_plain())
        if ready.n_learned:
            packed.sorting["made_of"].append(Message("results-made-learned", value=ready.n_learned).to_plain())
        if placed:
            packed.sorting["about"][PLACED] = [n for n, one in enumerate(ready.responses) if one.id in options.placed]
            late = answers.n_people - len(placed)
            packed.sorting["made_of"].append(Message("results-made-late", value=late).to_plain())
        return packed

    def keep(self, session: Session, event: Event, made: Packed) -> dict[str, Any]:
        """Keep the result, and ask for its trade-off and for what each rule costs."""
        sorting = store(session, event, made)
        if sorting.purpose != "alike":
            return {"sorting_id": sorting.id}
        if sorting.n_people <= TRADE_OFF_PEOPLE:
            enqueue(session, event.id, "trade_off", {"sorting": sorting.id})
        if sorting.about["rules"]:
            enqueue(session, event.id, "rule_costs", {"sorting": sorting.id})
        return {"sorting_id": sorting.id}

    def name_people(self, ready: SortInput, message: str) -> str:
        """Return the message with tokens of the responses instead of places."""
        return str(fill_names(message, {f"{n:032x}": person_token(one.id) for n, one in enumerate(ready.responses)}))


class _FollowUp:
    """Work on a result that is there already."""

    def prepare(self, session: Session, event: Event, job: Job) -> Standing:
        """Read the result."""
        sorting = session.get(Sorting, job.options["sorting"])
        if sorting is None or sorting.event_id != event.id:
            raise NotFound(Message("jobs-result-deleted"))
        return read_standing(session, sorting)

    def name_people(self, ready: Standing, message: str) -> str:  # noqa: ARG002
        """Return the message: nobody is named in it."""
        return message


class TradeOffWork(_FollowUp):
    """Find out what other weights of the sizes would lead to."""

    @slow
    def run(self, ready: Standing, progress: Progress, threads: int | None) -> Curve:  # noqa: ARG002
        """Decide once for each weight."""
        points = compute_trade_off(ready, progress)
        return ready.sorting.id, points, list(ready.locked)

    def keep(self, session: Session, event: Event, made: Curve) -> dict[str, Any]:  # noqa: ARG002
        """Keep the curve with its result."""
        keep_trade_off(session, *made)
        return {"sorting_id": made[0]}


class RuleCostWork(_FollowUp):
    """Find out what each of the organiser's rules costs."""

    @slow
    def run(self, ready: Standing, progress: Progress, threads: int | None) -> Costs:
        """Decide once without each rule; those that only hold locked people are left alone."""
        decision = ready.decided.decision
        kept = decision.kept
        if kept is None:
            return ready.sorting.id, []
        own = [rule for rule in kept.ruling.rules if rule.reason != LOCKED and not getattr(rule, "automatic", False)]
        placed = ready.sorting.about.get(PLACED)
        held = hold_placed(decision, kept, placed) if placed else decision
        found = price_rules(held, own, seconds=COST_SECONDS, threads=threads, progress=progress)
        costs = dict(zip(() if held.kept is None else held.kept.ruling.rules, found, strict=True))
        # A rule that is broken anyway costs nothing.
        people = [costs.get(rule, 0.0) for rule in kept.ruling.rules]
        part = 1.0 if ready.decided.halves is None else ready.decided.halves.kept
        return ready.sorting.id, [None if cost is None else part * cost for cost in people]

    def keep(self, session: Session, event: Event, made: Costs) -> dict[str, Any]:  # noqa: ARG002
        """Keep the costs with their result."""
        keep_costs(session, *made)
        return {"sorting_id": made[0]}
