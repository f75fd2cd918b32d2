"""Gin: the turn, the knock and its answers, and what public engines got wrong."""

from __future__ import annotations

import itertools
import random

import pytest

import rummylab as rl
from rummylab import _core, referee
from rummylab.errors import RummyError
from rummylab.variant import load

GIN = "gin"
SUITS = "SHDC"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
VALUE = {rank: min(number, 10) for number, rank in enumerate(RANKS, 1)}
DECK = [rank + suit for suit in SUITS for rank in RANKS]


def game(
    hands: list[str], *, spec: str = GIN, pile: str = "", stock: str, **more: object
) -> _core.DrawGame:
    return _core.DrawGame.at(load(spec).native_draw(), hands=hands, pile=pile, stock=stock, **more)


def cost(cards: set[str]) -> int:
    return sum(VALUE[card[:-1]] for card in cards)


def all_melds(cards: set[str]) -> list[frozenset[str]]:
    """Every meld that cards of one pack can form, said out loud."""
    found = []
    for rank in RANKS:
        same = [rank + suit for suit in SUITS if rank + suit in cards]
        for size in (3, 4):
            found += [frozenset(choice) for choice in itertools.combinations(same, size)]
    for suit in SUITS:
        for first in range(13):
            for last in range(first + 3, 14):
                run = [rank + suit for rank in RANKS[first:last]]
                if set(run) <= cards:
                    found.append(frozenset(run))
    return found


def least_deadwood(cards: set[str]) -> int:
    """By trying every choice of melds that do not share a card."""
    best = cost(cards)
    for meld in all_melds(cards):
        best = min(best, least_deadwood(cards - meld))
    return best


def extends(meld: frozenset[str], card: str) -> bool:
    grown = meld | {card}
    return grown in all_melds(set(grown))


def least_after_lay_offs(cards: set[str], melds: list[frozenset[str]]) -> int:
    """By trying every order in which cards can be laid off, and every way to meld the rest."""
    best = least_deadwood(cards)
    for card in cards:
        for i, meld in enumerate(melds):
            if extends(meld, card):
                grown = [*melds[:i], meld | {card}, *melds[i + 1 :]]
                best = min(best, least_after_lay_offs(cards - {card}, grown))
    return best


# --- The deal and the turn


def test_the_upcard_is_offered_to_the_starter_then_to_the_other() -> None:
    dealt = _core.DrawGame(load(GIN).native_draw(), players=2, seed=1)
    assert (dealt.phase, dealt.seat, dealt.stock_left) == ("offer", 0, 31)
    dealt.refuse()
    assert (dealt.phase, dealt.seat) == ("offer", 1)
    upcard = dealt.pile[-1]
    dealt.draw_pile()
    assert upcard in dealt.hands[1].split()
    assert dealt.phase == "play"


def test_refused_by_both_the_starter_draws_from_the_stock() -> None:
    dealt = _core.DrawGame(load(GIN).native_draw(), players=2, seed=1)
    dealt.refuse()
    dealt.refuse()
    assert (dealt.phase, dealt.seat, dealt.can_take) == ("draw", 0, False)
    with pytest.raises(RummyError, match="cannot be taken"):
        dealt.draw_pile()
    dealt.draw_stock()
    assert dealt.stock_left == 30


def test_without_the_offer_the_pile_may_be_taken_at_once() -> None:
    rules = load("gin:deal.upcard_offer=false").native_draw()
    dealt = _core.DrawGame(rules, players=2, seed=1)
    assert (dealt.phase, dealt.can_take) == ("draw", True)


def test_a_taken_card_may_not_be_discarded_at_once() -> None:
    hands = ["AC 2C 3C 4D 5D 6D 7H 8H 9H KS", "2H"]
    position = {"pile": "KD", "stock": "3S 4S 5S"}
    played = game(hands, **position)
    played.draw_pile()
    with pytest.raises(RummyError, match="KD was taken from the pile and may not be discarded"):
        played.play(discard="KD")
    allowed = game(hands, spec="gin:draw.return_taken=true", **position)
    allowed.draw_pile()
    allowed.play(discard="KD")
    assert allowed.pile == ["KD"]


def test_the_deal_is_void_when_two_cards_are_left() -> None:
    played = game(["KS QH 9D 7C 5S 3H 2D AC JS 8H", "2H"], stock="4S 6S 10D")
    played.draw_stock()
    played.play(discard="KS")
    assert played.stock_left == 2
    assert played.ending == "stock_empty"
    assert played.scores == [0, 0]


