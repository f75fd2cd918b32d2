"""Rummy argentino, clause by clause."""

from __future__ import annotations

import pytest
from sheet_tools import clause

import rummylab as rl
from rummylab import _core, referee
from rummylab.errors import RummyError
from rummylab.variant import load

ARG = "argentino"


def at(
    hands: list[str], *, spec: str = ARG, pile: str = "", stock: str = "5C 6C 9C", lap: int = 2,
    table: list[tuple[int, str]] | None = None, totals: list[int] | None = None,
) -> _core.DrawGame:  # fmt: skip
    """A position, seat 0 to draw."""
    return _core.DrawGame.at(
        load(spec).native_draw(),
        hands=hands,
        pile=pile,
        stock=stock,
        lap=lap,
        table=table or [],
        totals=totals or [],
    )


def meld(text: str, spec: str = ARG) -> tuple[bool, int]:
    """Whether a meld may be laid, and what it counts."""
    ruling = referee.turn(spec, table=[], rack="", result=[text], opened=False)
    return ruling.legal, ruling.opening_points or 0


@clause("ARG-01")
@pytest.mark.parametrize(("players", "cards"), [(2, 54), (3, 108), (4, 108)])
def test_cards_by_players(players: int, cards: int) -> None:
    assert referee.deal(ARG, players=players).total == cards
    with pytest.raises(RummyError):
        referee.deal(ARG, players=5)
    one_pack = "argentino:players.tiles.2=108"
    assert referee.deal(one_pack, players=2).total == 108


@clause("ARG-02")
def test_the_starter_sits_next_to_the_dealer() -> None:
    """Seat 0 starts and the last seat deals, so the cutter is the seat before the last."""
    spec = "argentino:deal.cut_bonus=50"
    frame = rl.simulate(spec, players=3, games=20_000, seed=1, record="games").frame()
    plain = rl.simulate(ARG, players=3, games=20_000, seed=1, record="games").frame()
    for seat in (1, 2, 3):
        gained = (frame[f"score_{seat}"] - plain[f"score_{seat}"]).unique()
        assert set(gained) == ({0, 50} if seat == 2 else {0})


@clause("ARG-03")
def test_eleven_cards_and_an_upcard() -> None:
    ruling = referee.deal(ARG, players=4)
    assert (ruling.hands, ruling.discard) == ([11] * 4, 1)
    assert referee.deal("argentino:deal.rack=9", players=4).hands == [9] * 4
    dealt = _core.DrawGame(load(ARG).native_draw(), players=3, seed=2)
    assert [len(hand.split()) for hand in dealt.hands] == [11, 11, 11]
    assert len(dealt.pile) == 1


@clause("ARG-04")
def test_an_exact_cut_brings_points_where_the_switch_says_so() -> None:
    rules = load("argentino:deal.cut_bonus=50")
    assert load(ARG).deal.cut_bonus == 0
    assert _core.exact_cut(rules.native_draw(), players=4, packet=44)
    assert not _core.exact_cut(rules.native_draw(), players=4, packet=45)
    frame = rl.simulate(rules, players=4, games=20_000, seed=1, record="games").frame()
    plain = rl.simulate(ARG, players=4, games=20_000, seed=1, record="games").frame()
    share = (frame["score_3"] != plain["score_3"]).mean()
    assert abs(share - 1 / 107) < 4 * (1 / 107 / 20_000) ** 0.5


@clause("ARG-05")
def test_turns_go_round_from_the_starter() -> None:
    game = at(["3S 9H", "4S 9D", "5S 10D"], spec="argentino")
    seats = []
    for _ in range(3):
        seats.append(game.seat)
        game.draw_stock()
        game.play(discard=game.hands[game.seat].split()[0])
    assert seats == [0, 1, 2]


@clause("ARG-06")
def test_the_whole_pile_or_the_top_of_the_stock() -> None:
    game = at(["3S 4S", "9S"], pile="KD QD 5H")
    game.draw_pile()
    assert set(game.hands[0].split()) == {"3S", "4S", "KD", "QD", "5H"}
    assert game.pile == []
    game = at(["3S 4S", "9S"], pile="KD QD 5H")
    game.draw_stock()
    assert set(game.hands[0].split()) == {"3S", "4S", "5C"}
    assert game.pile == ["KD", "QD", "5H"]
    top = at(["3S 4S", "9S"], spec="argentino:draw.pile=top", pile="KD QD 5H")
    top.draw_pile()
    assert top.pile == ["KD", "QD"]


