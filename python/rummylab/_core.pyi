"""
The native core of rummylab. Use the names of the package rummylab instead.
"""
from __future__ import annotations
import collections.abc
import numpy
import numpy.typing
import typing
__all__: list[str] = ['BLOCK_CLUSTERS', 'DealRuling', 'DrawGame', 'DrawHandSolver', 'DrawRules', 'HandMeldRuling', 'HandPlan', 'HandRules', 'MeldRuling', 'PackedPositions', 'PlainHandSolver', 'Play', 'ReadingRuling', 'Referee', 'Rules', 'SimulationData', 'SolvedHands', 'SolvedPositions', 'Solver', 'TableGame', 'TurnRuling', 'best_hands', 'best_plays', 'canonical_strategy', 'deal_counts', 'draw_deal_counts', 'draw_hand_points', 'draw_laid_points', 'draw_match_over', 'draw_match_points', 'draw_match_winners', 'draw_starter', 'enum_spellings', 'exact_cut', 'key_bounds', 'match_games', 'match_winners', 'okey', 'philox', 'replay', 'rule_on_cards', 'rule_on_hand', 'rule_on_turn', 'score_deal', 'score_draw_deal', 'simulate', 'starters', 'strategies']
class Rules:
    """
    The rules of a table game as plain data, checked.
    """
    __hash__: typing.ClassVar[None] = None  # type: ignore[assignment]
    @staticmethod
    def from_dict(sections: dict[str, typing.Any]) -> Rules:
        """
        Rules from nested dicts; keys left out are defaults.
        """
    def __eq__(self, arg0: object) -> bool:
        ...
    def __getstate__(self) -> dict[str, typing.Any]:
        ...
    def __init__(self) -> None:
        """
        The rules with every key at its default.
        """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: dict[str, typing.Any]) -> None:
        ...
    def tile_count(self, *, players: typing.SupportsInt | typing.SupportsIndex) -> int:
        """
        Tiles in a game of so many players.
        """
    def to_dict(self) -> dict[str, typing.Any]:
        """
        Nested dicts by section with every key.
        """
class DrawRules:
    """
    The rules of a draw game as plain data, checked.
    """
    __hash__: typing.ClassVar[None] = None  # type: ignore[assignment]
    @staticmethod
    def from_dict(sections: dict[str, typing.Any]) -> DrawRules:
        """
        Rules from nested dicts; keys left out are defaults.
        """
    def __eq__(self, arg0: object) -> bool:
        ...
    def __getstate__(self) -> dict[str, typing.Any]:
        ...
    def __init__(self) -> None:
        """
        The rules with every key at its default.
        """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: dict[str, typing.Any]) -> None:
        ...
    def tile_count(self, *, players: typing.SupportsInt | typing.SupportsIndex) -> int:
        """
        Tiles in a game of so many players.
        """
    def to_dict(self) -> dict[str, typing.Any]:
        """
        Nested dicts by section with every key.
        """
class Play:
    """
    What a turn lays: rack tiles, and the table that results.
    
    Examples
    --------
    >>> import rummylab as rl
    >>> play = rl.best_play("rummikub", table=["R4 R5 R6 R7"], rack="R6 R8 K1")
    >>> play.placed, play.table, play.count, play.points
    ('R6 R8', ['R4 R5 R6', 'R6 R7 R8'], 2, 14)
    """
    def __eq__(self, arg0: object) -> bool:
        ...
    def __getstate__(self) -> tuple[str, list[str], str, int, int]:
        ...
    def __hash__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple[str, collections.abc.Sequence[str], str, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex]) -> None:
        ...
    @property
    def count(self) -> int:
        """
        How many rack tiles are laid.
        """
    @property
    def placed(self) -> str:
        """
        The rack tiles laid, as text in the fixed order of tiles.
        """
    @property
    def points(self) -> int:
        """
        What the laid tiles would cost on the rack at the final count.
        """
    @property
    def table(self) -> list[str]:
        """
        The melds after the play, as texts; a joker is written where it stands. One of plays() is laid when this is first asked for.
        """
    @property
    def to_rack(self) -> str:
        """
        Jokers taken to the rack (joker.reuse = keep), as text.
        """