# --- Ending the deal


def test_gin_is_judged_after_the_discard() -> None:
    # Ten of the eleven cards are melded and the eleventh counts 10: a knock, and no gin.
    hands = ["AC 2C 3C 4D 5D 6D 7H 8H 9H KS", "KH QH JD 10S"]
    played = game(hands, stock="2S 4S 5S 6S")
    played.draw_stock()
    played.play(discard="KS", show=True)
    assert played.ending == "knock"
    assert played.hand_points == [2, 40]
    assert played.scores == [38, 0]


def test_all_eleven_cards_melded_are_big_gin_without_a_discard() -> None:
    hands = ["AC 2C 3C 4D 5D 6D 7H 8H 9H 10H", "KH KS QD"]
    played = game(hands, stock="JH 4S 5S 6S")
    played.draw_stock()
    played.play(show=True)
    assert played.ending == "big_gin"
    assert played.scores == [30 + 31, 0]
    plain = game(hands, spec="gin:scoring.big_gin_bonus=0", stock="JH 4S 5S 6S")
    plain.draw_stock()
    with pytest.raises(RummyError, match="there is no big gin"):
        plain.play(show=True)
    plain.play(discard="JH", show=True)
    assert plain.ending == "gin"
    assert plain.scores == [30 + 25, 0]


def test_eleven_cards_that_are_not_all_melded_need_a_discard() -> None:
    played = game(["AC 2C 3C 4D 5D 6D 7H 8H 9H 10H", "KH"], stock="2S 4S 5S 6S")
    played.draw_stock()
    with pytest.raises(RummyError, match="big gin needs every card melded"):
        played.play(show=True)


@pytest.mark.parametrize(("limit", "knocks"), [(10, True), (9, False), (0, False)])
def test_the_limit_of_a_knock(limit: int, knocks: bool) -> None:
    played = game(
        ["AC 2C 3C 4D 5D 6D 7H 8H 9H 10S", "KH"],
        spec=f"gin:knock.limit={limit}",
        stock="QS 4S 5S 6S",
    )
    played.draw_stock()
    if knocks:
        played.play(discard="QS", show=True)
        assert played.ending in ("knock", "undercut")
    else:
        with pytest.raises(RummyError, match=f"a knock needs {limit} or less"):
            played.play(discard="QS", show=True)


def test_straight_gin_knows_no_knock() -> None:
    assert referee.hand("gin-straight", hand="AC 2C 3C 4D 5D 6D 7H 8H 9H AS").can_knock is False
    assert referee.hand("gin-straight", hand="AC 2C 3C 4D 5D 6D 7H 8H 9H 10H").can_knock is True


@pytest.mark.parametrize(("upcard", "limit"), [("7D", 7), ("KD", 10), ("AD", 0), ("10S", 10)])
def test_oklahoma_reads_the_upcard(upcard: str, limit: int) -> None:
    played = game(["AC", "KH"], spec="gin-oklahoma", stock="2S 4S 5S", upcard=upcard)
    assert played.knock_limit == limit
    hand = "AC 2C 3C 4D 5D 6D 7H 8H 9H 7S"
    assert referee.hand("gin-oklahoma", hand=hand, upcard=upcard).can_knock == (limit >= 7)


def test_oklahoma_doubles_for_spades() -> None:
    held = {"A": 4, "B": 19}
    plain = referee.score("gin-oklahoma", ending="knock", winner="A", rack_points=held, upcard="7H")
    double = referee.score(
        "gin-oklahoma", ending="knock", winner="A", rack_points=held, upcard="7S"
    )
    assert (plain, double) == ({"A": 15, "B": 0}, {"A": 30, "B": 0})
    run = rl.simulate("gin-oklahoma", games=3000, seed=5, record="games").frame()
    single = rl.simulate(
        "gin-oklahoma:knock.spades_double=false", games=3000, seed=5, record="games"
    ).frame()
    ratio = run["score_1"] + run["score_2"] - 2 * (single["score_1"] + single["score_2"])
    doubled = (ratio == 0) & (single["winner"] > 0)
    assert 0.2 < doubled.mean() / (single["winner"] > 0).mean() < 0.3


