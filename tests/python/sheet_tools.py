"""What the tests of the rule sheets share: turns and games in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rummylab import _core, referee
from rummylab.variant import Variant, load

clause = pytest.mark.clause


def turn(
    spec: str,
    table: Sequence[str],
    rack: str,
    result: Sequence[str],
    *,
    opened: bool = True,
    **more: Any,
) -> referee.TurnRuling:
    """Judge a turn; `more` goes to the referee."""
    return referee.turn(
        spec, table=list(table), rack=rack, result=list(result), opened=opened, **more
    )


def legal(
    spec: str, table: Sequence[str], rack: str, result: Sequence[str], *, opened: bool = True
) -> bool:
    """Whether the turn is legal; an illegal one must say why."""
    ruling = turn(spec, table, rack, result, opened=opened)
    assert bool(ruling.reason) is not ruling.legal
    return ruling.legal


def meld(spec: str, text: str, *, ordered: bool = True) -> referee.MeldRuling:
    """Judge a meld."""
    return referee.meld(text, variant=spec, ordered=ordered)


def position(
    spec: str | Variant,
    racks: Sequence[str],
    *,
    table: Sequence[str] = (),
    opened: Sequence[bool] | None = None,
    pool: str = "",
) -> _core.TableGame:
    """A game at this position; everybody has opened unless told otherwise."""
    return _core.TableGame.at(
        load(spec).native(),
        racks=list(racks),
        table=list(table),
        opened=list(opened if opened is not None else [True] * len(racks)),
        pool=pool,
    )


def dealt(spec: str | Variant, players: int, *, seed: int = 3, deal: int = 0) -> _core.TableGame:
    """A game as it is dealt."""
    return _core.TableGame(load(spec).native(), players=players, seed=seed, deal=deal)


def sizes(racks: Sequence[str]) -> list[int]:
    """How many tiles are on each rack."""
    return [len(rack.split()) for rack in racks]


def value(spec: str, key: str) -> Any:
    """What a rule set says."""
    return load(spec).flat()[key]


def seats_allowed(spec: str) -> list[int]:
    """For how many players a rule set deals."""
    found = []
    for players in range(2, 7):
        try:
            referee.deal(spec, players=players)
        except ValueError:
            continue
        found.append(players)
    return found


def official(spec: str, racks: dict[str, str], winner: str) -> dict[str, int]:
    """The scores when somebody goes out."""
    return dict(referee.score(spec, ending="out", winner=winner, racks=racks))


def draws_one(spec: str) -> None:
    """Who lays nothing draws one tile, which ends the turn and may be played from the next one."""
    game = position(spec, ["B1", "K13"], table=["R4 R5 R6"], pool="R7 Y9")
    event = game.draw()
    assert (event["action"], event["drawn"], game.seat, game.pool) == ("draw", "R7", 1, 1)
    assert game.racks[0].split() == ["B1", "R7"]
    game.draw()
    assert game.seat == 0
    assert game.play(["R4 R5 R6 R7"])["laid"] == "R7"


def may_draw_with_a_play(spec: str) -> None:
    """Drawing is allowed though a play exists, unless turn.must_play says otherwise."""
    for must in (False, True):
        changed = load(spec).replace({"turn.must_play": must})
        game = position(changed, ["R7 B1", "K13"], table=["R4 R5 R6"], pool="Y9")
        assert bool(game.why_not_draw()) is must
    assert value(spec, "turn.must_play") is False


def lowest_rack_wins(spec: str) -> tuple[list[int], list[int]]:
    """With an empty pool all pass once round; the scores and winners of racks worth 1, 13 and 5."""
    game = position(spec, ["B1", "K13", "Y5"], table=["R4 R5 R6"], pool="")
    for _ in range(3):
        assert not game.over
        assert game.draw()["action"] == "pass"
    assert game.over
    assert game.ending == "pool_empty"
    return list(game.scores), list(game.winners)


def goes_out(spec: str) -> list[int]:
    """The last tile laid ends the game at once; the scores of racks worth 0, 25 and a joker."""
    game = position(
        spec, ["R7", "K13 B12", "J"], table=["R4 R5 R6"], pool="Y9", opened=[True, True, False]
    )
    game.play(["R4 R5 R6 R7"])
    assert game.over
    assert game.ending == "out"
    assert list(game.winners) == [0]
    return list(game.scores)