class Solver:
    """
    Finds plays under one set of rules.
    """
    def __init__(self, rules: Rules, players: typing.SupportsInt | typing.SupportsIndex = 0) -> None:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def best_play(self, table: collections.abc.Sequence[str], rack: str, opened: bool, objective: str) -> Play | None:
        ...
    def can_play(self, table: collections.abc.Sequence[str], rack: str, opened: bool) -> bool:
        ...
    def plays(self, table: collections.abc.Sequence[str], rack: str, opened: bool, limit: typing.SupportsInt | typing.SupportsIndex | None = None) -> list[Play]:
        ...
class PackedPositions:
    """
    Positions read once, for best_plays().
    """
    def __getstate__(self) -> tuple[Rules, list[tuple[list[str], str, bool]], int]:
        ...
    def __init__(self, rules: Rules, positions: list[tuple[collections.abc.Sequence[str], str, bool]], players: typing.SupportsInt | typing.SupportsIndex = 0) -> None:
        ...
    def __len__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def __setstate__(self, arg0: tuple[Rules, list[tuple[collections.abc.Sequence[str], str, bool]], typing.SupportsInt | typing.SupportsIndex]) -> None:
        ...
class SolvedPositions:
    """
    A sequence of Play or None, one for each position.
    """
    def __getitem__(self, index: typing.SupportsInt | typing.SupportsIndex) -> Play | None:
        ...
    def __getstate__(self) -> list[tuple[str, list[str], str, int, int]]:
        ...
    def __len__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def __setstate__(self, arg0: list[tuple[str, collections.abc.Sequence[str], str, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex]]) -> None:
        ...