def test_a_tie_is_an_undercut_and_never_nothing() -> None:
    hands = ["AC 2C 3C 4D 5D 6D 7H 8H 9H 8S", "JC QC KC 2H 2D 2S 10C 10H 10D 8C"]
    played = game(hands, stock="KS 4S 5S 6S")
    played.draw_stock()
    played.play(discard="KS", show=True)
    assert played.hand_points == [8, 8]
    assert played.ending == "undercut"
    assert played.scores == [0, 25]
    strict = game(hands, spec="gin:scoring.undercut_tie=false", stock="KS 4S 5S 6S")
    strict.draw_stock()
    strict.play(discard="KS", show=True)
    assert (strict.ending, strict.scores) == ("knock", [0, 0])


def test_a_deal_pays_by_both_hands() -> None:
    for mine, theirs in itertools.product(range(11), range(0, 99, 7)):
        scores = referee.score(
            GIN, ending="knock", winner="A", rack_points={"A": mine, "B": theirs}
        )
        if theirs <= mine:
            assert scores == {"A": 0, "B": 25 + mine - theirs}
        else:
            assert scores == {"A": theirs - mine, "B": 0}


def test_an_ace_counts_one_and_is_low() -> None:
    assert referee.hand(GIN, hand="AS 2S 3S KH").deadwood == 10
    assert referee.hand(GIN, hand="QS KS AS").deadwood == 21  # no run, and the ace counts 1
    assert referee.hand(GIN, hand="AS").deadwood == 1


def test_a_run_of_five_is_split_where_that_is_better() -> None:
    # A finder that takes the long run first leaves 5H and 5D.
    ruling = referee.hand(GIN, hand="AS 2S 3S 4S 5S 5H 5D KC QD JH")
    assert ruling.deadwood == 30
    assert "AS 2S 3S 4S" in ruling.melds
    assert sorted(len(meld.split()) for meld in ruling.melds) == [3, 4]
    # And here six in a row are two runs of three, each joined by nothing.
    assert referee.hand(GIN, hand="3S 4S 5S 6S 7S 8S 6H 6D KC QD").deadwood == 20 + 12


def test_random_hands_have_the_least_deadwood() -> None:
    chance = random.Random(3)
    for _ in range(300):
        cards = chance.sample(DECK, 10)
        assert referee.hand(GIN, hand=" ".join(cards)).deadwood == least_deadwood(set(cards))


# --- The answer to a knock


def test_cards_are_laid_off_on_the_knockers_melds() -> None:
    hands = ["AC 2C 3C 4D 5D 6D 7H 8H 9H AS", "4C 5C 10H JH 7D KS KD"]
    played = game(hands, stock="QS 4S 5S 6S")
    played.draw_stock()
    played.play(discard="QS", show=True)
    # 4C and 5C on the clubs, 10H and JH on the hearts, 7D on the diamonds.
    assert played.hand_points == [1, 20]
    assert played.scores == [19, 0]


def test_nothing_is_laid_off_against_gin() -> None:
    hands = ["AC 2C 3C 4D 5D 6D 7H 8H 9H KS", "4C 5C"]
    played = game(hands, stock="10H 4S 5S 6S")
    played.draw_stock()
    played.play(discard="KS", show=True)
    assert (played.ending, played.hand_points) == ("gin", [0, 9])
    assert played.scores == [34, 0]


def test_lay_offs_can_be_switched_off() -> None:
    hands = ["AC 2C 3C 4D 5D 6D 7H 8H 9H AS", "4C 5C 10H JH 7D KS KD"]
    played = game(hands, spec="gin:laying.lay_off=none", stock="QS 4S 5S 6S")
    played.draw_stock()
    played.play(discard="QS", show=True)
    assert played.hand_points == [1, 9 + 20 + 7 + 20]


def test_the_answer_is_the_best_of_all_lay_offs() -> None:
    chance = random.Random(11)
    tried = 0
    while tried < 120:
        cards = chance.sample(DECK, 20)
        mine, theirs = cards[:10], cards[10:]
        ruling = referee.hand(GIN, hand=" ".join(mine))
        if not ruling.melds:
            continue
        tried += 1
        melds = [frozenset(meld.split()) for meld in ruling.melds]
        points = _core.draw_hand_points(
            load(GIN).native_draw(),
            hands=[" ".join(mine), " ".join(theirs)],
            closer=0,
            gin=ruling.gin,
            indicator="",
        )
        if ruling.gin:
            assert points[1] == least_deadwood(set(theirs))
        else:
            assert points == [ruling.deadwood, least_after_lay_offs(set(theirs), melds)]


