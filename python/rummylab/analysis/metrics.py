"""The registry of metrics.

A metric is added in one place: one entry of `_fixed` or `_per_seat`, or of metrics_course.py where
it is about how a game goes, of metrics_scores.py where it is about the law of a seat's scores, or
of metrics_draw.py where only draw games have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from rummylab.analysis.course import VALUE_METRICS
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.metric import (
    LOSER_PAYS,
    NO_GAIN,
    NO_LOSS,
    WINNER_GAINS,
    Combination,
    Metric,
    quantiles,
    tiles_there_are,
)
from rummylab.analysis.metrics_course import course_metrics, ideal_length
from rummylab.analysis.metrics_draw import draw_metrics
from rummylab.analysis.metrics_scores import score_metrics
from rummylab.analysis.skill import SKILL_METRICS
from rummylab.analysis.tally import Tally
from rummylab.analysis.text import nearest
from rummylab.arguments import number, of, takes, text, whole
from rummylab.errors import RummyError, short

SHARE = 60  # a whole win in the integer quantities share_*: sixtieths

_FINISHED: Combination = {"games": 1, "end_cap": -1}
_GAMES: Combination = {"games": 1}
_TURNS: Combination = {"turns": 1}


def _share(
    name: str, title: str, definition: str, top: Combination, below: Combination, says: str = ""
) -> Metric:
    return Metric(name, title, definition, "share", top, below, proportion=True, says=says)


def _times(combination: Combination, factor: int) -> Combination:
    return {name: factor * weight for name, weight in combination.items()}


def _fixed(players: int) -> Iterator[Metric]:
    n = players
    yield Metric(
        "turns",
        "length of a game",
        "Mean number of turns of a game; a pass is a turn.",
        "turns",
        _TURNS,
        _GAMES,
        floor=1,
        says="a game takes {}",
        more="longer",
        less="shorter",
    )
    yield from quantiles("turns", "length")
    yield Metric(
        "winner_score",
        "winner's score",
        "Mean score of a game's winner; players who share a win count one each.",
        "points",
        {"winner_score": 1},
        {"winners": 1},
        zero=NO_GAIN,
        never_below=WINNER_GAINS,
        says="the winner scores {}",
    )
    yield Metric(
        "winner_score.median",
        "winner's score, median",
        "The least score that half of the winners do not exceed.",
        "points",
        histogram="winner_score",
        q=0.5,
        zero=NO_GAIN,
    )
    yield Metric(
        "loser_score",
        "loser's score",
        "Mean score of a player who did not win the game.",
        "points",
        {"loser_score": 1},
        {"losers": 1},
        zero=NO_LOSS,
        never_above=LOSER_PAYS,
        says="a player who does not win scores {}",
    )
    yield Metric(
        "loser_loss.median",
        "loser's loss, median",
        "The least loss in points that half of the losers do not exceed.",
        "points",
        histogram="loser_loss",
        q=0.5,
        zero=NO_LOSS,
    )
    yield _share(
        "first_player_win_rate",
        "wins of the starting player",
        "Share of the decided games won by seat 1, which moves first; a shared win is split.",
        {"share_seat_1": 1},
        _times(_FINISHED, SHARE),
        says="who starts wins {} of the games",
    )
    yield Metric(
        "first_player_advantage",
        "advantage of who starts",
        "Win rate of seat 1 minus an equal share, 1/n.",
        "% points",
        {"share_seat_1": 1},
        _times(_FINISHED, SHARE),
        100,
        -100 / n,
        proportion=True,
    )
    yield Metric(
        "first_player_score_edge",
        "score edge of who starts",
        "Mean score of seat 1 minus the mean over all seats, per decided game.",
        "points",
        {f"score_seat_{s}": n - 1 if s == 1 else -1 for s in range(1, n + 1)},
        _times(_FINISHED, n),
        says="compared with the mean of all seats who starts scores {}",
    )
    yield Metric(
        "opening_turn",
        "turn of the opening",
        "Mean number of own turns until a player opens, the opening"
        " turn counted, over the players who opened.",
        "turns",
        {"opening_turn_sum": 1},
        {"openers": 1},
        floor=1,
        says="a player needs {} to open",
        more="later",
        less="earlier",
    )
    yield Metric(
        "opening_turn.median",
        "turn of the opening, median",
        "The least number of own turns by which half of those who opened had opened.",
        "turns",
        histogram="opening_turn",
        q=0.5,
        floor=1,
    )
    yield _share(
        "never_opened_share",
        "never opened",
        "Share of the players who had not opened when the game ended.",
        {"games": n, "openers": -1},
        {"games": n},
        says="{} of the players have not opened when the game ends",
    )
    yield _share(
        "forced_draw_share",
        "turns without a play",
        "Share of the turns on which no legal play existed.",
        {"forced_draws": 1},
        _TURNS,
        says="{} of the turns have no legal play",
    )
    yield _share(
        "rearranging_turn_share",
        "turns that rearrange",
        "Share of the turns that moved a tile from one meld on the table to another.",
        {"rearranging_turns": 1},
        _TURNS,
        says="{} of the turns rearrange the table",
    )
    yield Metric(
        "table_tiles_moved",
        "table tiles moved",
        "Mean number of table tiles that a turn moved to another meld.",
        "tiles",
        {"table_tiles_moved": 1},
        _TURNS,
        says="a turn moves {} from meld to meld",
    )
    yield Metric(
        "tiles_laid",
        "tiles laid",
        "Mean number of tiles laid on the table in a game.",
        "tiles",
        {"tiles_laid": 1},
        _GAMES,
        most=tiles_there_are,
        says="{} are laid in a game",
    )
    yield Metric(
        "jokers_laid",
        "jokers laid",
        "Mean number of jokers laid from a rack in a game.",
        "jokers",
        {"jokers_laid": 1},
        _GAMES,
        says="{} are laid in a game",
    )
    yield Metric(
        "pool_left",
        "tiles left in the pool",
        "Mean number of tiles in the pool when the game ends.",
        "tiles",
        {"pool_left": 1},
        _GAMES,
        most=tiles_there_are,
        says="{} are left in the pool at the end",
    )
    yield Metric(
        "pool_left.median",
        "tiles left in the pool, median",
        "The least number of tiles in the pool that half of the games do not exceed at their end.",
        "tiles",
        histogram="pool_left",
        q=0.5,
        most=tiles_there_are,
    )
    yield Metric(
        "pool_left_out",
        "tiles left when someone goes out",
        "Mean number of tiles in the pool over the"
        " games that end because a player laid the last tile.",
        "tiles",
        {"pool_left_out": 1},
        {"end_out": 1},
        most=tiles_there_are,
        says="{} are left in the pool when someone goes out",
    )
    yield Metric(
        "rack_points_left",
        "points left on the racks",
        "Mean value of all racks together when the game ends.",
        "points",
        {"rack_points_left": 1},
        _GAMES,
        floor=0,
        says="the racks together hold {} at the end",
    )
    for ending, title, words in (
        ("out", "ended by going out", "a player laid the last tile"),
        ("pool_empty", "ended by an empty pool", "the pool was empty and nobody could go on"),
        (
            "cap",
            "ended by the cap on turns",
            "the cap on turns stopped them; such a game has no winner",
        ),
    ):
        yield _share(
            f"ending.{ending}",
            title,
            f"Share of the games that ended because {words}.",
            {f"end_{ending}": 1},
            _GAMES,
        )
    yield _share(
        "one_turn_close_share",
        "closed in one turn",
        "Share of the games that a player won by laying the"
        " whole rack in the first turn in which it laid anything.",
        {"one_turn_closes": 1},
        _GAMES,
        says="{} of the games are won by laying the whole rack in one turn",
    )


def _per_seat(players: int) -> Iterator[Metric]:
    """What a seat, or a player, wins and scores.

    The intervals of all players hold at once, so each is wider than that of one alone: that of
    ``win_rate.seat_1`` is wider than that of ``first_player_win_rate``, which is the same number.
    """
    for kind, word in (("seat", "seat"), ("player", "player")):
        for i in range(1, players + 1):
            yield Metric(
                f"win_rate.{kind}_{i}",
                f"wins of {word} {i}",
                f"Share of the decided games won by {word}"
                f" {i}, a shared win split; the intervals hold for all {players} at once.",
                "share",
                {f"share_{kind}_{i}": 1},
                _times(_FINISHED, SHARE),
                proportion=True,
                family=players,
            )
            yield Metric(
                f"score.{kind}_{i}",
                f"score of {word} {i}",
                f"Mean score of {word} {i} in a decided game;"
                f" the intervals hold for all {players} at once.",
                "points",
                {f"score_{kind}_{i}": 1},
                _FINISHED,
                family=players,
            )
    for i in range(1, players + 1):
        yield Metric(
            f"match_win_rate.player_{i}",
            f"matches of player {i}",
            f"Share of the matches won by player"
            f" {i}, a shared win split; the intervals hold for all {players} at once.",
            "share",
            {f"match_share_player_{i}": 1},
            {"matches": SHARE},
            proportion=True,
            family=players,
        )
    yield Metric(
        "games_per_match",
        "games of a match",
        "Mean number of games of a match.",
        "games",
        _GAMES,
        {"matches": 1},
    )


@lru_cache(maxsize=16)
def registry(players: int) -> dict[str, Metric]:
    """All metrics of games with this many players, by name, in the order in which they print."""
    found: dict[str, Metric] = {}
    fixed = (*_fixed(players), *course_metrics(players), *draw_metrics(players))
    for metric in (*fixed, *_per_seat(players), *score_metrics(players)):
        assert metric.name not in found, f"two metrics are called {metric.name}"
        found[metric.name] = metric
    return found


@takes(name=text("the name of a metric"), players=whole(2, 6, "2 to 6"))
def find(name: str, *, players: int = 4) -> Metric | None:
    """The metric of this name, None when there is none; ``ideal_length.28-34`` is one too."""
    return registry(players).get(name) or ideal_length(name)


@takes(name=text("the name of a metric"), players=whole(2, 6, "2 to 6"))
def get(name: str, *, players: int = 4) -> Metric:
    """The metric of this name.

    Raises
    ------
    RummyError
        When there is none; the message names the nearest.

    Examples
    --------
    >>> get("turns").definition
    'Mean number of turns of a game; a pass is a turn.'
    """
    metric = find(name, players=players)
    if metric is None:
        raise RummyError(unknown(name, players=players))
    return metric


@takes(name=text("the name of a metric"), players=whole(2, 6, "2 to 6"))
def unknown(name: str, *, players: int = 4) -> str:
    """What to say of a name that is no metric.

    Examples
    --------
    >>> unknown("forced")
    "there is no metric 'forced'; did you mean forced_draw_share?"
    >>> unknown("suspense")
    "'suspense' is a metric of drama, not of simulate; rummylab metrics lists all"
    """
    for others, command in ((VALUE_METRICS, "drama"), (SKILL_METRICS, "league")):
        if any(metric.name == name for metric in others):
            return f"{name!r} is a metric of {command}, not of simulate; rummylab metrics lists all"
    hint = nearest(name, registry(players)) or "; rummylab metrics lists all"
    return f"there is no metric {short(name)!r}{hint}"


def without_repeats(found: Mapping[str, Any]) -> dict[str, Any]:
    """What was found by metric, without the figures of players where they are those of the seats.

    A player is a seat where nobody changes places between games.

    Examples
    --------
    >>> without_repeats({"win_rate.seat_1": 0.5, "win_rate.player_1": 0.5})
    {'win_rate.seat_1': 0.5}
    """
    kept = dict(found)
    for kind in ("win_rate", "score"):
        players = [name for name in found if name.startswith(f"{kind}.player_")]
        seats = [found.get(name.replace(".player_", ".seat_")) for name in players]
        # As text, because what is not known (NaN) is equal to nothing as a number.
        if repr([found[name] for name in players]).replace(".player_", ".seat_") == repr(seats):
            kept = {name: value for name, value in kept.items() if name not in players}
    return kept


def hold_together(names: Iterable[str], players: int) -> bool:
    """Whether intervals of some of these metrics are wider, because they hold for all at once."""
    return any(get(name, players=players).family > 1 for name in names)


def names(tally: Tally) -> list[str]:
    """The metrics that this tally can give. Those of matches only when matches were played."""
    played_matches = "matches" in tally and tally.total("matches") > 0
    return [
        name
        for name, metric in registry(tally.players).items()
        if metric.available(tally) and (played_matches or "matches" not in metric.denominator)
    ]


@takes(
    tally=of(Tally, "a tally, such as that of a result of simulate"),
    name=text("the name of a metric"),
    confidence=number("a number between 0 and 1, such as 0.95"),
)
def estimate(tally: Tally, name: str, confidence: float = CONFIDENCE) -> Estimate:
    """The estimate of one metric from a tally.

    Examples
    --------
    >>> t = Tally(2, ("games", "turns"), 2, [2, 70], [[2, 70], [70, 2500]], [[2, 70]], {})
    >>> estimate(t, "turns").value
    35.0
    """
    return get(name, players=tally.players).estimate(tally, confidence)
