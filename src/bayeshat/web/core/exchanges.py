"""Exchanging places: somebody offers their place in the published result, and somebody in another group takes it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from sqlalchemy import select
from sqlalchemy.orm import Session

from ...words.message import Message
from ..db.database import Database
from ..db.schema import Change, Event, Published, Response, Sorting
from ..refusals import Refused, Stale
from ..slow import slow
from . import audit
from .events import hold_event, move_version
from .publishing import Publication, prepare_publication
from .responses import response_of
from .results import Standing, read_standing

# Letters and digits that nobody takes for another one, and how many make a code.
_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE = 8
# How often an exchange is tried while others change the same result.
_TRIES = 5
# What other people's exchanges may change of what somebody sees.
_SHARES = ("shares",)


@dataclass(frozen=True, eq=False)
class Holder:
    """Somebody who has a place in the published result.

    Attributes
    ----------
    name
        Their name.
    event, standing
        The event, and its published result.
    place
        Where they are, and what they offer.
    """

    name: str
    event: Event
    standing: Standing
    place: Published

    @property
    def position(self) -> int:
        """Their position in the result."""
        return self.place.position

    @property
    def group(self) -> str | Message:
        """The title of their group."""
        return self.standing.titles[self.place.group_number]

    @property
    def wanted(self) -> str | Message:
        """The title of the group that they would like, where they have an open offer."""
        return self.standing.titles[self.place.wants or 0]

    @property
    def others(self) -> dict[int, str | Message]:
        """The titles of the other groups, by number."""
        return {g: name for g, name in enumerate(self.standing.titles) if g != self.place.group_number}

    @cached_property
    def obstacle(self) -> str:
        """Why they cannot exchange their place, as the end of a message's id; empty if they can."""
        history = self.standing.history
        if self.position in history.locked or not self._allowed[list(self.others)].any():
            return "fixed"
        return "busy" if self.position in history.unpublished else ""

    @cached_property
    def _allowed(self) -> np.ndarray:
        """(G,) which groups the organiser's rules allow them."""
        kept = self.standing.decided.decision.kept
        everywhere = np.ones(len(self.standing.groups), dtype=bool)
        return everywhere if kept is None else np.asarray(kept.ruling.allowed_by_own[self.position])

    def check(self, group: int) -> None:
        """Refuse an exchange with anybody in a group, where that is not possible."""
        if group not in self.others:
            raise Refused(Message("form-exchange-choose"), "group")
        if self.obstacle:
            raise Refused(Message(f"form-exchange-{self.obstacle}"))
        if not self._allowed[group]:
            raise Refused(Message("form-exchange-breaks-rule"), "group")


@dataclass(frozen=True, eq=False)
class Offer:
    """Somebody's offer, as the person sees it who has the code."""

    own: Holder
    other: Holder

    @property
    def steps(self) -> list[list[int]]:
        """The exchange as a step of the result's history: the first is the one who offered."""
        one, two = self.other.place, self.own.place
        return [
            [one.position, one.group_number, two.group_number],
            [two.position, two.group_number, one.group_number],
        ]

    @slow
    def check(self) -> None:
        """Refuse an exchange that one of the two cannot make, or that would break a rule."""
        if self.other.place.response_id == self.own.place.response_id:
            raise Refused(Message("form-exchange-own-code"), "code")
        if self.other.place.wants != self.own.place.group_number:
            words = Message("form-exchange-other-group", wanted=self.other.wanted, group=self.own.group)
            raise Refused(words, "code")
        self.own.check(self.other.place.group_number)
        if self.other.obstacle:
            raise Refused(Message(f"form-exchange-other-{self.other.obstacle}"), "code")
        if self._breaks_rule():
            raise Refused(Message("form-exchange-breaks-rule"), "code")

    def _breaks_rule(self) -> bool:
        """Say whether a rule would be broken that is kept now, as people see the groups or on the board."""
        standing = self.own.standing
        kept = standing.decided.decision.kept
        if kept is None:
            return False
        for labels in {standing.history.published, standing.history.labels}:
            before = np.array(labels, dtype=np.int64)
            after = before.copy()
            for person, _, group in self.steps:
                after[person] = group
            if {rule for rule in kept.ruling.unmet(after) if rule.is_hard} - set(kept.ruling.unmet(before)):
                return True
        return False

    def prepare(self) -> Publication:
        """Return what everybody sees once the two have exchanged places."""
        standing = self.own.standing
        history = standing.history.after_exchange(self.steps)
        return prepare_publication(replace(standing, history=history, recent=standing.decided))


