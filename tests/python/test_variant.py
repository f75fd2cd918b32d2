"""Rule sets: the shipped values, loading, changing, identity."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import rummylab as rl
from rule_sets import random_rules, values_of
from rummylab import _core
from rummylab import variant_sections as sections
from rummylab.errors import RummyError
from rummylab.variant import Variant, load, shipped, variants

SHEETS = ("signature", "fichas", "platinium", "schmidt", "rummikub")

# The values of the five sheets, in the order of SHEETS; written down apart from the rule files.
SHIPPED = {
    "players.min": (2, 2, 2, 2, 2),
    "players.max": (4, 6, 4, 4, 4),
    "players.tiles.5": ("standard", "160_4x3", "standard", "standard", "standard"),
    "players.tiles.6": ("standard", "160_4x3", "standard", "standard", "standard"),
    "deal.starter_extra": (1, 0, 0, 0, 0),
    "deal.starter_discards": (True, False, False, False, False),
    "deal.starter": ("random", "random", "highest_tile", "random", "highest_tile"),
    "opening.min_points": (0, 30, 30, 30, 30),
    "opening.joker_value": ("face", "face", "zero", "face", "face"),
    "opening.continues_turn": (True, True, True, True, False),
    "joker.retrieval": ("exact_tile", "exact_tile", "any_legal", "exact_tile", "any_legal"),
    "joker.tile_from": ("rack", *["rack_or_table"] * 4),
    "joker.reuse": (*["any_meld"] * 4, "new_meld"),
    "joker.lock": ("full", "none", "none", "none", "none"),
    "turn.seconds": (0, 0, 0, 120, 60),
    "turn.failure_draw": (3, 3, 3, 0, 3),
    "turn.failure_revert": ("all", "all", "all", "unfinished", "all"),
    "scoring.winner": ("zero", *["sum_of_losers"] * 4),
    "scoring.exhausted": ("own_rack", *["difference"] * 4),
    "scoring.joker_penalty": (25, 30, 30, 25, 30),
    "match.games": (4, "players", 1, 1, "players"),
    "match.decided_by": ("points", "points", "points", "points", "games_won"),
}
# And what all five have in common.
COMMON = {
    "tiles.colours": 4,
    "tiles.numbers": 13,
    "tiles.copies": 2,
    "tiles.jokers": 2,
    "players.tiles.2": "standard",
    "players.tiles.3": "standard",
    "players.tiles.4": "standard",
    "deal.rack": 14,
    "deal.draw_from": "pool",
    "melds.min_length": 3,
    "melds.group_max": 4,
    "melds.run_max": "numbers",
    "melds.run_wrap": "none",
    "melds.max_jokers": "no_limit",
    "opening.melds": "any",
    "opening.by": "each",
    "table.access": "rearrange",
    "joker.group_of_three": "either",
    "turn.must_play": False,
    "turn.draw": 1,
    "turn.draw_then_play": False,
    "end.pool_empty": "play_on",
    "scoring.one_turn_close": 1,
    "scoring.unopened_penalty": 0,
    "scoring.tile_values": "face",
    "match.target": "none",
}


@pytest.mark.parametrize("column", range(len(SHEETS)), ids=SHEETS)
def test_every_shipped_value(column: int) -> None:
    expected = {key: row[column] for key, row in SHIPPED.items()} | COMMON
    assert load(SHEETS[column]).flat() == expected


def test_older_sabra_sheet_is_rummikub_with_fifty() -> None:
    assert load("rummikub").diff("rummikub-sabra-50") == {"opening.min_points": (30, 50)}


def test_shipped_ids_are_the_sheets_and_nothing_else() -> None:
    assert shipped("table") == tuple(sorted([*SHEETS, "rummikub-sabra-50"]))
    assert set(shipped()) == {*shipped("table"), *shipped("draw")}


@pytest.mark.parametrize("name", shipped())
def test_shipped_files_explain_themselves(name: str) -> None:
    variant = load(name)
    assert variant.name
    assert variant.summary.endswith(".")
    assert variant.source.endswith(".")


def test_the_root_file_lists_every_key() -> None:
    text = (Path(rl.__file__).parent / "variants" / "rummikub.toml").read_text(encoding="utf-8")
    listed = {
        f"{section}.{line.split(' =')[0]}"
        for block in text.split("\n[")[1:]
        for section in [block.split("]")[0]]
        for line in block.splitlines()[1:]
        if " = " in line
    }
    assert listed == set(sections.all_keys())


@pytest.mark.parametrize(
    ("spec", "players", "tiles"),
    [
        ("rummikub", 4, 106),
        ("fichas", 4, 106),
        ("fichas", 5, 160),
        ("fichas", 6, 160),
        ("fichas:players.tiles.5=160_6x2", 5, 160),
        ("fichas:players.tiles.5=106", 5, 106),
        ("rummikub:tiles.colours=6,tiles.jokers=4", 2, 160),
    ],
)
def test_tiles_of_a_game(spec: str, players: int, tiles: int) -> None:
    assert load(spec).tile_count(players) == tiles


# --- Both sides


def test_defaults_are_those_of_the_native_core() -> None:
    assert Variant().to_dict() == _core.Rules().to_dict()
    assert load("rummikub").native() == _core.Rules()


def test_spellings_are_those_of_the_native_core() -> None:
    spellings = _core.enum_spellings()
    others = {"melds.run_max", "melds.max_jokers", "scoring.tile_values", "match.games"}
    others |= {"wild.numbers", "wild.group_limit", "wild.run_limit", "opening.late_total"}
    every = [key for family in sections.FAMILIES for key in sections.all_keys(family)]
    keys = [key for key in every if sections.words(key)]
    assert set(keys) - set(spellings) == others | {"match.target"}
    for key, names in spellings.items():
        assert list(sections.words(key)) == names, key


def test_bounds_are_those_of_the_native_core() -> None:
    keys = {key for family in sections.FAMILIES for key in sections.all_keys(family)}
    mine = {key: sections.bounds(key) for key in keys if sections.bounds(key)}
    assert mine == _core.key_bounds()


def test_keys_are_those_of_the_native_core() -> None:
    native = [f"{s}.{key}" for s, entries in _core.Rules().to_dict().items() for key in entries]
    assert native == list(sections.all_keys())


def test_the_native_core_trusts_nobody() -> None:
    bad = [
        ({"opening": {"min_point": 50}}, "opening.min_point"),
        ({"openings": {}}, "openings"),
        ({"opening": 50}, "opening"),
        ({"opening": {"min_points": True}}, "opening.min_points"),
        ({"opening": {"min_points": 50.0}}, "opening.min_points"),
        ({"opening": {"min_points": 10**30}}, "opening.min_points"),
        ({"opening": {"joker_value": "number"}}, "opening.joker_value"),
        ({"melds": {"run_max": -1}}, "melds.run_max"),
        ({"turn": {"must_play": 1}}, "turn.must_play"),
        ({"players": {"tiles": {"7": "106"}}}, "players.tiles.7"),
        ({"players": {"tiles": {"5": "107"}}}, "players.tiles"),
        ({"scoring": {"tile_values": []}}, "scoring.tile_values"),
        ({"joker": {"lock": "ful"}}, "joker.lock"),
    ]
    for values, key in bad:
        with pytest.raises(RummyError, match=key.replace(".", r"\.")):
            _core.Rules.from_dict(values)


def test_every_bound_is_enforced_on_both_sides() -> None:
    for key, (low, high) in _core.key_bounds().items():
        if key not in sections.all_keys():
            continue
        for value in (low - 1, high + 1):
            if key == "opening.joker_value" and value == 0:
                continue  # the same as "zero"
            entry = [value] * 13 if key == "scoring.tile_values" else value
            section, name = key.split(".")
            with pytest.raises(RummyError, match=key):
                _core.Rules.from_dict({section: {name: entry}})
            with pytest.raises(RummyError, match=key):
                Variant().replace({key: entry})


# --- Switches


def switch_values(key: str) -> list[object]:
    """Every value of a key, but for long ranges: their ends and their middle."""
    if sections.takes_bool(key):
        return [False, True]
    values: list[object] = list(sections.words(key))
    if key == "scoring.tile_values":
        return [*values, [5] * 13, list(range(1, 14))]
    if limits := sections.bounds(key):
        low, high = limits
        spread = range(low, high + 1) if high - low < 20 else [low, (low + high) // 2, high]
        values.extend(spread)
    return values


# What must change too before a key may have all its values.
ROOM = {
    "players.min": {"players.max": 6},
    "deal.rack": {"players.max": 2, "tiles.copies": 3},
    "deal.starter_discards": {"deal.starter_extra": 1},
    "melds.group_max": {"tiles.colours": 6},
    "melds.run_max": {"tiles.numbers": 15},
    "tiles.colours": {"deal.rack": 5},
    **{f"players.tiles.{n}": {"deal.rack": 5} for n in sections.PLAYER_COUNTS},
    "tiles.numbers": {"deal.rack": 5},
    "tiles.copies": {"deal.rack": 5},
}


@pytest.mark.parametrize("key", sections.spelled_keys())
def test_every_key_is_a_switch(key: str) -> None:
    base = load("rummikub").replace(ROOM.get(key, {}))
    before = base.flat()[key]
    for value in switch_values(key):
        changed = base.replace({key: value})
        assert changed.flat()[key] == value
        assert changed.native().to_dict() == changed.to_dict()
        assert (changed == base) == (value == before)
        assert (changed.variant_id == base.variant_id) == (value == before)
        assert base.diff(changed) == ({} if value == before else {key: (before, value)})
        said = changed.sentences(every=True)
        assert (said == base.sentences(every=True)) == (value == before)
        assert changed.replace({key: before}) == base


def test_a_joker_that_counts_nothing_has_one_spelling() -> None:
    assert load("rummikub:opening.joker_value=0") == load("rummikub:opening.joker_value=zero")


def test_the_standard_set_may_be_named() -> None:
    assert load("rummikub:players.tiles.4=standard") == load("rummikub")


# --- Identity, text and back


def test_names_are_no_part_of_identity() -> None:
    v = load("rummikub")
    w = v.replace({"name": "Our table", "summary": "Sundays."})
    assert (w.name, w.summary) == ("Our table", "Sundays.")
    assert v == w
    assert hash(v) == hash(w)
    assert v.variant_id == w.variant_id


def test_identities_of_the_shipped_rule_sets_are_for_ever() -> None:
    # Results that were stored name these; new keys with their defaults must not change them.
    assert {name: load(name).variant_id for name in shipped("table")} == {
        "fichas": "0183612ba541",
        "platinium": "2eb250018e43",
        "rummikub": "1e213aedbe55",
        "rummikub-sabra-50": "3950f2424d8a",
        "schmidt": "d2e79925f9ff",
        "signature": "126e057f03a8",
    }


def test_repr_can_be_pasted_back() -> None:
    v = load("fichas:players.tiles.5=160_6x2,opening.joker_value=25,turn.must_play=true")
    assert eval(repr(v), {"Variant": Variant}) == v
    assert v.id == v.spec == str(v)
    assert repr(load("schmidt")) == "Variant.load('schmidt')"


@pytest.mark.parametrize(
    "name",
    ["Sundays", "a, b", 'say "hi", you', "Sam's, o'k", "50", "true", " [x],y", "a=b,c", '\\",', ""],
)
def test_a_spec_keeps_the_name(name: str) -> None:
    v = load("rummikub:deal.rack=10").replace({"name": name})
    again = load(v.spec)
    assert (again, again.name, again.spec) == (v, name, v.spec)
    assert v.id == "rummikub:deal.rack=10"


def test_the_spec_of_a_variant_made_by_hand_loads_it() -> None:
    for v in (Variant(), Variant(family="draw", knock={"limit": 5}), Variant(name="Mine")):
        assert (load(v.spec), load(v.spec).name) == (v, v.name)
    assert Variant(family="draw", knock={"limit": 5}).spec == "gin:knock.limit=5"


def test_changes_that_go_back_leave_no_trace() -> None:
    v = load("rummikub:opening.min_points=50").replace({"opening.min_points": 30})
    assert v.id == "rummikub"


def test_variants_are_frozen() -> None:
    v = load("rummikub")
    with pytest.raises(ValueError, match="frozen"):
        v.opening.min_points = 50  # type: ignore[misc]
    with pytest.raises(ValueError, match="frozen"):
        v.name = "x"  # type: ignore[misc]


def test_a_loaded_variant_is_returned_as_it_is() -> None:
    v = load("rummikub")
    assert load(v) is v


def test_shipped_rules_are_read_once_and_files_each_time(tmp_path: Path) -> None:
    assert load("rummikub:opening.min_points=50") is load("rummikub:opening.min_points=50")
    file = tmp_path / "mine.toml"
    for points in (40, 45):
        file.write_text(f'extends = "rummikub"\nopening.min_points = {points}\n')
        assert load(file).opening.min_points == points


def test_a_copy_with_other_values_is_another_rule_set() -> None:
    one = load("rummikub")
    other = load("rummikub-sabra-50")
    assert hash(one.model_copy(update={"opening": other.opening})) == hash(other)
    assert one.model_copy(update={"opening": other.opening}) == other
    assert one.model_copy(deep=True) == one


@pytest.mark.parametrize(
    "update",
    [
        {"opening": {"min_points": -1}},
        {"opening": sections.Opening.model_construct(min_points=9999)},
        {"opening": 3},
        {"deal": {"rack": 60}},
        {"name": 3},
        {"nothing": 1},
        {"opening.min_points": 50},
        3,
    ],
    ids=str,
)
def test_a_copy_is_checked(update: Any) -> None:
    with pytest.raises(RummyError, match=r"allowed|no key|use replace"):
        load("rummikub").model_copy(update=update)


WAYS_IN: dict[str, Callable[[], Any]] = {
    "model_validate": lambda: Variant.model_validate({"opening": {"min_point": 3}}),
    "a number": lambda: Variant.model_validate(3),
    "keys that are no texts": lambda: Variant.model_validate({1: 2}),
    "a key with a name of Python": lambda: Variant.from_dict({"self": 1}),
    "JSON": lambda: Variant.model_validate_json('{"opening": 3}'),
    "half of JSON": lambda: Variant.model_validate_json("{"),
    "texts": lambda: Variant.model_validate_strings({"opening": {"min_points": "50"}}),
    "a section": lambda: sections.Joker(lock="open"),
    "a section with a key": lambda: sections.Joker(locks="none"),
    "a section from a mapping": lambda: sections.Joker.model_validate({"lock": 3}),
    "the copy of a section": lambda: load("gin").joker.model_copy(update={"lock": "open"}),
    "an old way to copy": lambda: load("gin").copy(update={"deal": 3}),
    "setting": lambda: setattr(load("gin"), "name", "mine"),
    "setting a key": lambda: setattr(load("gin").deal, "rack", 7),
    "deleting": lambda: delattr(load("gin"), "deal"),
}


@pytest.mark.parametrize("way", WAYS_IN)
def test_every_way_in_tells_a_mistake_in_words(way: str) -> None:
    with pytest.raises(RummyError, match=r"allowed|no key|valid JSON|makes a changed copy"):
        WAYS_IN[way]()


def test_a_section_is_copied_and_checked() -> None:
    joker = load("rummikub").joker.model_copy(update={"lock": "full"})
    assert load("rummikub").model_copy(update={"joker": joker}).id == "rummikub:joker.lock=full"


def test_a_rule_set_read_again_knows_where_it_comes_from() -> None:
    mine = load("schmidt").replace({"name": "Ours", "deal.rack": 13})
    again = Variant(**mine.model_dump())
    assert (again.spec, again.changes) == (mine.spec, {"deal.rack": 13})
    assert again.replace({"deal.rack": 14}).id == "schmidt"
    assert Variant(name="Mine").spec == "rummikub:name=Mine"


@pytest.mark.parametrize("spec", [*shipped(), "fichas:name=Mine,players.tiles.5=160_6x2"])
def test_what_is_dumped_is_read_again(spec: str) -> None:
    v = load(spec)
    for again in (
        Variant(**v.model_dump()),
        Variant.model_validate(v.model_dump()),
        Variant.model_validate_json(v.model_dump_json()),
    ):
        assert (again, again.name, again.source) == (v, v.name, v.source)
        assert (again.spec, again.id) == (v.spec, v.id)


def test_the_table_of_shipped_rule_sets() -> None:
    frame = variants()
    assert list(frame.index) == list(shipped())
    assert frame.loc["fichas", "tiles"] == "106 or 160"
    assert frame.loc["fichas", "players"] == "2-6"
    assert frame.loc["signature", "opening.min_points"] == 0


@settings(max_examples=100, deadline=None)
@given(variant=random_rules())
def test_round_trips(variant: Variant) -> None:
    assert load(variant.spec) == variant
    assert Variant.from_dict(variant.to_dict()) == variant
    assert _core.Rules.from_dict(variant.to_dict()).to_dict() == variant.to_dict()
    again = pickle.loads(pickle.dumps(variant))
    assert again == variant
    assert again.spec == variant.spec
    assert pickle.loads(pickle.dumps(variant.native())) == variant.native()
    assert set(load("rummikub").diff(variant)) == set(variant.changes)


@settings(max_examples=50, deadline=None)
@given(variant=random_rules())
def test_toml_round_trips(variant: Variant, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("toml") / "mine.toml"
    for extends in (None, "rummikub", "fichas"):
        path.write_text(variant.to_toml(extends=extends), encoding="utf-8")
        assert load(str(path)) == variant


@settings(max_examples=100, deadline=None)
@given(variant=random_rules(small=True))
def test_small_rule_sets_are_small(variant: Variant) -> None:
    assert variant.native_rules().tile_count(players=0) <= 4 * 7 * 2 + 4


def test_random_rules_reach_every_key() -> None:
    reached: set[str] = set()

    @settings(max_examples=300, deadline=None, database=None)
    @given(variant=random_rules())
    def draw(variant: Variant) -> None:
        reached.update(variant.changes)

    draw()
    assert reached == set(sections.spelled_keys())


@pytest.mark.parametrize("key", sections.spelled_keys())
def test_values_of_a_key_are_legal(key: str) -> None:
    @settings(max_examples=20, deadline=None)
    @given(value=values_of(key))
    def check(value: object) -> None:
        if key == "opening.joker_value" or not isinstance(value, list):
            assert value in switch_values(key) or isinstance(value, int)
        else:
            assert len(value) == 13

    check()


# --- Sentences


@pytest.mark.parametrize(
    ("spec", "key", "part"),
    [
        ("rummikub", "opening.min_points", "at least 30 points"),
        ("signature", "opening.min_points", "no points are asked"),
        ("platinium", "opening.joker_value", "counts 0"),
        ("rummikub:opening.joker_value=25", "opening.joker_value", "counts 25"),
        ("signature", "joker.lock", "locked"),
        ("schmidt", "joker.retrieval", "a copy of the tile that it stands for"),
        ("schmidt:table.access=closed", "joker.retrieval", "left alone here"),
        ("schmidt:joker.retrieval=never", "joker.tile_from", "no joker is freed here"),
        ("rummikub", "joker.tile_from", "no copy is asked for here"),
        ("rummikub:table.access=add_only", "joker.retrieval", "in its place"),
        ("rummikub:scoring.winner=zero", "scoring.exhausted", "the winner gets 0"),
        ("rummikub", "scoring.exhausted", "the winner gains the differences"),
        ("rummikub:scoring.one_turn_close=2", "scoring.one_turn_close", "count double"),
        ("rummikub:tiles.colours=3", "melds.group_max", "three colours allow no more"),
        ("rummikub:melds.min_length=5", "melds.group_max", "groups cannot be laid"),
        ("fichas", "players.tiles.6", "160 tiles"),
        ("schmidt", "turn.seconds", "120 seconds"),
        ("signature", "turn.seconds", "No clock"),
        ("rummikub:tiles.copies=1,deal.rack=10", "tiles.copies", "one copy"),
        ("rummikub:melds.max_jokers=1", "melds.max_jokers", "at most one joker"),
        ("rummikub:match.target=500", "match.target", "reaches 500"),
    ],
)
def test_sentences_say_what_holds(spec: str, key: str, part: str) -> None:
    assert part in load(spec).sentences(every=True)[key]


@settings(max_examples=50, deadline=None)
@given(variant=random_rules())
def test_every_key_has_a_sentence(variant: Variant) -> None:
    said = variant.sentences(every=True)
    named = {f"players.tiles.{n}" for n, _ in variant.players.tiles}
    assert set(said) == (set(sections.all_keys()) - {"players.tiles"}) | named
    assert set(variant.sentences()) <= set(said)
    for sentence in said.values():
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "  " not in sentence


@pytest.mark.parametrize(
    ("spec", "silent"),
    [
        ("rummikub", {"joker.tile_from", "joker.group_of_three", "deal.starter_discards"}),
        ("schmidt:joker.retrieval=never", {"joker.tile_from", "joker.reuse"}),
        ("schmidt:table.access=closed", {"joker.retrieval", "joker.reuse", "joker.lock"}),
        (
            "rummikub:tiles.jokers=0",
            {"joker.lock", "melds.max_jokers", "opening.joker_value", "scoring.joker_penalty"},
        ),
        ("signature", {"opening.melds", "opening.joker_value", "scoring.unopened_penalty"}),
    ],
)
def test_a_rule_that_is_not_in_force_has_no_sentence(spec: str, silent: set[str]) -> None:
    assert not silent & set(load(spec).sentences())


def test_one_number_of_players_is_one_sentence() -> None:
    said = load("rummikub:players.max=2").sentences()
    assert said["players.min"] == "Two play."
    assert "players.max" not in said


def test_differences_in_sentences() -> None:
    said = load("rummikub").diff_sentences("fichas")
    assert set(said) == set(load("rummikub").diff("fichas"))
    assert said["players.tiles.5"][0] == "A game of five uses the standard set."
    assert said["match.decided_by"][1].startswith("The match goes to the highest total")
