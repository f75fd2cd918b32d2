"""Metrics of how a game goes: its pace, its leads, its choices, its jokers.

The leaders of a position are the players whose racks hold the fewest points. A position is what
stands after a turn; the deal is a position too.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummylab.analysis.metric import (
    NO_GAIN,
    NO_LOSS,
    Combination,
    Metric,
    difference_of_shares,
    evenness,
    ideal,
    quantiles,
    ratio_of_quantiles,
    spread,
    tiles_there_are,
    variation,
)

SHARE = 60  # a whole win in the integer quantities of shares: sixtieths
WHOLE = 10_000  # a whole game in decisive_shares
# The pace model of the native core, in seconds: a turn, a tile laid, a table tile moved.
PACE = (15, 3, 5)
_PACE = (
    f"at {PACE[0]} seconds a turn, {PACE[1]} for each tile laid and {PACE[2]} for each table tile"
    " moved"
)

_GAMES: Combination = {"games": 1}
_FINISHED: Combination = {"games": SHARE, "end_cap": -SHARE}
_WINS: Combination = {"sole_wins": 1}
_ACTIONS: Combination = {"tiles_laid": 1, "table_tiles_moved": 1, "draws": 1}


def course_metrics(players: int) -> Iterator[Metric]:
    """The metrics of the course of games of so many players."""
    yield from _duration()
    yield from _outcome(players)
    yield from _lead(players)
    yield from _choices()
    yield from _jokers()
    yield Metric(
        "rule_holes",
        "rule holes",
        "Turns per game after a whole round of passes on which the game is not over: states without"
        " a legal continuation and without an ending. It must be zero.",
        "turns",
        {"holes": 1},
        _GAMES,
    )


def _duration() -> Iterator[Metric]:
    yield Metric(
        "turns.sd", "length, standard deviation",
        "Standard deviation of the number of turns of a game.",
        "turns", histogram="turns", shape=spread,
    )  # fmt: skip
    yield Metric(
        "turns.cv", "length, relative spread",
        "Standard deviation of the number of turns over its mean.",
        "ratio", histogram="turns", shape=variation,
    )  # fmt: skip
    yield Metric(
        "turns.p90_p10", "longest over shortest tenth",
        "The turns that nine tenths of the games do not exceed over those that a tenth does not.",
        "ratio", histogram="turns", form=ratio_of_quantiles("turns", 0.9, 0.1), floor=1,
    )  # fmt: skip
    yield Metric(
        "actions", "actions of a game",
        "Mean number of tiles laid, table tiles moved, and turns that drew, of a game.",
        "actions", _ACTIONS, _GAMES, says="a game takes {}",
    )  # fmt: skip
    yield Metric(
        "minutes", "minutes of a game", f"Mean minutes of a game {_PACE}.",
        "minutes", {"seconds": 1}, _GAMES, 1 / 60, says="a game takes {}",
        more="longer", less="shorter",
    )  # fmt: skip
    for name, what in (("actions", "actions of a game"), ("minutes", "minutes of a game")):
        told = f" {_PACE}" if name == "minutes" else ""
        yield Metric(
            f"{name}.sd", f"{what}, standard deviation",
            f"Standard deviation of the {what}{told}.",
            name, histogram=name, shape=spread,
        )  # fmt: skip
        yield from quantiles(name, what, told)


def _outcome(players: int) -> Iterator[Metric]:
    yield Metric(
        "balance", "balance of the seats",
        "1 minus the greatest difference between the win rates of two seats.",
        "ratio", {f"share_seat_{s}": 1 for s in range(1, players + 1)}, _FINISHED,
        form=evenness(players, _FINISHED),
    )  # fmt: skip
    yield Metric(
        "outcome.won", "games with one winner", "Share of the games won by one player alone.",
        "share", _WINS, _GAMES, proportion=True,
    )  # fmt: skip
    yield Metric(
        "outcome.tied", "games with a shared win",
        "Share of the games whose win several players share; a game that the cap stopped is none.",
        "share", {"ties": 1}, _GAMES, proportion=True,
    )  # fmt: skip
    for name, title, words, who, zero in (
        ("winner_score", "winner's score", "score of the winner", "winners", NO_GAIN),
        ("loser_loss", "loser's loss", "loss of a loser, in points", "losers", NO_LOSS),
    ):
        yield Metric(
            f"{name}.sd", f"{title}, standard deviation", f"Standard deviation of the {words}.",
            "points", histogram=name, shape=spread, zero=zero,
        )  # fmt: skip
        for part, q, share in (("p10", 0.1, "a tenth"), ("p90", 0.9, "nine tenths")):
            yield Metric(
                f"{name}.{part}", f"{title}, {'lowest' if q < 0.5 else 'highest'} tenth",
                f"The least {words}, that {share} of the {who} do not exceed.",
                "points", histogram=name, q=q, zero=zero,
            )  # fmt: skip
    yield Metric(
        "loser_rack_points", "points on a loser's rack",
        "Mean value of the rack of a player who did not win, when the game ends.",
        "points", {"loser_rack_points": 1}, {"losers": 1}, floor=0,
        says="a player who does not win holds {} at the end",
    )  # fmt: skip
    yield Metric(
        "loser_rack_tiles", "tiles on a loser's rack",
        "Mean number of tiles on the rack of a player who did not win, when the game ends.",
        "tiles", {"loser_rack_tiles": 1}, {"losers": 1}, most=tiles_there_are,
        says="a player who does not win holds {} at the end",
    )  # fmt: skip


def _lead(players: int) -> Iterator[Metric]:
    yield Metric(
        "lead_changes", "changes of the lead",
        "Share of the turns after which the set of the leaders, who hold the racks of the fewest"
        " points, is another one than before.",
        "share", {"lead_changes": 1}, {"turns": 1}, proportion=True,
        says="the lead changes on {} of the turns",
    )  # fmt: skip
    for name, quantity, words in (
        ("quarter", "leads_quarter", "a quarter"),
        ("half", "leads_half", "half"),
        ("three_quarters", "leads_three_quarters", "three quarters"),
    ):
        yield Metric(
            f"runaway.{name}", f"winner leads after {words}",
            f"Share of the games with one winner in which the winner was among the leaders after"
            f" {words} of the turns.",
            "share", {quantity: 1}, _WINS, proportion=True,
            says=f"after {words} of the game its winner leads in {{}} of the games",
        )  # fmt: skip
    yield Metric(
        "decisive_turn", "lead for good",
        "Mean share of the turns after which the winner leads alone until the end, over the games"
        " with one winner.",
        "share", {"decisive_shares": 1}, {"sole_wins": WHOLE}, proportion=True,
        says="the winner takes the lead for good after {} of the game", more="later",
        less="earlier",
    )  # fmt: skip
    yield Metric(
        "comeback_share", "wins from behind",
        "Share of the games with one winner in which the winner's rack was the costliest after half"
        " of the turns (shared or alone).",
        "share", {"last_half": 1}, _WINS, proportion=True,
        says="{} of the games are won by who was last at half time",
    )  # fmt: skip
    yield Metric(
        "comeback_points", "deepest deficit of the winner",
        "Mean over the games with one winner of the most points by which the winner's rack was ever"
        " costlier than the best of the others.",
        "points", {"deepest_deficits": 1}, _WINS, floor=0, says="the winner was at worst {} behind",
    )  # fmt: skip
    yield Metric(
        "catch_up", "catching up",
        "Slope of what a player gains on the mean rack from half time to the end, on the lead over"
        " the mean rack at half time; -1: leads at half time tell nothing, 0: they last.",
        "ratio", {"lead_products": 1}, {"lead_squares": 1},
    )  # fmt: skip
    yield Metric(
        "longest_wait", "longest wait",
        "Mean over the players of the most own turns in a row on which a player laid nothing.",
        "turns", {"longest_waits": 1}, {"games": players},
        says="a player waits at worst {} in a row", more="longer", less="shorter",
    )  # fmt: skip


def _choices() -> Iterator[Metric]:
    told = "; every distinct choice of tiles to lay is one, counted up to the limit of the run"
    yield Metric(
        "decisions", "legal plays of a turn", f"Mean number of legal plays of a turn{told}.",
        "plays", {"choices": 1}, {"choice_turns": 1}, counted="choice_turns",
    )  # fmt: skip
    yield Metric(
        "decisions.most", "most legal plays of a turn",
        f"Mean over the games of the most legal plays that a turn had{told}.",
        "plays", {"most_choices": 1}, _GAMES, counted="choice_turns",
    )  # fmt: skip
    yield Metric(
        "decisions.share", "turns with a choice",
        "Share of the turns on which more than one play is legal.",
        "share", {"several_choices": 1}, {"choice_turns": 1}, proportion=True,
        counted="choice_turns", says="on {} of the turns there is a choice of plays",
    )  # fmt: skip


def _jokers() -> Iterator[Metric]:
    def parts(k: int) -> tuple[Combination, Combination]:
        return {f"jokers_{k}_share": 1}, {f"jokers_{k}_players": SHARE}

    for k, words in ((0, "no joker"), (1, "one joker"), (2, "two or more jokers")):
        yield Metric(
            f"joker_wins.{k}", f"wins with {words}",
            f"Win rate of a player who was dealt or drew {words} in the game; a shared win is"
            " split.",
            "share", *parts(k), proportion=True, says=f"who gets {words} wins {{}} of the games",
        )  # fmt: skip
    for k, words in ((1, "one joker"), (2, "two or more jokers")):
        yield Metric(
            f"joker_lift.{k}", f"worth of {words}",
            f"Win rate of a player with {words} minus that of a player without.",
            "% points", {**parts(k)[0], **parts(0)[0]}, {**parts(k)[1], **parts(0)[1]}, 100,
            form=difference_of_shares(parts(k), parts(0)),
        )  # fmt: skip


def ideal_length(text: str) -> Metric | None:
    """The metric of a name such as ``ideal_length.28-34``; None when the name is another one.

    Examples
    --------
    >>> ideal_length("ideal_length.28-34").title
    'suits 28 to 34 turns'
    """
    head, _, band = text.partition(".")
    low, dash, high = band.partition("-")
    if head != "ideal_length" or not (dash and low.isdigit() and high.isdigit()):
        return None
    if not 0 < int(low) <= int(high):
        return None
    return Metric(
        text, f"suits {low} to {high} turns",
        f"Mean over the games of how well their length suits: 1 from {low} to {high} turns, less"
        " the shorter (in proportion) or the longer (down to 0 at twice the upper end).",
        "ratio", histogram="turns", shape=ideal(float(low), float(high)), proportion=True,
    )  # fmt: skip