@clause("ARG-07")
def test_one_discard_ends_a_turn() -> None:
    game = at(["3S 4S 9H", "9S"])
    game.draw_stock()
    with pytest.raises(RummyError, match="one discard"):
        game.play()
    game.play(discard="9H")
    assert game.seat == 1
    with pytest.raises(RummyError, match="draw first"):
        game.play(discard="9S")


@clause("ARG-08")
def test_what_a_meld_is() -> None:
    assert meld("7S 7H 7D") == (True, 15)
    assert meld("7S 7H 7D 7C") == (True, 20)
    assert meld("7S 7H 7D 7C 7S")[0] is False
    assert meld("7S 7S 7H") == (True, 15)
    assert meld("7S 7S 7H", "argentino:melds.group_repeats=false")[0] is False
    assert meld("5S 6S 7S") == (True, 15)
    assert meld("5S 6H 7S")[0] is False
    assert meld("5S 6S")[0] is False


@clause("ARG-09")
def test_nothing_is_laid_in_the_first_lap() -> None:
    hands = ["7S 7H 7D KS", "9S"]
    first = at(hands, lap=1)
    first.draw_stock()
    with pytest.raises(RummyError, match="first lap"):
        first.play(melds=["7S 7H 7D"], discard="KS")
    second = at(hands, lap=2)
    second.draw_stock()
    second.play(melds=["7S 7H 7D"], discard="KS")
    assert second.table == ["7S 7H 7D"]
    early = at(hands, spec="argentino:laying.first_lap=true", lap=1)
    early.draw_stock()
    early.play(melds=["7S 7H 7D"], discard="KS")
    frame = rl.simulate(ARG, players=4, games=300, seed=3, record="games").frame()
    turns = frame[[f"opening_turn_{seat}" for seat in (1, 2, 3, 4)]].to_numpy()
    assert turns[turns > 0].min() == 2


@clause("ARG-10")
def test_what_was_not_laid_is_subtracted() -> None:
    scores = referee.score(
        ARG,
        ending="out",
        winner="A",
        racks={"A": "", "B": "8H 8C 8S KH"},
        laid={"A": ["7S 7H 7D"], "B": ["9S 10S JS"]},
    )
    assert scores == {"A": 15, "B": 30 - 30 - 10}


