from bayeshat.paper.study import Records

KEY = ("data set", "even", 0)


def test_pieces_are_found_again(tmp_path):
    Records(tmp_path / "r.jsonl", 1, "0").add(KEY, {"vi": 0.1})
    again = Records(tmp_path / "r.jsonl", 1, "0")
    assert KEY in again
    assert again[KEY] == {"vi": 0.1}


def test_another_seed_or_version_starts_afresh_and_leaves_the_rest(tmp_path):
    Records(tmp_path / "r.jsonl", 1, "0").add(KEY, {"vi": 0.1})
    for seed, version in ((2, "0"), (1, "1")):
        other = Records(tmp_path / "r.jsonl", seed, version)
        assert KEY not in other
        other.add(KEY, {"vi": 0.2})
    assert Records(tmp_path / "r.jsonl", 1, "0")[KEY] == {"vi": 0.1}
    assert Records(tmp_path / "r.jsonl", 2, "0")[KEY] == {"vi": 0.2}


def test_a_torn_line_costs_its_piece_only(tmp_path):
    path = tmp_path / "r.jsonl"
    first = Records(path, 1, "0")
    first.add(KEY, {"vi": 0.1})
    first.add(("data set", "even", 1), {"vi": 0.2})
    path.write_bytes(path.read_bytes()[:-5])
    again = Records(path, 1, "0")
    assert KEY in again
    assert ("data set", "even", 1) not in again
    again.add(("data set", "even", 2), {"vi": 0.3})
    assert Records(path, 1, "0")["data set", "even", 2] == {"vi": 0.3}


def test_lines_that_are_not_ours_are_passed_over(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'[1]\n"x"\n{"form": 1}\n\xff\xfe\n\n')
    assert KEY not in Records(path, 1, "0")