def test_the_knockers_melds_do_not_depend_on_the_other_hand() -> None:
    """Two ways to meld cost the same; which one is shown is the same whoever sits opposite."""
    mine = "4S 5S 6S 5H 5D 9C 10C JC QC KC"
    shown = referee.hand(GIN, hand=mine).melds
    for other in ("3S 7S", "5C 7S", "KS KD"):
        played = game([mine, other], stock="QD 4C 6C 6H")
        played.draw_stock()
        played.play(discard="QD", show=True)
        melds = [frozenset(meld.split()) for meld in shown]
        assert played.hand_points[1] == least_after_lay_offs(set(other.split()), melds)


# --- Matches


def test_a_match_ends_at_its_target() -> None:
    rules = load(GIN).native_draw()
    assert not _core.draw_match_over(rules, totals=[99, 98], deals=7)
    assert _core.draw_match_over(rules, totals=[100, 0], deals=2)
    assert _core.draw_match_over(rules, totals=[0, 0], deals=1000)


def test_the_match_goes_to_who_crossed_the_target_whoever_was_on_turn() -> None:
    for names in (("A", "B"), ("B", "A")):
        totals = {name: 104 if name == "A" else 88 for name in names}
        won = {name: 4 if name == "A" else 6 for name in names}
        assert referee.match(GIN, totals=totals, games_won=won) == "A"
        points = referee.match_points(
            "gin:match.game_bonus=100,match.box_bonus=20", totals=totals, games_won=won
        )
        assert points == {"A": 104 + 80 + 100, "B": 88 + 120}


def test_a_shutout_counts_double_by_a_switch() -> None:
    spec = "gin:match.game_bonus=100,match.box_bonus=25,match.shutout_factor=2"
    assert referee.match_points(spec, totals={"A": 110, "B": 0}, games_won={"A": 3, "B": 0}) == {
        "A": 2 * (110 + 75 + 100),
        "B": 0,
    }
    assert referee.match_points(spec, totals={"A": 110, "B": 9}, games_won={"A": 3, "B": 1}) == {
        "A": 110 + 75 + 100,
        "B": 9 + 25,
    }


def test_matches_are_played_to_their_end() -> None:
    frame = rl.simulate(GIN, matches=200, seed=4, record="games").frame()
    for _, deals in frame.groupby("match"):
        totals = [0, 0]
        starters: list[int] = []
        for place, (_, row) in enumerate(deals.iterrows()):
            assert max(totals) < 100
            first = row["first_player"] - 1
            assert place == 0 or first != starters[-1]  # the deal passes on
            starters.append(first)
            totals[first] += row["score_1"]
            totals[1 - first] += row["score_2"]
        assert max(totals) >= 100


# --- Games of strategies


def test_the_deadwood_of_dealt_hands() -> None:
    frame = rl.simulate(GIN, games=100_000, seed=1, record="games").frame()
    dealt = frame["dealt_deadwood"] / 2  # of two hands that share a pack
    error = dealt.std() / len(dealt) ** 0.5
    assert abs(dealt.mean() - 56.57) < 4 * error + 0.01


def test_starters_and_others_are_dealt_alike() -> None:
    found = rl.simulate(GIN, games=20_000, seed=2)
    assert 0.45 < found.metrics()["first_player_win_rate"].value < 0.55


def test_greedy_beats_random() -> None:
    found = rl.simulate(GIN, games=500, strategies=["greedy", "random"], rotate="players")
    assert found.metrics()["win_rate.player_1"].low > 0.7


@pytest.mark.parametrize("spec", [GIN, "gin-straight", "gin-oklahoma"])
@pytest.mark.parametrize("strategies", ["greedy", "random", "greedy:gain=5", "greedy:knock=0"])
def test_every_deal_ends_and_every_step_is_legal(spec: str, strategies: str) -> None:
    found = rl.simulate(spec, games=300, strategies=strategies, checked=True, seed=9)
    metrics = found.metrics()
    assert metrics["ending.cap"].value == 0
    endings = ("knock", "gin", "big_gin", "undercut", "stock_empty")
    assert sum(metrics[f"ending.{name}"].value for name in endings) == pytest.approx(1)


def test_a_cap_is_counted_on_its_own() -> None:
    found = rl.simulate(GIN, games=200, strategies="random", turn_cap=5, seed=1)
    caps = found.tally.total("end_cap")
    assert caps > 150
    assert found.tally.total("winners") + found.tally.total("end_stock_empty") + caps == 200
