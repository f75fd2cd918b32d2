"""Rule sets of draw games: keys, bounds, switches, sentences, and the line between the families."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import rummylab as rl
from rummylab import _core
from rummylab import variant_sections as sections
from rummylab.errors import RummyError
from rummylab.variant import Variant, load, shipped

DRAW = shipped("draw")


def test_the_defaults_are_gin_on_both_sides() -> None:
    assert Variant(family="draw").to_dict() == _core.DrawRules().to_dict()
    assert load("gin").native_draw() == _core.DrawRules()


def test_keys_are_those_of_the_native_core() -> None:
    native = [f"{s}.{key}" for s, entries in _core.DrawRules().to_dict().items() for key in entries]
    assert native == list(sections.all_keys("draw"))


def test_the_file_of_gin_lists_every_key() -> None:
    text = (Path(rl.__file__).parent / "variants" / "gin.toml").read_text(encoding="utf-8")
    listed = {
        f"{section}.{line.split(' =')[0]}"
        for block in text.split("\n[")[1:]
        for section in [block.split("]")[0]]
        for line in block.splitlines()[1:]
        if " = " in line and not line.startswith("#")
    }
    assert listed == set(sections.all_keys("draw"))


def test_every_bound_is_enforced_on_both_sides() -> None:
    tried = 0
    for key, (low, high) in _core.key_bounds().items():
        if key not in sections.all_keys("draw"):
            continue
        tried += 1
        for value in (low - 1, high + 1):
            entry = [value] * 13 if key in sections.LISTS else value
            section, name = key.split(".")
            with pytest.raises(RummyError, match=key):
                _core.DrawRules.from_dict({section: {name: entry}})
            with pytest.raises(RummyError, match=key):
                Variant(family="draw").replace({key: entry})
    assert tried > 30


def values_of(key: str) -> list[object]:
    if key == "scoring.tile_values":
        return ["face", [1] * 13]
    if key == "scoring.joker_penalty":
        return [0, 50, 200, 250, 500]
    if key == "deal.rack":
        return [1, 9, 11, 24]
    if key == "wild.numbers":
        return ["none", [2], [1, 13]]
    if key.startswith("players.tiles"):
        return ["standard", "54", "106"]
    if sections.takes_bool(key):
        return [False, True]
    values: list[object] = list(sections.words(key))
    if limits := sections.bounds(key):
        low, high = limits
        values += range(low, high + 1) if high - low < 20 else [low, (low + high) // 2, high]
    return values


# A rule set in which the key may have its values, and what else must change with some of them.
BASES = {
    "tiles.colours": ("gin", {"melds.group_max": 3}),
    "tiles.jokers": ("argentino", {}),
    "tiles.copies": ("argentino", {"deal.rack": 5, "players.tiles.2": "standard"}),
    "deal.upcard": ("okey", {"deal.starter_extra": 0}),
    "deal.upcard_offer": ("gin", {}),
    "deal.starter_extra": ("okey", {}),
    "laying.when": None,
    "end.by": None,
    "scoring.count": None,
    "players.max": ("argentino", {"deal.rack": 5}),
    "players.min": ("argentino", {"deal.rack": 5, "players.max": 6}),
    "players.tiles.2": ("argentino", {"deal.rack": 5}),
    "draw.must_use": ("okey-101", {}),
    "melds.group_max": ("argentino", {}),
}
# Values that contradict others whatever they are.
REFUSED = [
    *(("tiles.copies", 3), ("tiles.colours", 5), ("tiles.colours", 6)),
    *(("scoring.joker_penalty", 250), ("scoring.joker_penalty", 500)),
]


@pytest.mark.parametrize("key", sections.spelled_keys("draw"))
def test_every_key_is_a_switch(key: str) -> None:
    if BASES.get(key, "") is None:
        return check_shapes(key)
    name, changes = BASES.get(key, ("gin", {}))
    if key.startswith("players.tiles") and key not in BASES:
        name, changes = ("argentino", {"deal.rack": 3, "players.max": 6})
    if key == "tiles.numbers":
        changes = {"deal.rack": 5, "scoring.tile_values": "face"}
    base = load(name).replace(changes)
    before = base.flat()[key]
    seen = 0
    for value in values_of(key):
        if (key, value) in REFUSED:
            with pytest.raises(RummyError, match=key.split(".")[1]):
                base.replace({key: value})
            continue
        if key == "melds.min_length" and value == 5:
            with pytest.raises(RummyError, match=r"group_max"):
                base.replace({key: value})
            continue
        changed = base.replace({key: value})
        seen += 1
        assert changed.flat()[key] == value
        assert changed.native_draw().to_dict() == changed.to_dict()
        assert (changed == base) == (value == before)
        assert base.diff(changed) == ({} if value == before else {key: (before, value)})
        said = changed.sentences(every=True)
        assert (said == base.sentences(every=True)) == (value == before)
        assert changed.replace({key: before}) == base
        assert load(changed.spec) == changed
    assert seen >= 2
    return None


def check_shapes(key: str) -> None:
    """The ways to end, to lay and to count come together; one alone is refused."""
    values = {load(name).flat()[key] for name in DRAW}
    assert values == set(sections.words(key))
    for name in DRAW:
        base = load(name)
        for value in values - {base.flat()[key]}:
            free = {("argentino", "hand"), ("okey-101", "laid_less_hand")}
            if key == "scoring.count" and (name, value) in free:
                assert base.replace({key: value}).flat()[key] == value
                continue
            with pytest.raises(RummyError, match=r"laying\.when|scoring\.count|players\.max"):
                base.replace({key: value})


@pytest.mark.parametrize("name", DRAW)
def test_round_trips(name: str, tmp_path: Path) -> None:
    variant = load(name)
    assert variant.family == "draw"
    assert Variant.from_dict({"family": "draw", **variant.to_dict()}) == variant
    assert pickle.loads(pickle.dumps(variant)) == variant
    assert pickle.loads(pickle.dumps(variant.native_draw())) == variant.native_draw()
    assert eval(repr(variant), {"Variant": Variant}) == variant
    path = tmp_path / "mine.toml"
    for extends in (None, "gin", "argentino"):
        path.write_text(variant.to_toml(extends=extends), encoding="utf-8")
        assert load(str(path)) == variant


@pytest.mark.parametrize("name", DRAW)
def test_every_key_has_a_sentence(name: str) -> None:
    variant = load(name)
    said = variant.sentences(every=True)
    named = {f"players.tiles.{n}" for n, _ in variant.players.tiles}
    assert set(said) == (set(sections.all_keys("draw")) - {"players.tiles"}) | named
    for sentence in said.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "  " not in sentence


# Keys of rules that may be off: in which shipped games each is in force.
_KNOCKS = {"gin", "gin-straight", "gin-oklahoma"}
_LAYS = {"argentino", "okey-101"}
_WILD = {"argentino", "okey", "okey-101"}
_PRINTED_IN: dict[str, set[str]] = {
    "players.max": _WILD,  # the others: Two play.
    "deal.starter_extra": _WILD,
    "deal.upcard_offer": _KNOCKS | {"argentino"},
    "deal.cut_bonus": set(),
    "melds.group_repeats": _WILD,
    "melds.pairs": {"okey"},
    "wild.numbers": {"argentino"},
    "wild.natural": {"argentino"},
    "wild.indicator": _WILD,
    "wild.group_limit": _WILD,
    "wild.run_limit": _WILD,
    "wild.adjacent": _WILD,
    "wild.kinds": set(),  # argentino: one wild card in a group
    "draw.return_taken": set(DRAW) - {"argentino"},
    "draw.must_use": {"okey-101"},
    "laying.first_lap": _LAYS,
    "laying.lay_off": {"gin", "gin-oklahoma"} | _LAYS,
    "opening.min_points": _LAYS,
    "opening.pairs": {"okey-101"},
    "opening.late_total": {"argentino"},
    "opening.late_points": {"argentino"},
    "end.last_discard": _LAYS,
    "knock.limit": {"gin", "gin-straight"},
    "knock.upcard": {"gin-oklahoma"},
    "knock.spades_double": {"gin-oklahoma"},
    "scoring.joker_penalty": _LAYS,
    "scoring.unopened_penalty": {"okey-101"},
    "scoring.tile_values": _KNOCKS | _LAYS,
    "scoring.gin_bonus": _KNOCKS,
    "scoring.big_gin_bonus": _KNOCKS,
    "scoring.undercut_bonus": {"gin", "gin-oklahoma"},
    "scoring.undercut_tie": {"gin", "gin-oklahoma"},
    "scoring.closer_bonus": {"okey-101"},
    "scoring.long_run": {"argentino"},
    "scoring.long_run_penalty": {"argentino"},
    "scoring.loss": {"okey"},
    "scoring.pairs_factor": {"okey", "okey-101"},
    "scoring.wild_discard_factor": {"okey"},
    "match.target": _KNOCKS | {"argentino"},
    "match.start": {"okey"},
    "match.box_bonus": set(),
    "match.game_bonus": set(),
    "match.shutout_factor": set(),
}


@pytest.mark.parametrize("name", DRAW)
def test_what_is_printed_is_in_force_and_what_is_in_force_is_printed(name: str) -> None:
    variant = load(name)
    off = {key for key, games in _PRINTED_IN.items() if name not in games}
    every = variant.sentences(every=True)
    assert set(variant.sentences()) == set(every) - off


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ("gin:deal.cut_bonus=50", {"deal.cut_bonus"}),
        ("gin:tiles.jokers=2", {"wild.indicator", "wild.group_limit", "scoring.joker_penalty"}),
        ("gin-oklahoma:tiles.jokers=2", {"knock.limit", "knock.upcard"}),
        ("gin-straight:knock.upcard=true", {"scoring.undercut_bonus", "laying.lay_off"}),
        ("gin:match.box_bonus=20,match.game_bonus=100", {"match.box_bonus", "match.game_bonus"}),
        ("gin:match.shutout_factor=2", {"match.shutout_factor"}),
        ("gin:players.tiles.2=54", {"players.tiles.2", "wild.indicator"}),
        ("argentino:wild.group_limit=2", {"wild.kinds"}),
        ("okey-101:scoring.wild_discard_factor=2", {"scoring.wild_discard_factor"}),
    ],
)
def test_a_rule_switched_on_has_its_sentence(change: str, keys: set[str]) -> None:
    assert keys <= set(load(change).sentences())


@pytest.mark.parametrize(
    ("name", "never"),
    [
        ("gin", r"joker (?!s)|wild|pairs|laid|fixed|no limit|[Aa]t most two|first turn on"),
        ("gin-oklahoma", r"deadwood of|wild|pairs"),
        ("gin-straight", r"[Uu]ndercut|adds to"),
        ("okey", r"[Kk]nock|\b[Gg]in\b|[Uu]ndercut|deadwood|never laid|counts its"),
        ("okey-101", r"[Kk]nock|\b[Gg]in\b|[Uu]ndercut|deadwood|fixed"),
        ("argentino", r"[Kk]nock|\b[Gg]in\b|[Uu]ndercut|deadwood|fixed|[Pp]airs"),
    ],
)
def test_no_sentence_of_a_rule_of_another_game(name: str, never: str) -> None:
    assert not re.search(never, load(name).describe())


def test_tiles_are_written_as_the_game_reads_them() -> None:
    for name in ("okey", "okey-101"):
        assert "R5, B12, and FJ for a false okey" in load(name).describe()
    assert rl.referee.meld("FJ B6 B7", variant="okey", indicator="B4").legal
    assert "JK for a joker" in load("argentino").describe()
    assert "JK" not in load("gin").describe()


# --- The families


def test_a_key_of_the_other_family_is_refused_and_named() -> None:
    with pytest.raises(RummyError, match=r"opening\.by = \"each\" is a key of table games alone"):
        load("gin:opening.by=each")
    with pytest.raises(RummyError, match=r"knock\.limit = 3 is a key of draw games alone"):
        load("rummikub:knock.limit=3")
    with pytest.raises(RummyError, match=r"did you mean knock\.limit\?"):
        load("gin:knock.limt=3")


def test_calls_of_one_family_refuse_the_other() -> None:
    with pytest.raises(RummyError, match="gin is a draw game"):
        rl.best_play("gin", table=[], rack="")
    with pytest.raises(RummyError, match="rummikub is a table game"):
        rl.referee.hand("rummikub", hand="R1")
    with pytest.raises(RummyError, match='there is no strategy "max_tiles"; there are: random'):
        rl.simulate("gin", games=1, strategies="max_tiles")


def test_a_file_extends_its_own_family_only(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "gin"\nfamily = "table"\n')
    with pytest.raises(RummyError, match=r'line 2: family is "table", but "gin" is of the family'):
        load(str(path))
    path.write_text('family = "drow"\n')
    with pytest.raises(RummyError, match='family is "drow"; allowed: "table", "draw"'):
        load(str(path))
    path.write_text('family = "draw"\n[knock]\nlimit = 5\n')
    assert load("gin").diff(str(path)) == {"knock.limit": (10, 5)}


def test_differences_between_families() -> None:
    differing = load("rummikub").diff("gin")
    assert differing["family"] == ("table", "draw")
    assert differing["deal.rack"] == (14, 10)
    assert differing["knock.limit"] == (None, 10)
    assert differing["table.access"] == ("rearrange", None)


@pytest.mark.parametrize(
    ("spec", "match"),
    [
        ("gin:deal.upcard=false", r"deal\.upcard_offer is true, but deal\.upcard is false"),
        ("gin:wild.numbers=[2],wild.indicator=true", r"wild\.indicator is true, but wild\.numbers"),
        ("gin:wild.numbers=[2,2]", r"wild\.numbers is a list that names a number twice"),
        ("gin:scoring.tile_values=[1,2]", r"scoring\.tile_values is a list of 2"),
        ("gin:deal.rack=25", r"deal\.rack is 25, but the 52 cards of a game of 2 players"),
        ("gin:players.max=3", r"players\.max is 3, but end\.by is \"knock\""),
        ("argentino:players.tiles.2=160_6x2", r"players\.tiles\.2 is 6 colours; a draw game"),
        ("gin:draw.must_use=true", r"draw\.must_use is true, but nothing is laid"),
        ("gin:melds.group_max=5", r"melds\.group_max is 5, but there are 4 colours"),
        ("gin:scoring.joker_penalty=201", r"scoring\.joker_penalty is 201"),
    ],
)
def test_contradictions_are_named(spec: str, match: str) -> None:
    with pytest.raises(RummyError, match=match):
        load(spec)


def test_identities_of_the_shipped_rule_sets_are_for_ever() -> None:
    ids = [load(name).variant_id for name in shipped()]
    assert len(set(ids)) == len(ids)


def test_the_command_line_checks_and_compares_draw_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from rummylab.cli import main

    path = tmp_path / "mine.toml"
    path.write_text('name = "Ours"\nsummary = "At five."\nextends = "gin"\n[knock]\nlimit = 5\n')
    assert main(["variant", "check", str(path)]) == 0
    said = capsys.readouterr().out
    assert "1 key differs from gin" in said
    assert "knock.limit = 5" in said
    assert main(["variant", "diff", "gin", str(path)]) == 0
    assert "A knock needs deadwood of 5 or less." in capsys.readouterr().out
    path.write_text('extends = "gin"\n[knock]\nlimt = 5\n')
    assert main(["variant", "check", str(path)]) == 2
    assert "line 3: knock.limt = 5 is no key of a rule set; did you mean" in capsys.readouterr().err