def read_holder(session: Session, receipt: str) -> Holder:
    """Return who a receipt belongs to, with their place.

    Raises
    ------
    NotFound
        If no answers belong to the receipt.
    Refused
        If places cannot be exchanged.
    """
    response, event = response_of(session, receipt)
    place = session.get(Published, response.id)
    if place is None or place.rounds or not event.allows_exchange or place.sorting_id != event.published_sorting_id:
        raise Refused(Message("form-exchange-off"))
    sorting = session.get_one(Sorting, place.sorting_id)
    return Holder(response.name, event, read_standing(session, sorting), place)


def make_offer(database: Database, receipt: str, group: int) -> None:
    """Offer one's place to anybody in a group; an offer that is open for another group ends."""
    with database.reading() as session:
        own = read_holder(session, receipt)
    own.check(group)
    with database.session() as session:
        (place,) = _hold(session, own.event, [own.place])
        if place.offer is None or place.wants != group:
            place.offer, place.wants = "".join(secrets.choice(_SIGNS) for _ in range(_CODE)), group


def withdraw_offer(session: Session, receipt: str) -> None:
    """End one's offer, if it is still open."""
    response, _ = response_of(session, receipt)
    place = session.get(Published, response.id, with_for_update=True)
    if place is not None:
        place.offer = place.wants = None


def find_offer(database: Database, receipt: str, code: str) -> Offer:
    """Return the open offer that has a code, once it is sure that the person with this receipt may take it."""
    with database.reading() as session:
        found = _find(session, read_holder(session, receipt), code)
    found.check()
    return found


def take_offer(database: Database, receipt: str, code: str, group: int) -> None:
    """Exchange places with the person whose offer has a code; sent twice, it is done once.

    Parameters
    ----------
    group
        The group that the person was told they would be in.

    Raises
    ------
    Refused
        If there is no such offer any more, or one of the two cannot exchange places now.
    """
    for _ in range(_TRIES):
        with database.reading() as session:
            own = read_holder(session, receipt)
            if own.place.group_number == group and own.place.came_from is not None:
                return
            found = _find(session, own, code)
        found.check()
        publication = found.prepare()
        try:
            with database.session() as session:
                _exchange(session, found, publication)
        except Stale:
            continue
        return
    raise Refused(Message("form-exchange-changed"))


def _find(session: Session, own: Holder, code: str) -> Offer:
    plain = "".join(sign for sign in code.upper() if sign in _SIGNS)
    wanted = select(Published, Response.name).join(Response, Response.id == Published.response_id)
    sorting = own.place.sorting_id
    found = session.execute(wanted.where(Published.sorting_id == sorting, Published.offer == plain)).first()
    if found is None:
        raise Refused(Message("form-exchange-no-offer"), "code")
    place, name = found
    return Offer(own, replace(own, name=name, place=place))


def _exchange(session: Session, found: Offer, publication: Publication) -> None:
    """Write an exchange, unless something that it was prepared with has changed since."""
    event, code = found.own.event, found.other.place.offer
    move_version(session, Sorting, publication.sorting_id, publication.version)
    places = _hold(session, event, [found.own.place, found.other.place])
    if places[1].offer != code:
        raise Refused(Message("form-exchange-no-offer"), "code")
    session.add(
        Change(sorting_id=publication.sorting_id, number=publication.version + 1, kind="exchange", steps=found.steps)
    )
    changed = {place.response_id: place for place in places}
    rows = {row["response_id"]: row for row in publication.rows}
    seen = select(Published).where(Published.sorting_id == publication.sorting_id)
    for place in session.scalars(seen):
        row = rows.get(place.response_id)
        if row is None:
            continue
        if place.response_id in changed:
            place.offer = place.wants = None
        for name in row if place.response_id in changed else _SHARES:
            if getattr(place, name) != row[name]:
                setattr(place, name, row[name])
    title = session.get_one(Sorting, publication.sorting_id).title
    audit.record(session, event, None, Message("accounts-did-exchanged", result=title))


def _hold(session: Session, event: Event, places: list[Published]) -> list[Published]:
    """Return places as they are now, and keep others from changing them; refuse if people see something else by now."""
    known = hold_event(session, event, "answers-no-receipt")
    identities = [place.response_id for place in places]
    wanted = select(Published).where(Published.response_id.in_(identities)).order_by(Published.response_id)
    held = {one.response_id: one for one in session.scalars(wanted.with_for_update())}
    for before in places:
        here = held.get(before.response_id)
        if here is None or not known.allows_exchange:
            raise Refused(Message("form-exchange-off"))
        if (here.sorting_id, here.group_number) != (before.sorting_id, before.group_number):
            raise Refused(Message("form-exchange-changed"))
    return [held[identity] for identity in identities]
