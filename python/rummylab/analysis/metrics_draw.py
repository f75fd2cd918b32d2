"""Metrics of draw games alone: where cards come from, what hands hold, how deals end.

Metrics of the same quantities, such as ``turns`` and the win rates, are those of all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rummylab.analysis.metric import WINNER_GAINS, Combination, Metric, stock_at_the_deal

_DEALS: Combination = {"games": 1}
_FINISHED: Combination = {"games": 1, "end_cap": -1}
_TURNS: Combination = {"turns": 1}
_KNOCKS: Combination = {"end_knock": 1, "end_undercut": 1}

_Rules = tuple[Mapping[str, object], ...]

# With nothing but gin to show there is no deadwood to answer.
_ONLY_GIN: _Rules = ({"end.by": "knock", "knock.limit": 0, "knock.upcard": False},)
_NEVER: dict[str, _Rules] = {
    "knock": _ONLY_GIN,
    "undercut": _ONLY_GIN,
    "big_gin": ({"scoring.big_gin_bonus": 0},),
    "pairs": ({"melds.pairs": 0},),
}
_ENDINGS = (
    ("knock", "ended by a knock", "a player knocked and was not undercut"),
    ("gin", "ended by gin", "a player melded the whole hand after the discard"),
    ("big_gin", "ended by big gin", "a player melded all cards before the discard"),
    ("undercut", "ended by an undercut", "a player knocked and the other held no more deadwood"),
    ("hand", "ended by a whole hand", "a player showed a hand that lies in melds whole"),
    ("pairs", "ended by pairs", "a player showed a hand of pairs"),
    (
        "stock_empty",
        "ended by an empty stock",
        "the stock was used up and nobody had ended the deal",
    ),
)


def draw_metrics(players: int) -> Iterator[Metric]:
    """The metrics that only draw games of so many players have."""
    yield Metric(
        "deal_points",
        "points of a deal",
        "Mean of the sum of all players' scores in a deal that the cap did not stop.",
        "points",
        {"deal_points": 1},
        _FINISHED,
        never_below=WINNER_GAINS,
        says="the players together score {} in a deal",
    )
    for ending, title, words in _ENDINGS:
        yield Metric(
            f"ending.{ending}",
            title,
            f"Share of the deals that ended because {words}.",
            "share",
            {f"end_{ending}": 1},
            _DEALS,
            proportion=True,
            zero=_NEVER.get(ending, ()),
        )
    yield Metric(
        "undercut_rate",
        "knocks undercut",
        "Share of the knocks with deadwood that were undercut.",
        "share",
        {"end_undercut": 1},
        _KNOCKS,
        proportion=True,
        says="{} of the knocks are undercut",
    )
    yield Metric(
        "knock_deadwood",
        "deadwood of who knocks",
        "Mean deadwood of the hand that ended a deal, gin counting 0.",
        "points",
        {"knock_deadwood": 1},
        {"knocks": 1},
        zero=_ONLY_GIN,
        floor=0,
        says="a player knocks with {}",
    )
    yield Metric(
        "dealt_deadwood",
        "deadwood of a dealt hand",
        "Mean deadwood of the hands that are dealt, melded at their best.",
        "points",
        {"dealt_deadwood": 1},
        {"games": players},
        floor=0,
        says="a dealt hand holds {} of deadwood",
    )
    yield from _cards()
    yield Metric(
        "match_turns",
        "turns of a match",
        "Mean number of turns of a match, all its deals together.",
        "turns",
        {"match_turns": 1},
        {"matches": 1},
        says="a match takes {}",
        more="longer",
        less="shorter",
    )


def _cards() -> Iterator[Metric]:
    yield Metric(
        "pile_take_share",
        "turns that take the pile",
        "Share of the turns that took from the discard pile and not from the stock.",
        "share",
        {"pile_takes": 1},
        _TURNS,
        proportion=True,
        says="{} of the turns take from the pile",
    )
    yield Metric(
        "pile_cards",
        "cards of a taken pile",
        "Mean number of cards that came with a pile that was taken.",
        "cards",
        {"pile_cards": 1},
        {"pile_takes": 1},
        says="a taken pile brings {}",
    )
    yield Metric(
        "cards_laid",
        "cards laid",
        "Mean number of cards laid on the table in a deal.",
        "cards",
        {"cards_laid": 1},
        _DEALS,
        says="{} are laid in a deal",
    )
    yield Metric(
        "lay_offs",
        "cards laid off",
        "Mean number of cards of a deal that were added to a meld on the table.",
        "cards",
        {"lay_offs": 1},
        _DEALS,
        zero=_ONLY_GIN,
        says="{} are laid off in a deal",
    )
    yield Metric(
        "stock_left",
        "cards left in the stock",
        "Mean number of cards in the stock when the deal ends.",
        "cards",
        {"stock_left": 1},
        _DEALS,
        most=stock_at_the_deal,
        says="{} are left in the stock at the end",
    )
    yield Metric(
        "hand_points_left",
        "points left in the hands",
        "Mean value of what all hands together hold at the end: deadwood where hands are"
        " shown, all cards where melds are laid in the course of play.",
        "points",
        {"hand_points_left": 1},
        _DEALS,
        floor=0,
        says="the hands together hold {} at the end",
    )
    yield Metric(
        "wild_discard_share",
        "ends with a wild discard",
        "Share of the deals that were won with a wild last discard.",
        "share",
        {"wild_discards": 1},
        _DEALS,
        proportion=True,
    )
    yield Metric(
        "long_runs",
        "long runs",
        "Mean number of runs in a deal that are long enough to cost the others points.",
        "runs",
        {"long_runs": 1},
        _DEALS,
        says="{} of the long runs lie on the table in a deal",
    )
