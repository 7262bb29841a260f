"""How settled a result's groups are: kept without names, told in both languages, put on the board and undone."""

from dataclasses import replace

import numpy as np
import pytest

from bayeshat.web.core import editing
from bayeshat.web.core.result_rows import pack, rearrange_result, unpack
from bayeshat.web.core.results import list_results
from bayeshat.web.core.ways import tell_settled_groups
from bayeshat.web.db.schema import Event, Sorting
from bayeshat.web.refusals import Refused
from bayeshat.words.message import catalogue
from web.core.samples import show, stand, store_sort


def keep(result):
    about, arrays = pack(result)
    return Sorting(survey_toml=result.survey.to_toml(), about=about, arrays=arrays)


def levels_of(settled):
    core = settled.sure_core
    return np.select([core.settled, core.leaning, core.elsewhere], [0, 1, 3], 2)


def told(result, settled, language):
    say = catalogue(language)
    view = tell_settled_groups(settled, levels_of(settled), result.decision.labels, result.names, result.decision.names)
    words = [say.tell(sentence).replace("\xa0", " ") for sentence in view.words]
    return words, [[say.tell(change) for change in way.changes] for way in view.ways], [way.here for way in view.ways]


def test_everything_comes_back_and_nobody_is_named_in_it(sorted_result):
    kept = keep(sorted_result)
    back = unpack(kept, sorted_result.answers).how_settled()
    assert back.to_dict() == sorted_result.how_settled().to_dict()
    assert back.people == sorted_result.names
    assert not any(name in str(kept.about["settled"]) for name in sorted_result.names)


def test_groups_changed_by_hand_have_none(sorted_result):
    labels = sorted_result.decision.labels.copy()
    labels[1] = 1 - labels[1]
    by_hand = rearrange_result(sorted_result, labels)
    assert by_hand.how_settled() is None


def test_sentences_in_both_languages(sorted_result):
    settled, labels = sorted_result.how_settled(), sorted_result.decision.labels
    owl, lark = np.flatnonzero(labels == 0)[:2], np.flatnonzero(labels == 1)[0]
    other = labels.copy()
    other[[*owl, lark]] = 1, 1, 0
    ways = (settled.alternatives[0], replace(settled.alternatives[0], labels=other, n_moved=3))
    n_people, nobody = len(labels), np.zeros(len(labels), bool)
    someone = nobody.copy()
    someone[0] = True
    core = replace(settled.sure_core, settled=someone, leaning=~someone, elsewhere=nobody)
    settled = replace(settled, sure_core=core, alternatives=ways, staying=np.full(n_people, 0.5), fixed=nobody)
    one, two, three = (sorted_result.names[n] for n in (*owl, lark))
    owls, larks = sorted_result.decision.names[:2]
    words, changes, here = told(sorted_result, settled, "en")
    assert words[0] == (f"1 of {n_people} people is settled: at least 80 % likely to belong in their group.")
    assert words[1].startswith(f"{n_people - 1} people lean towards their group")
    assert words[2].endswith("about 50 % of them would end up in the same group.")
    assert changes == [[], [f"{one} and {two} move from {owls} to {larks}.", f"{three} moves from {larks} to {owls}."]]
    assert here == [True, False]
    words, changes, _ = told(sorted_result, settled, "de")
    assert words[0].startswith(
        f"Bei 1 von {n_people} Personen steht die Gruppe fest: Sie ist zu mindestens 80 % die richtige."
    )
    assert changes[1][0] == f"{one} und {two} wechseln von {owls} nach {larks}."
    held = replace(settled, fixed=someone)
    assert told(sorted_result, held, "en")[0][2].endswith(
        "about 50 % of those without a fixed place would end up in the same group."
    )
    assert "derer ohne festen Platz" in told(sorted_result, held, "de")[0][2]
    held = replace(settled, fixed=~someone)
    assert told(sorted_result, held, "en")[0][2] == "All but one person had a fixed place."
    assert told(sorted_result, held, "de")[0][2] == "Alle bis auf eine Person hatten einen festen Platz."
    held = replace(settled, fixed=~nobody)
    assert told(sorted_result, held, "en")[0][2] == "Everybody’s place is fixed, so no other places were looked for."
    assert told(sorted_result, held, "de")[0][2].startswith("Alle haben einen festen Platz; andere Plätze")
    settled = replace(settled, sure_core=replace(core, leaning=nobody))
    assert f"{n_people - 1} people could go either way (" in told(sorted_result, settled, "en")[0][1]
    settled = replace(settled, sure_core=replace(core, leaning=nobody, elsewhere=~someone))
    assert f"{n_people - 1} people would fit better elsewhere" in told(sorted_result, settled, "en")[0][1]
    assert f"{n_people - 1} Personen passen anderswo besser" in told(sorted_result, settled, "de")[0][1]
    levels = levels_of(settled)
    by_hand = tell_settled_groups(settled, levels, other, sorted_result.names, sorted_result.decision.names)
    # Whoever was moved by hand is kept there neither by the sizes nor by a rule.
    assert f"{n_people - 1} people would fit better in another group: " in str(by_hand.words[1])
    assert "Personen würden in einer anderen Gruppe besser passen: " in catalogue("de").tell(by_hand.words[1])
    assert str(by_hand.words[-1]).startswith("These groups have been changed by hand")
    assert [way.here for way in by_hand.ways] == [False, True]


@pytest.fixture
def sorting(party):
    return store_sort(party, target={"Owls": 6, "Larks": 6}, loss="placement")


def test_a_way_is_put_on_the_board_and_taken_back(party, sorting):
    before = [member.group for member in show(party, sorting).members]
    labels = [1 - group for group in before]
    with party.database.session() as session:
        editing.arrange(session, sorting, 1, labels)
    board = show(party, sorting)
    assert [member.group for member in board.members] == labels
    assert str(board.undo_words) == "change the groups of Guest 00 and 11 more"
    with party.database.session() as session:
        editing.undo(session, sorting, 2)
    assert [member.group for member in show(party, sorting).members] == before
    with party.database.session() as session:
        editing.lock(session, sorting, 3, [4])
    with pytest.raises(Refused, match="Guest 04 is locked"), party.database.session() as session:
        editing.arrange(session, sorting, 4, labels)


def test_the_board_and_the_list_say_how_many_are_settled(party, sorting):
    board, settled = show(party, sorting), stand(party, sorting).decided.how_settled()
    marked = [member.either_way for member in board.members]
    assert marked == settled.sure_core.open.tolist()
    with party.database.reading() as session:
        (listed,) = list_results(session, session.get_one(Event, party.event.id))
    assert listed.settled == board.settled.words[0]
    with party.database.session() as session:
        editing.move(session, sorting, 1, [3], 0)
    with party.database.reading() as session:
        (moved,) = list_results(session, session.get_one(Event, party.event.id))
    # How many are settled now is known only where the whole result is read.
    assert (moved.n_moved, moved.settled) == (1, None)