class HandRules:
    """
    All that the melds of a hand depend on.
    """
    adjacent_wilds: bool
    different_wilds: bool
    group_repeats: bool
    natural_wilds: bool
    run_wrap: str
    wild_stands_for: bool
    def __init__(self) -> None:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    @property
    def copies(self) -> int:
        ...
    @copies.setter
    def copies(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def deadwood(self) -> list[int]:
        ...
    @deadwood.setter
    def deadwood(self, arg1: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]) -> None:
        ...
    @property
    def group_max(self) -> int:
        ...
    @group_max.setter
    def group_max(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def group_wilds(self) -> int:
        ...
    @group_wilds.setter
    def group_wilds(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def joker_deadwood(self) -> int:
        ...
    @joker_deadwood.setter
    def joker_deadwood(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def joker_points(self) -> int:
        ...
    @joker_points.setter
    def joker_points(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def jokers(self) -> int:
        ...
    @jokers.setter
    def jokers(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def low_ace_points(self) -> int:
        ...
    @low_ace_points.setter
    def low_ace_points(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def min_length(self) -> int:
        ...
    @min_length.setter
    def min_length(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def min_naturals(self) -> int:
        ...
    @min_naturals.setter
    def min_naturals(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def points(self) -> list[int]:
        ...
    @points.setter
    def points(self, arg1: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]) -> None:
        ...
    @property
    def ranks(self) -> int:
        ...
    @ranks.setter
    def ranks(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def run_max(self) -> int:
        ...
    @run_max.setter
    def run_max(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def run_wilds(self) -> int:
        ...
    @run_wilds.setter
    def run_wilds(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def suits(self) -> int:
        ...
    @suits.setter
    def suits(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
    @property
    def wild_points(self) -> list[int]:
        ...
    @wild_points.setter
    def wild_points(self, arg1: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]) -> None:
        ...
    @property
    def wild_ranks(self) -> int:
        ...
    @wild_ranks.setter
    def wild_ranks(self, arg0: typing.SupportsInt | typing.SupportsIndex) -> None:
        ...
class HandPlan:
    """
    A hand split into melds and the rest.
    
    Examples
    --------
    >>> import rummylab as rl
    >>> plan = rl.best_hand("gin", "AC 2C 3C 4D 5D 6D 7H 8H 9H 10S")
    >>> plan.melds, plan.leftover, plan.deadwood
    (['7H 8H 9H', '4D 5D 6D', 'AC 2C 3C'], '10S', 10)
    """
    __hash__: typing.ClassVar[None] = None  # type: ignore[assignment]
    def __eq__(self, arg0: object) -> bool:
        ...
    def __getstate__(self) -> tuple[list[str], str, int, int, int, int]:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def __repr__(self) -> str:
        ...
    def __setstate__(self, arg0: tuple[collections.abc.Sequence[str], str, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex]) -> None:
        ...
    @property
    def deadwood(self) -> int:
        """
        What the other cards cost.
        """
    @property
    def leftover(self) -> str:
        """
        The other cards, as text.
        """
    @property
    def melded(self) -> int:
        """
        How many cards lie in melds.
        """
    @property
    def melds(self) -> list[str]:
        """
        The melds as texts; a wild card is written where it stands.
        """
    @property
    def points(self) -> int:
        """
        What the melds count.
        """
    @property
    def value(self) -> int:
        """
        In the unit of the objective.
        """
class HandMeldRuling:
    """
    A ruling on cards as one meld.
    """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    @property
    def kind(self) -> str:
        ...
    @property
    def legal(self) -> bool:
        ...
    @property
    def points(self) -> int:
        ...
    @property
    def reason(self) -> str:
        ...
class PlainHandSolver:
    """
    Finds the best melds of hands under rules given one by one.
    """
    def __init__(self, rules: HandRules) -> None:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def best(self, hand: str, objective: str) -> HandPlan:
        ...
    def best_discard(self, hand: str, objective: str) -> tuple[str, int]:
        ...
    def meld(self, cards: str, ordered: bool = True) -> HandMeldRuling:
        ...
    def pairs(self, hand: str) -> int:
        ...
    def value(self, hand: str, objective: str) -> int:
        ...
class DrawHandSolver:
    """
    Finds the best melds of hands of a draw game.
    """
    def __init__(self, rules: DrawRules, players: typing.SupportsInt | typing.SupportsIndex = 0) -> None:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def best(self, hand: str, objective: str, indicator: str = '') -> HandPlan:
        ...
class SolvedHands:
    """
    A sequence of HandPlan, one for each hand.
    """
    def __getitem__(self, index: typing.SupportsInt | typing.SupportsIndex) -> HandPlan:
        ...
    def __getstate__(self) -> tuple[DrawRules, int, str, str, list[str], list[int]]:
        ...
    def __len__(self) -> int:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def __setstate__(self, arg0: tuple[DrawRules, typing.SupportsInt | typing.SupportsIndex, str, str, list[str], collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]]) -> None:
        ...
    @property
    def values(self) -> numpy.typing.NDArray[numpy.int32]:
        ...
class ReadingRuling:
    """
    One way to read a meld.
    """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    @property
    def jokers(self) -> list[str]:
        ...
    @property
    def kind(self) -> str:
        ...
    @property
    def text(self) -> str:
        ...
    @property
    def value(self) -> int:
        ...
class MeldRuling:
    """
    What a text is as a meld.
    """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    @property
    def legal(self) -> bool:
        ...
    @property
    def readings(self) -> list[ReadingRuling]:
        ...
    @property
    def reason(self) -> str:
        ...
class TurnRuling:
    """
    Whether a turn is legal.
    """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    @property
    def ends_game(self) -> bool | None:
        ...
    @property
    def legal(self) -> bool:
        ...
    @property
    def opening_points(self) -> int | None:
        ...
    @property
    def reason(self) -> str:
        ...
class DealRuling:
    """
    Counts of tiles when the first regular turn begins.
    """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    @property
    def discard(self) -> int:
        ...
    @property
    def hands(self) -> list[int]:
        ...
    @property
    def own_piles(self) -> list[int]:
        ...
    @property
    def pool(self) -> int:
        ...
    @property
    def remainder(self) -> int:
        ...
    @property
    def total(self) -> int:
        ...
class Referee:
    """
    Judges texts by one rule set.
    """
    def __init__(self, rules: Rules, players: typing.SupportsInt | typing.SupportsIndex = 0) -> None:
        ...
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def meld(self, text: str, ordered: bool) -> MeldRuling:
        ...
    def rack_points(self, racks: collections.abc.Sequence[str]) -> list[int]:
        ...
    def table(self, melds: collections.abc.Sequence[str]) -> tuple[bool, str]:
        ...
    def turn(self, *, table: collections.abc.Sequence[str], rack: str, result: collections.abc.Sequence[str], opened: bool, rack_after: str | None, declared: collections.abc.Sequence[str]) -> TurnRuling:
        ...
class TableGame:
    """
    A game played by hand, every step held to the rules; seats from 0.
    """
    @staticmethod
    def at(rules: Rules, *, racks: collections.abc.Sequence[str], table: collections.abc.Sequence[str], opened: collections.abc.Sequence[bool], pool: str) -> TableGame:
        """
        Any position, seat 0 to move; the pool in the order of drawing.
        """
    def __init__(self, rules: Rules, *, players: typing.SupportsInt | typing.SupportsIndex, seed: typing.SupportsInt | typing.SupportsIndex = 0, deal: typing.SupportsInt | typing.SupportsIndex = 0, game: typing.SupportsInt | typing.SupportsIndex = 0) -> None:
        """
        A dealt game.
        """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def discard(self, tile: str) -> None:
        """
        The starter's dead tile.
        """
    def draw(self) -> dict[str, typing.Any]:
        """
        Lay nothing: draw, pass, or end the second half of a turn.
        """
    def fail(self, result: collections.abc.Sequence[str]) -> dict[str, typing.Any]:
        """
        Leave the table like this, in any pieces, out of time.
        """
    def play(self, result: collections.abc.Sequence[str]) -> dict[str, typing.Any]:
        """
        Lay what the result adds to the table.
        """
    def why_not_draw(self) -> str:
        """
        Why the seat may not leave out laying; empty when it may.
        """
    @property
    def discards(self) -> str:
        ...
    @property
    def drawn(self) -> bool:
        """
        In the second half of a draw_then_play turn.
        """
    @property
    def ending(self) -> str:
        ...
    @property
    def must_discard(self) -> bool:
        ...
    @property
    def opened(self) -> list[typing.Any]:
        """
        Whether each seat may use the table.
        """
    @property
    def over(self) -> bool:
        ...
    @property
    def players(self) -> int:
        ...
    @property
    def pool(self) -> int:
        ...
    @property
    def racks(self) -> list[typing.Any]:
        ...
    @property
    def scores(self) -> list[typing.Any]:
        ...
    @property
    def seat(self) -> int:
        """
        Who is to move.
        """
    @property
    def table(self) -> list[str]:
        ...
    @property
    def turn(self) -> int:
        """
        From 1.
        """
    @property
    def view(self) -> dict[str, typing.Any]:
        """
        What the seat to move may know.
        """
    @property
    def winners(self) -> list[int]:
        ...
class SimulationData:
    """
    What a simulation counted; whole numbers only.
    """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    @property
    def block_sums(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        The sums block by block, shape (B, K).
        """
    @property
    def clusters(self) -> int:
        """
        Deals, or matches, played.
        """
    @property
    def columns(self) -> dict[str, typing.Any]:
        """
        The recorded rows, column by column, not copied.
        """
    @property
    def cross(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        Sums of products by pairs, shape (K, K).
        """
    @property
    def histograms(self) -> dict[str, typing.Any]:
        """
        Counts by value; the last bin counts everything above it.
        """
    @property
    def quantities(self) -> list[str]:
        """
        The K names of what is summed.
        """
    @property
    def seconds(self) -> float:
        """
        How long it took.
        """
    @property
    def sums(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        Sums over the clusters, shape (K,).
        """
    @property
    def units(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        The quantities cluster by cluster, shape (clusters, K); no rows unless kept.
        """
class DrawGame:
    """
    A deal of a draw game played by hand, held to the rules; seats from 0.
    """
    @staticmethod
    def at(rules: DrawRules, *, hands: collections.abc.Sequence[str], pile: str = '', stock: str = '', table: collections.abc.Sequence[tuple[typing.SupportsInt | typing.SupportsIndex, str]] = [], totals: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex] = [], lap: typing.SupportsInt | typing.SupportsIndex = 2, upcard: str = '', indicator: str = '') -> DrawGame:
        """
        Any position, seat 0 to draw; the top of the pile last, the next of the stock first.
        """
    def __init__(self, rules: DrawRules, *, players: typing.SupportsInt | typing.SupportsIndex, seed: typing.SupportsInt | typing.SupportsIndex = 0, deal: typing.SupportsInt | typing.SupportsIndex = 0, game: typing.SupportsInt | typing.SupportsIndex = 0, totals: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex] = []) -> None:
        """
        A deal.
        """
    def __reduce__(self) -> tuple[typing.Any, ...]:
        ...
    def draw_pile(self) -> None:
        """
        Take the pile, its top, or the upcard that is offered.
        """
    def draw_stock(self) -> None:
        """
        Draw the next card of the stock.
        """
    def play(self, melds: collections.abc.Sequence[str] = [], pairs: collections.abc.Sequence[str] = [], lay_offs: collections.abc.Sequence[tuple[typing.SupportsInt | typing.SupportsIndex, str, bool]] = [], discard: str = '', show: bool = False) -> None:
        """
        Lay melds and pairs, lay off (meld, card, at its front), discard, end the deal.
        """
    def refuse(self) -> None:
        """
        Refuse the upcard.
        """
    @property
    def can_take(self) -> bool:
        ...
    @property
    def ending(self) -> str:
        ...
    @property
    def hand_points(self) -> list[typing.Any]:
        ...
    @property
    def hands(self) -> list[typing.Any]:
        ...
    @property
    def knock_limit(self) -> int:
        ...
    @property
    def phase(self) -> str:
        """
        offer, draw, play or over.
        """
    @property
    def pile(self) -> list[str]:
        ...
    @property
    def scores(self) -> list[typing.Any]:
        ...
    @property
    def seat(self) -> int:
        """
        Who is to move.
        """
    @property
    def stock_left(self) -> int:
        ...
    @property
    def table(self) -> list[str]:
        ...
    @property
    def warning(self) -> bool:
        """
        Whether who moved last could close with one more card.
        """
def best_hands(solver: DrawHandSolver, hands: list[str], objective: str, indicator: str, threads: typing.SupportsInt | typing.SupportsIndex) -> SolvedHands:
    ...
def best_plays(packed: PackedPositions, objective: str, threads: typing.SupportsInt | typing.SupportsIndex) -> SolvedPositions:
    ...
def canonical_strategy(spec: str, family: str = 'table') -> str:
    """
    The spec without parameters at their standard values; an error lists what exists.
    """
def deal_counts(rules: Rules, players: typing.SupportsInt | typing.SupportsIndex) -> DealRuling:
    ...
def draw_deal_counts(rules: DrawRules, *, players: typing.SupportsInt | typing.SupportsIndex) -> dict[str, typing.Any]:
    """
    How many cards lie where.
    """
def draw_hand_points(rules: DrawRules, *, hands: collections.abc.Sequence[str], closer: typing.SupportsInt | typing.SupportsIndex, gin: bool, indicator: str) -> list[int]:
    """
    What the hands come to at the end.
    """
def draw_laid_points(rules: DrawRules, *, melds: collections.abc.Sequence[str], players: typing.SupportsInt | typing.SupportsIndex) -> tuple[int, int]:
    """
    The points of melds, and how many long runs they hold.
    """
def draw_match_over(rules: DrawRules, *, totals: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], deals: typing.SupportsInt | typing.SupportsIndex) -> bool:
    """
    Whether a match has ended.
    """
def draw_match_points(rules: DrawRules, *, totals: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], games_won: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]) -> list[int]:
    """
    The points with the bonuses of the match.
    """
def draw_match_winners(rules: DrawRules, *, totals: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], games_won: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]) -> list[int]:
    """
    Who won a match, seats from 0.
    """
def draw_starter(rules: Rules, *, players: typing.SupportsInt | typing.SupportsIndex, seed: typing.SupportsInt | typing.SupportsIndex, deal: typing.SupportsInt | typing.SupportsIndex, game: typing.SupportsInt | typing.SupportsIndex = 0) -> int:
    """
    Who starts the first game of a match by deal.starter, from 0.
    """
def enum_spellings() -> dict[str, list[str]]:
    """
    The spellings of every key that takes a word, in order.
    """
def exact_cut(rules: DrawRules, *, players: typing.SupportsInt | typing.SupportsIndex, packet: typing.SupportsInt | typing.SupportsIndex) -> bool:
    """
    Whether a packet has just the cards that are dealt.
    """
def key_bounds() -> dict[str, tuple[int, int]]:
    """
    The least and the greatest number of every key that takes an integer.
    """
def match_games(rules: Rules, *, players: typing.SupportsInt | typing.SupportsIndex) -> int:
    """
    How many games a match has.
    """
def match_winners(rules: Rules, *, totals: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], games_won: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]) -> list[int]:
    ...
def okey(rules: DrawRules, *, indicator: str) -> str:
    """
    The wild tile, whose face the false okeys are.
    """
def philox(*, key: typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(2)"], counter: typing.Annotated[collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], "FixedSize(4)"]) -> typing.Annotated[list[int], "FixedSize(4)"]:
    """
    One block of Philox4x64-10: four words.
    """
@typing.overload
def replay(rules: Rules, *, players: typing.SupportsInt | typing.SupportsIndex, strategies: list[typing.Any], seed: typing.SupportsInt | typing.SupportsIndex, deal: typing.SupportsInt | typing.SupportsIndex, rotation: typing.SupportsInt | typing.SupportsIndex, rotate: str, match_game: typing.SupportsInt | typing.SupportsIndex | None, turn_cap: typing.SupportsInt | typing.SupportsIndex, names: collections.abc.Sequence[str]) -> dict[str, typing.Any]:
    """
    Play one game again: {"game": everything that happened, "text": a transcript}.
    """
@typing.overload
def replay(rules: DrawRules, *, players: typing.SupportsInt | typing.SupportsIndex, strategies: collections.abc.Sequence[str], seed: typing.SupportsInt | typing.SupportsIndex, deal: typing.SupportsInt | typing.SupportsIndex, rotation: typing.SupportsInt | typing.SupportsIndex, rotate: str, match_game: typing.SupportsInt | typing.SupportsIndex | None, turn_cap: typing.SupportsInt | typing.SupportsIndex, names: collections.abc.Sequence[str]) -> dict[str, typing.Any]:
    """
    The same for a draw game.
    """
def rule_on_cards(rules: DrawRules, cards: str, *, ordered: bool = True, indicator: str = '', players: typing.SupportsInt | typing.SupportsIndex = 0) -> dict[str, typing.Any]:
    """
    Whether cards are a meld, and which.
    """
def rule_on_hand(rules: DrawRules, hand: str, *, upcard: str = '', indicator: str = '') -> dict[str, typing.Any]:
    """
    Deadwood, melds, and whether it ends.
    """
def rule_on_turn(rules: DrawRules, *, table: collections.abc.Sequence[str], owners: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], result: collections.abc.Sequence[str], hand: str, opened: bool, total_before: typing.SupportsInt | typing.SupportsIndex, lap: typing.SupportsInt | typing.SupportsIndex, hand_after: str | None, indicator: str) -> dict[str, typing.Any]:
    """
    Whether what was laid is legal.
    """
def score_deal(rules: Rules, *, ending: str, winner: typing.SupportsInt | typing.SupportsIndex, rack_points: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], opened: collections.abc.Sequence[bool], one_turn_close: bool) -> list[int]:
    ...
def score_draw_deal(rules: DrawRules, *, ending: str, closer: typing.SupportsInt | typing.SupportsIndex, points: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], laid: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], long_runs: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], opened: collections.abc.Sequence[bool], by_pairs: collections.abc.Sequence[bool], wild_discard: bool, doubled: bool, cutter: typing.SupportsInt | typing.SupportsIndex) -> list[int]:
    """
    The scores of a deal.
    """
