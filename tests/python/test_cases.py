"""The edge cases of the rule sheets, one by one under their ids."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rummylab import _core, referee
from rummylab.errors import RummyError
from rummylab.variant import Variant, load

DATA = Path(__file__).resolve().parent.parent / "data" / "cases.jsonl"
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for line in DATA.read_text().splitlines() if (case := json.loads(line))
}

# What the codes of the cases mean here.
SPECS = {
    "SIG": "signature",
    "APP": "fichas",
    "PLA": "platinium",
    "SCH": "schmidt",
    "RKB": "rummikub",
    "OLD50": "rummikub-sabra-50",
    "AMR": "rummikub:melds.run_wrap=ace_high",
    "KEADLE": "rummikub:melds.run_wrap=round",
    "SIXCOL": "rummikub:tiles.colours=6,tiles.jokers=4",
    "BOTHCOL": "rummikub:joker.retrieval=exact_tile,joker.group_of_three=both",
    "SABRALOCK": "rummikub:joker.lock=no_remove",
    "NZRC": "rummikub:turn.seconds=40,scoring.joker_penalty=100,scoring.unopened_penalty=100",
    "PAGAT": "rummikub:opening.continues_turn=true",
    "MUSTPLAY": "rummikub:turn.must_play=true",
}
# Sheets of draw-and-discard games.
DRAW_GAMES = {"ARG", "ARGWIKI", "OKEY", "OK101", "GIN", "GIN_STRICT", "R500", "IND"}
# The names that the cases give to keys.
PARAMS = {
    "colours": "tiles.colours",
    "copies": "tiles.copies",
    "jokers": "tiles.jokers",
    "opening_min": "opening.min_points",
    "opening_joker_value": "opening.joker_value",
    "rearrange": "table.access",
    "draw_source": "deal.draw_from",
}
VALUES = {"own_pile": "own_share"}


def variant_of(code: str, given: Mapping[str, Any]) -> Variant:
    changes = {
        PARAMS[key]: VALUES.get(value, value) for key, value in given.get("params", {}).items()
    }
    return load(SPECS[code]).replace(changes)


def tiles_of(melds: list[str]) -> str:
    return " ".join(melds)


def run_meld(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    ruling = referee.meld(given["tiles"], variant=variant, ordered=given["ordered"])
    if expected["verdict"] == "undetermined":  # the switch decides: test_disputed_case below
        return
    assert ruling.legal is (expected["verdict"] == "legal")
    assert bool(ruling.reason) is not ruling.legal
    if "value" in expected:
        assert ruling.value == expected["value"]
    if "max_value" in expected:
        assert ruling.value == expected["max_value"]
    if expected.get("needs_declaration"):
        assert len(ruling.readings) > 1
    if "joker_colours" in expected:
        stands = {name for joker in ruling.jokers for name in joker.split("|")}
        assert {name[0] for name in stands} == set(expected["joker_colours"])
    if given.get("also_unordered"):
        loose = referee.meld(given["tiles"], variant=variant, ordered=False)
        assert loose.legal is (expected["unordered"] == "legal")
        assert list(loose.jokers) == [expected["unordered_joker"]]
        assert loose.value == expected["unordered_value"]


def run_meld_list(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    rulings = [referee.meld(m, variant=variant, ordered=given["ordered"]) for m in given["melds"]]
    assert [r.legal for r in rulings] == [v == "legal" for v in expected["verdicts"]]
    assert rulings[0].value == expected["value"]


def opening_ruling(variant: Variant, given: dict[str, Any]) -> referee.TurnRuling:
    table = given.get("table", [])
    return referee.turn(
        variant,
        table=table,
        rack=tiles_of(given.get("rack", given["play"])),
        result=given.get("result", [*table, *given["play"]]),
        opened=given["opened"],
    )


def run_opening(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    ruling = opening_ruling(variant, given)
    assert ruling.legal is (expected["verdict"] == "legal"), ruling
    if "counted" in expected:
        assert ruling.opening_points == expected["counted"]
    assert ruling.ends_game is None


def turn_ruling(variant: Variant, given: dict[str, Any]) -> referee.TurnRuling:
    return referee.turn(
        variant,
        table=given["table"],
        rack=tiles_of(given["rack"]),
        result=given["result"],
        opened=given["opened"],
    )


def run_turn(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    ruling = turn_ruling(variant, given)
    assert ruling.legal is (expected["verdict"] == "legal"), ruling
    assert bool(ruling.reason) is not ruling.legal


def game_at(variant: Variant, given: dict[str, Any], pool: str) -> _core.TableGame:
    """The position of the case, with one more player who waits."""
    return _core.TableGame.at(
        variant.native(),
        racks=[tiles_of(given["rack"]), "K13 B12"],
        table=given["table"],
        opened=[given["opened"], True],
        pool=pool,
    )


def run_action(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    legal = expected["verdict"] == "legal"
    if given["action"] == "draw":
        game = game_at(variant, given, pool="Y9")
        if legal:
            assert game.why_not_draw() == ""
            assert game.draw()["action"] == "draw"
        else:
            assert game.why_not_draw()
            with pytest.raises(RummyError):
                game.draw()
            assert game.seat == 0
        return
    if given["action"] == "pass":
        game = game_at(variant, given, pool="")
        assert game.draw()["action"] == "pass"
        assert legal
        assert game.seat == 1 or game.over
        return
    assert given["action"] == "draw R7, then lay R7"
    game = game_at(variant, given, pool="R7 Y9")
    assert game.draw()["drawn"] == "R7"
    assert not legal
    assert game.seat == 1, "the draw ended the turn"
    with pytest.raises(RummyError):
        game.play([*given["table"][:-1], "R4 R5 R6 R7"])
    assert load("rummikub").replace({"turn.draw_then_play": True}) != variant


def run_timeout(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    seconds = variant.flat()["turn.seconds"]
    assert (seconds or None) == expected["limit_s"]
    # R7 on the run is sound; R9 K9 is not finished.
    game = _core.TableGame.at(
        variant.native(),
        racks=["R7 R9 K9", "K13 B12"],
        table=["R4 R5 R6"],
        opened=[given["opened"], True],
        pool="Y1 Y2 Y3 Y4 Y5",
    )
    event = game.fail(["R4 R5 R6 R7", "R9 K9"])
    assert event["action"] == "failure"
    if "draw" in expected:
        assert len(event["drawn"].split()) == expected["draw"]
    if "revert" in expected:
        all_back = expected["revert"] == "all"
        assert list(game.table) == (["R4 R5 R6"] if all_back else ["R4 R5 R6 R7"])
        kept = set(game.racks[0].split())
        assert {"R9", "K9"} <= kept
        assert ("R7" in kept) is all_back
    assert game.seat == 1


def run_setup(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    if "draws" in given:
        draws = [[d] if isinstance(d, str) else d for d in given["draws"].values()]
        names = list(given["draws"])
        assert [names[seat] for seat in _core.starters(draws=draws, lowest=False)] == [
            expected["starter"]
        ]
        assert variant.flat()["deal.starter"] == "highest_tile"
        if expected["returned"]:  # whoever drew, every tile is in the deal
            deal = referee.deal(variant, players=len(names))
            assert sum(deal.hands) + deal.discard + deal.pool == deal.total
        return
    deal = referee.deal(variant, players=given["players"])
    if "racks" in expected:
        assert list(deal.hands) == expected["racks"]
        assert deal.discard == expected["face_up_discard"]
        assert deal.pool == expected["bag"]
    if "share" in expected:
        assert deal.total // given["players"] == expected["share"]
        assert deal.remainder == expected["remainder"]
        assert list(deal.own_piles) == expected["own_pile_after_rack"]
        assert deal.pool == sum(deal.own_piles) + deal.remainder


def run_setup_list(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    deals = [referee.deal(variant, players=players) for players in given["players"]]
    assert {deal.total for deal in deals} == {expected["total"]}
    assert [sum(deal.hands) for deal in deals] == expected["dealt"]
    assert [deal.pool for deal in deals] == expected["pool"]
    assert [len(deal.hands) for deal in deals] == given["players"]


def scores_of(variant: Variant, given: dict[str, Any], **more: Any) -> dict[str, int]:
    asked: dict[str, Any] = {"ending": "out" if given["end"] == "out" else "pool_empty"}
    if "winner" in given:
        asked["winner"] = given["winner"]
    if "racks_points" in given:
        asked["rack_points"] = given["racks_points"]
    if "racks" in given:
        asked["racks"] = {seat: tiles_of(rack) for seat, rack in given["racks"].items()}
    return dict(referee.score(variant, **asked, **more))


def run_score(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    if "penalty" in expected:  # a positive penalty replaces the rack of who never opened
        scores = scores_of(variant, given, opened=given["opened"])
        for seat, penalty in expected["penalty"].items():
            assert scores[seat] == -penalty
        return
    scores = scores_of(variant, given)
    assert scores == expected["scores"]
    best = [seat for seat, score in scores.items() if score == max(scores.values())]
    for winners in (
        [expected["winner"]] if "winner" in expected else None,
        expected.get("winners"),
    ):
        if winners:
            assert best == winners


def run_score_list(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    for case, scores in zip(given["cases"], expected["scores"], strict=True):
        changed = variant.replace({"scoring.one_turn_close": 2 if case["double"] else 1})
        in_one = not case["laid_before"]
        assert scores_of(changed, given, one_turn_close=in_one) == scores


def run_invariant(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    rng = random.Random(20)
    tiles = [f"{colour}{number}" for colour in "RBKY" for number in range(1, 14)] * 2 + ["J", "J"]
    losers = "BCD"[: given.get("losers", 3)]
    for _ in range(200):
        hands = rng.sample(tiles, 60)
        racks = {
            seat: " ".join(hands[20 * i : 20 * i + rng.randint(1, 20)])
            for i, seat in enumerate(losers)
        }
        scores = referee.score(variant, ending="out", winner="A", racks=racks)
        meaning = {
            "winner_score >= number_of_losers and each loser <= -1": scores["A"] >= len(losers)
            and all(scores[seat] <= -1 for seat in losers),
            "sum(scores)==0": sum(scores.values()) == 0,
            "winner==0 and sum(scores)<0": scores["A"] == 0 and sum(scores.values()) < 0,
        }
        assert meaning[expected["invariant"]], (racks, scores)


def run_match(variant: Variant, given: dict[str, Any], expected: dict[str, Any]) -> None:
    if "games" in expected:
        assert _core.match_games(variant.native(), players=given["players"]) == expected["games"]
        return
    assert variant.flat()["match.games"] == 4
    assert referee.match(variant, totals=given["totals_after_4"]) == expected["winner"]


RUNNERS: dict[str, Callable[[Variant, dict[str, Any], dict[str, Any]], None]] = {
    "meld": run_meld,
    "meld_list": run_meld_list,
    "opening": run_opening,
    "turn": run_turn,
    "action": run_action,
    "timeout": run_timeout,
    "setup": run_setup,
    "setup_list": run_setup_list,
    "score": run_score,
    "score_list": run_score_list,
    "invariant": run_invariant,
    "match": run_match,
}

TABLE_CASES = [
    (identity, code)
    for identity, case in CASES.items()
    for code in case["expected"]
    if code not in DRAW_GAMES
]


@pytest.mark.parametrize(
    ("identity", "code"), TABLE_CASES, ids=itertools.starmap("{}-{}".format, TABLE_CASES)
)
def test_case(identity: str, code: str) -> None:
    case = CASES[identity]
    variant = variant_of(code, case["input"])
    RUNNERS[case["kind"]](variant, case["input"], case["expected"][code])


def test_joker_to_the_rack_is_the_reuse_switch() -> None:
    given = CASES["J04"]["input"]
    assert given["joker_to_rack"]
    for code in ("SIG", "APP", "PLA", "SCH", "RKB"):
        assert turn_ruling(variant_of(code, given).replace({"joker.reuse": "keep"}), given).legal


# For a disputed case: the key that is in dispute, and two of its values with opposite verdicts.

SWITCHES: dict[str, tuple[str, str, Any, Any]] = {
    # id: code, key, value under which it is legal, value under which it is not
    "M09": ("RKB", "melds.max_jokers", "no_limit", 1),
    "M18": ("SIXCOL", "melds.group_max", 6, 4),
    "O07": ("RKB", "opening.continues_turn", True, False),
    "O12": ("SIG", "opening.joker_value", 25, "face"),
    "J06": ("RKB", "joker.retrieval", "any_legal", "exact_tile"),
    "J13": ("RKB", "joker.retrieval", "any_legal", "exact_tile"),
    "J07": ("RKB", "joker.lock", "no_remove", "full"),
    "J10": ("RKB", "joker.reuse", "any_meld", "new_meld"),
    "T11": ("PLA", "table.access", "rearrange", "add_only"),
}


@pytest.mark.parametrize("identity", SWITCHES)
def test_the_switch_flips_a_disputed_case(identity: str) -> None:
    code, key, legal, illegal = SWITCHES[identity]
    case = CASES[identity]
    assert case["disputed"]
    variant = variant_of(code, case["input"])
    run = RUNNERS[case["kind"]]
    for value, verdict in ((legal, "legal"), (illegal, "illegal")):
        run(variant.replace({key: value}), case["input"], {"verdict": verdict})


@pytest.mark.parametrize("code", ["APP", "SCH", "PLA", "SIG", "RKB"])
def test_o06_who_may_use_the_table_is_a_switch(code: str) -> None:
    case = CASES["O06"]
    assert case["disputed"]
    for by, legal in (("each", False), ("anyone", True)):
        variant = variant_of(code, case["input"]).replace({"opening.by": by})
        game = _core.TableGame.at(
            variant.native(),
            racks=["Y10 B1", "K13 B12"],
            table=case["input"]["table"],
            opened=[False, True],
            pool="",
        )
        if legal:
            assert game.play(case["input"]["result"])["laid"] == "Y10"
        else:
            with pytest.raises(RummyError):
                game.play(case["input"]["result"])
            assert game.seat == 0


def test_t09_must_play_is_a_switch() -> None:
    case = CASES["T09"]
    assert case["disputed"]
    for must, legal in ((False, "legal"), (True, "illegal")):
        run_action(
            load("schmidt").replace({"turn.must_play": must}), case["input"], {"verdict": legal}
        )


def test_u02_own_shares_are_a_switch() -> None:
    assert CASES["U02"]["disputed"]
    pool = referee.deal("signature", players=4)
    assert pool.pool == 49
    assert pool.remainder == 0
    assert referee.deal("signature:deal.draw_from=own_share", players=4).remainder == 2


def test_p05_the_penalty_of_who_never_opened_is_a_switch() -> None:
    given = CASES["P05"]["input"]
    assert CASES["P05"]["disputed"]
    for penalty, loss in ((0, 25), (100, 100), (200, 200)):
        variant = variant_of("NZRC", given).replace({"scoring.unopened_penalty": penalty})
        assert scores_of(variant, given, opened=given["opened"])["C"] == -loss


def test_p07_a_tie_splits_the_differences_and_only_them() -> None:
    given = CASES["P07"]["input"]
    assert CASES["P07"]["disputed"]
    own = scores_of(load("fichas").replace({"scoring.exhausted": "own_rack"}), given)
    assert own == {"A": -12, "B": -12, "C": -30}
    odd = scores_of(load("fichas"), {"end": "exhausted", "racks_points": {"A": 9, "B": 9, "C": 14}})
    assert odd == {"A": 3, "B": 2, "C": -5}


def test_every_disputed_case_of_a_table_game_has_its_switch() -> None:
    special = {"O06", "T09", "U02", "P05", "P07"}
    disputed = {
        identity
        for identity, case in CASES.items()
        if case["disputed"] and not set(case["expected"]) <= DRAW_GAMES
    }
    assert disputed == set(SWITCHES) | special


def test_every_code_is_known() -> None:
    assert {code for case in CASES.values() for code in case["expected"]} == set(SPECS) | DRAW_GAMES
