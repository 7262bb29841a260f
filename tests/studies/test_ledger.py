from bayeshat.studies.ledger import Ledger

KEY = ("data set", "even", 0)


def test_pieces_are_found_again(tmp_path):
    Ledger(tmp_path / "r.jsonl", 1, "0").add(KEY, {"vi": 0.1})
    again = Ledger(tmp_path / "r.jsonl", 1, "0")
    assert KEY in again
    assert again[KEY] == {"vi": 0.1}


def test_another_seed_or_version_starts_afresh_and_leaves_the_rest(tmp_path):
    Ledger(tmp_path / "r.jsonl", 1, "0").add(KEY, {"vi": 0.1})
    for seed, version in ((2, "0"), (1, "1")):
        other = Ledger(tmp_path / "r.jsonl", seed, version)
        assert KEY not in other
        other.add(KEY, {"vi": 0.2})
    assert Ledger(tmp_path / "r.jsonl", 1, "0")[KEY] == {"vi": 0.1}
    assert Ledger(tmp_path / "r.jsonl", 2, "0")[KEY] == {"vi": 0.2}


def test_a_torn_line_costs_its_piece_only(tmp_path):
    path = tmp_path / "r.jsonl"
    first = Ledger(path, 1, "0")
    first.add(KEY, {"vi": 0.1})
    first.add(("data set", "even", 1), {"vi": 0.2})
    path.write_bytes(path.read_bytes()[:-5])
    again = Ledger(path, 1, "0")
    assert KEY in again
    assert ("data set", "even", 1) not in again
    again.add(("data set", "even", 2), {"vi": 0.3})
    assert Ledger(path, 1, "0")["data set", "even", 2] == {"vi": 0.3}


def test_lines_that_are_not_ours_are_passed_over(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'[1]\n"x"\n{"form": 1}\n\xff\xfe\n\n')
    assert KEY not in Ledger(path, 1, "0")