@typing.overload
def simulate(rules: Rules, *, players: typing.SupportsInt | typing.SupportsIndex, strategies: list[typing.Any], seed: typing.SupportsInt | typing.SupportsIndex, first: typing.SupportsInt | typing.SupportsIndex, count: typing.SupportsInt | typing.SupportsIndex, threads: typing.SupportsInt | typing.SupportsIndex, rotate: str, matches: bool, units: bool, record: str, turn_cap: typing.SupportsInt | typing.SupportsIndex, checked: bool, choices: typing.SupportsInt | typing.SupportsIndex, position: dict[str, typing.Any] | None, progress: collections.abc.Callable[..., typing.Any] | None) -> SimulationData:
    """
    Play the clusters first .. first + count - 1.
    """
@typing.overload
def simulate(rules: DrawRules, *, players: typing.SupportsInt | typing.SupportsIndex, strategies: collections.abc.Sequence[str], seed: typing.SupportsInt | typing.SupportsIndex, first: typing.SupportsInt | typing.SupportsIndex, count: typing.SupportsInt | typing.SupportsIndex, threads: typing.SupportsInt | typing.SupportsIndex, rotate: str, matches: bool, units: bool, record: str, turn_cap: typing.SupportsInt | typing.SupportsIndex, checked: bool, choices: typing.SupportsInt | typing.SupportsIndex, position: dict[str, typing.Any] | None, progress: collections.abc.Callable[..., typing.Any] | None) -> SimulationData:
    """
    The same for a draw game.
    """
def starters(*, draws: collections.abc.Sequence[collections.abc.Sequence[str]], lowest: bool) -> list[int]:
    """
    The seats, from 0, whose draws tie for the start; a joker is drawn again.
    """
def strategies(family: str = 'table') -> list[typing.Any]:
    """
    Every strategy with its parameters, the weak before the strong.
    """
BLOCK_CLUSTERS: int = 1000