@clause("ARG-11")
def test_values_of_cards() -> None:
    values = {"K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10, "A": 15, "2": 20}
    values |= dict.fromkeys("34567", 5)
    for rank, value in values.items():
        assert referee.hand(ARG, hand=f"{rank}S").deadwood == value
    assert referee.hand(ARG, hand="JK").deadwood == 50
    # A wild card counts its own value in a meld, not that of the card it stands for.
    assert meld("7S 7H JK") == (True, 60)
    assert meld("7S 7H 2C") == (True, 30)


@clause("ARG-12")
def test_jokers_and_twos_are_wild() -> None:
    assert meld("9S JK JS") == (True, 70)
    assert meld("9S 2D JS") == (True, 40)
    assert meld("AS 2S 3S") == (True, 40)
    # A two that stands for itself is wild all the same, unless the switch says otherwise.
    assert meld("AS 2S JK 4S")[0] is False
    assert meld("AS 2S JK 4S", "argentino:wild.natural=true")[0] is True
    assert meld("9S 2D JS", "argentino:wild.numbers=none")[0] is False


@clause("ARG-13")
def test_one_wild_card_in_a_group() -> None:
    assert meld("7S 7H JK")[0] is True
    assert meld("7S 7H JK 2C")[0] is False
    assert meld("7S 7H JK JK")[0] is False
    later = "argentino:wild.group_limit=2,wild.kinds=different"
    assert meld("7S 7H JK 2C", later)[0] is True
    assert meld("7S 7H JK JK", later)[0] is False


@clause("ARG-14")
def test_wild_cards_of_a_run_never_touch() -> None:
    assert meld("4S 5S 6S JK 8S 9S 2D JS") == (True, 115)
    assert meld("5S 6S JK 2D 9S")[0] is False
    assert meld("JK 5S 2H") == (True, 75)
    assert meld("5S 6S JK 2D 9S", "argentino:wild.adjacent=true")[0] is True
    # Not by laying off either.
    game = at(["2H KS QD", "9S"], table=[(0, "5S 6S JK")])
    game.draw_stock()
    with pytest.raises(RummyError, match='2H does not fit "5S 6S JK"'):
        game.play(lay_offs=[(0, "2H", False)], discard="KS")
    game.play(lay_offs=[(0, "2H", True)], discard="KS")
    assert game.table == ["2H 5S 6S JK"]


@clause("ARG-15")
def test_the_hand_grows_and_shrinks() -> None:
    game = at(["3S 4S 5S KH", "9S"], pile="7D 7H 7C QS")
    game.draw_pile()
    game.play(melds=["7D 7H 7C"], discard="QS")
    assert game.hands[0].split() == ["3S", "4S", "5S", "KH"]
    frame = rl.simulate(ARG, players=3, games=50, seed=1, record="turns").frame()
    assert frame["hand_cards"].nunique() > 12


@clause("ARG-16")
def test_a_warning_when_one_more_card_could_close() -> None:
    # Two pairs short of nothing: a third queen closes with the king as the discard.
    game = at(["QS QH KD 9C", "8S 3D"], stock="4C 5C 6C")
    game.draw_stock()
    game.play(discard="9C")
    assert game.hands[0].split() == ["QS", "QH", "KD", "4C"]
    assert game.warning is False  # two loose cards
    game.draw_stock()
    game.play(discard="3D")
    game.draw_stock()
    game.play(discard="4C")
    assert game.warning is False  # 6C came: QS QH KD 6C
    ready = at(["QS QH KD", "8S 3D"], stock="4C 5C 6C")
    ready.draw_stock()
    ready.play(discard="4C")
    assert ready.warning is True
    frame = rl.simulate(ARG, players=2, games=300, seed=2, record="turns").frame()
    assert 0 < frame["warning"].mean() < 1


@clause("ARG-17")
def test_closing_with_a_card_over() -> None:
    game = at(["7S 7H KD KH", "9S 3H"], stock="7D 5C 6C", table=[(0, "3S 4S 5S")])
    game.draw_stock()
    game.play(melds=["7S 7H 7D"], discard="KD")
    assert game.ending == ""
    close = at(["7S 7H KD", "9S 3H"], stock="7D 5C 6C", table=[(0, "3S 4S 5S")])
    close.draw_stock()
    close.play(melds=["7S 7H 7D"], discard="KD")
    assert close.ending == "out"
    assert close.pile == ["KD"]
    assert close.scores == [15 + 15, -15]


@clause("ARG-18")
def test_closing_without_a_discard() -> None:
    hands = ["7S 7H", "9S 3H"]
    game = at(hands, stock="7D 5C 6C")
    game.draw_stock()
    game.play(melds=["7S 7H 7D"])
    assert (game.ending, game.pile) == ("out", [])
    strict = at(hands, spec="argentino:end.last_discard=required", stock="7D 5C 6C")
    strict.draw_stock()
    with pytest.raises(RummyError, match="last card must be discarded"):
        strict.play(melds=["7S 7H 7D"])


@clause("ARG-19")
@pytest.mark.parametrize(("total", "legal"), [(750, True), (751, False), (0, True)])
def test_above_750_the_first_lay_down_needs_250(total: int, legal: bool) -> None:
    game = at(["9S 10S JS QS KS 3H", "9S"], totals=[total, 0])
    game.draw_stock()
    if legal:
        game.play(melds=["9S 10S JS QS KS"], discard="3H")
    else:
        with pytest.raises(RummyError, match="counts 50 points; it needs 250"):
            game.play(melds=["9S 10S JS QS KS"], discard="3H")
    # Once something lies, later melds are free.
    later = at(["9H 10H JH 3H", "9S"], totals=[total, 0], table=[(0, "3S 4S 5S")])
    later.draw_stock()
    later.play(melds=["9H 10H JH"], discard="3H")


@clause("ARG-20")
def test_a_run_of_twelve_costs_the_others() -> None:
    run = "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    racks = {"A": "", "B": "", "C": ""}
    twelve = referee.score(ARG, ending="stock_empty", racks=racks, laid={"A": [f"{run} AS"]})
    assert twelve == {"A": 100, "B": -50, "C": -50}
    eleven = referee.score(ARG, ending="stock_empty", racks=racks, laid={"A": [run]})
    assert eleven == {"A": 85, "B": 0, "C": 0}
    # Grown card by card it is the same.
    game = at(["AS", "9D"], table=[(0, run)], stock="5C 6C 7C")
    game.draw_stock()
    game.play(lay_offs=[(0, "AS", False)], discard="5C")
    assert game.ending == "out"
    assert game.scores == [100, -10 - 50]


@clause("ARG-21")
def test_the_match_goes_to_1000() -> None:
    rules = load(ARG).native_draw()
    assert not _core.draw_match_over(rules, totals=[999, -40, 0], deals=9)
    assert _core.draw_match_over(rules, totals=[1000, -40, 0], deals=9)
    assert referee.match(ARG, totals={"A": 1010, "B": 1040, "C": 3}) == "B"
    found = rl.simulate(ARG, players=3, matches=40, seed=1)
    assert found.metrics()["games_per_match"].value > 3


@clause("ARG-22")
def test_what_the_text_leaves_open() -> None:
    # An empty stock ends the deal, and it is scored.
    game = at(["7S 7H 7D KS QD", "9S"], stock="5C")
    game.draw_stock()
    game.play(melds=["7S 7H 7D"], discard="KS")
    assert game.ending == "stock_empty"
    assert game.scores == [15 - 10 - 5, -10]
    # Cards are added to own melds only; a switch lets them go anywhere.
    table = [(0, "3D 4D 5D"), (1, "9D 10D JD")]
    own = at(["QD 6D KS", "9S"], table=table)
    own.draw_stock()
    with pytest.raises(RummyError, match="another player's"):
        own.play(lay_offs=[(1, "QD", False)], discard="KS")
    own.play(lay_offs=[(0, "6D", False)], discard="KS")
    anywhere = at(["QD 6D KS", "9S"], spec="argentino:laying.lay_off=any", table=table)
    anywhere.draw_stock()
    anywhere.play(lay_offs=[(1, "QD", False)], discard="KS")
    # The ace is low or high, and nothing goes round.
    assert meld("QS KS AS") == (True, 35)
    assert meld("AS 3S 4S")[0] is False
    assert meld("KS AS 3S")[0] is False
    assert meld("KS AS 2S", "argentino:wild.numbers=none")[0] is False
    # The one who closes gets nothing for it, unless the switch says so.
    bonus = "argentino:scoring.closer_bonus=50"
    racks = {"A": "", "B": "KS"}
    assert referee.score(ARG, ending="out", racks=racks) == {"A": 0, "B": -10}
    assert referee.score(bonus, ending="out", racks=racks) == {"A": 50, "B": -10}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategies", ["greedy", "random", "random:take=90,lay=100"])
def test_every_deal_ends_and_every_step_is_legal(players: int, strategies: str) -> None:
    found = rl.simulate(ARG, games=60, players=players, strategies=strategies, checked=True, seed=9)
    metrics = found.metrics()
    assert metrics["ending.cap"].value == 0
    total = metrics["ending.out"].value + metrics["ending.stock_empty"].value
    assert total == pytest.approx(1)


@pytest.mark.parametrize(
    "spec",
    [
        "argentino:laying.lay_off=any,wild.natural=true",
        "argentino:end.last_discard=required,draw.pile=top,draw.must_use=true",
        "argentino:wild.group_limit=2,wild.kinds=different,deal.rack=9",
        "argentino:melds.run_wrap=round,wild.adjacent=true,melds.group_repeats=false",
        "argentino:draw.pile=none,opening.min_points=60",
    ],
)
def test_house_rules_play_to_their_end(spec: str) -> None:
    found = rl.simulate(spec, matches=2, players=3, strategies=["greedy", "random", "greedy"],
                        checked=True, seed=4)  # fmt: skip
    assert found.tally.total("end_cap") == 0
