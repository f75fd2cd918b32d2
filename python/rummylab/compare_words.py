"""What a difference says, in plain sentences."""

from __future__ import annotations

import math

from rummylab.analysis import text
from rummylab.analysis.compare import Difference
from rummylab.analysis.metric import Metric
from rummylab.variant import Variant

# What a change of a rule is called at the beginning of a sentence, from {a} to {b}.
_CHANGES = {
    "opening.min_points": "Opening at {b} instead of {a}",
    "opening.joker_value": "Counting a joker in the opening as {b} instead of {a}",
    "deal.rack": "Dealing {b} tiles instead of {a}",
    "tiles.jokers": "Playing with {b} jokers instead of {a}",
    "tiles.numbers": "Playing with {b} numbers instead of {a}",
    "scoring.joker_penalty": "Counting a joker left over as {b} points instead of {a}",
    "melds.min_length": "Melds of at least {b} tiles instead of {a}",
    "melds.run_max": "Runs of at most {b} tiles instead of {a}",
    "melds.max_jokers": "At most {b} jokers in a meld instead of {a}",
    "melds.run_wrap": "Runs that wrap as \u201c{b}\u201d instead of \u201c{a}\u201d",
    "turn.draw": "Drawing {b} tiles at a time instead of {a}",
}
# What more and less of a metric is as a verb and its object.
_VERBS = {
    "turns": ("lengthens the game by", "shortens the game by"),
    "winner_score": ("raises the winner's score by", "lowers the winner's score by"),
    "loser_score": ("raises the score of who loses by", "lowers the score of who loses by"),
    "opening_turn": ("delays the opening by", "brings the opening forward by"),
    "first_player_win_rate": (
        "raises the share of wins of who starts by",
        "lowers the share of wins of who starts by",
    ),
    "forced_draw_share": (
        "raises the share of turns without a play by",
        "lowers the share of turns without a play by",
    ),
    "pool_left": (
        "leaves more tiles in the pool at the end, by",
        "leaves fewer tiles in the pool at the end, by",
    ),
    "never_opened_share": (
        "raises the share of players who never open by",
        "lowers the share of players who never open by",
    ),
    "rearranging_turn_share": (
        "raises the share of turns that rearrange by",
        "lowers the share of turns that rearrange by",
    ),
    "table_tiles_moved": (
        "makes a turn move more table tiles, by",
        "makes a turn move fewer table tiles, by",
    ),
    "rack_points_left": (
        "leaves more points on the racks, by",
        "leaves fewer points on the racks, by",
    ),
    "minutes": ("lengthens the game by", "shortens the game by"),
    "longest_wait": ("lengthens the longest wait by", "shortens the longest wait by"),
    "comeback_share": (
        "raises the share of games with a comeback by",
        "lowers the share of games with a comeback by",
    ),
    "comeback_points": (
        "lets winners come back from farther behind, by",
        "lets winners come back from less far behind, by",
    ),
    "lead_changes": (
        "makes the lead change more often, by",
        "makes the lead change less often, by",
    ),
    "ending.pool_empty": (
        "makes games end with an empty pool more often, by",
        "makes games end with an empty pool less often, by",
    ),
}
_MOST_CHANGES = 2  # more are not told in a sentence, but the names


def subject(
    a: Variant, b: Variant, who: tuple[tuple[str, ...], tuple[str, ...]], labels: tuple[str, str]
) -> str:
    """What is compared, as the beginning of a sentence: b instead of a."""
    changes = a.diff(b)
    if who[0] != who[1]:
        one, two = (", ".join(dict.fromkeys(names)) for names in who)
        if not changes:
            return f"Playing {two} instead of {one}"
        return f"{labels[1]} instead of {labels[0]}"
    if not changes or len(changes) > _MOST_CHANGES:
        return f"{labels[1]} instead of {labels[0]}"
    parts = [
        _CHANGES.get(key, f"{key} = {{b}} instead of {{a}}").format(a=_said(old), b=_said(new))
        for key, (old, new) in changes.items()
    ]
    return " and ".join([parts[0], *(part[0].lower() + part[1:] for part in parts[1:])])


def _said(value: object) -> str:
    if value in ("numbers", "no_limit"):
        return "any number"
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def sentence(begin: str, metric: Metric, found: Difference, count: int) -> str:
    """One finding of so many games: what the change does to the metric, with its interval."""
    gap = found.difference
    unit = "% points" if metric.unit == "share" else metric.unit
    if metric.unit == "share":
        gap = gap.scaled(100)
    games = text.counted(count, "game")
    name = f"\u201c{metric.title}\u201d"
    up, down = _VERBS.get(metric.name, (f"raises {name} by", f"lowers {name} by"))
    if not gap.defined:
        return f"{begin}: {name} is not known in one of the two."
    if math.isinf(gap.low) and math.isinf(gap.high):
        return f"{begin}: what it does to {name} cannot be told from {games}."
    if gap.low == gap.high == 0:
        return f"{begin} changes nothing in {name}: none of {games} came out differently."
    digits = row_digits(metric, found)
    if gap.low <= 0 <= gap.high:
        lies = "lies" if math.isfinite(gap.half_width) else "is"
        return (
            f"{begin} makes no difference in {name} that {games} can tell from chance: it"
            f" {lies} {text.between(gap, digits)} {unit}."
        )
    size = gap if gap.value > 0 else gap.scaled(-1)
    verb = up if gap.value > 0 else down
    said = text.number(size, digits=digits)
    around = text.interval(size, digits=digits)
    return f"{begin} {verb} {said} {text.unit_after(said, unit)} ({around})."


def row_digits(metric: Metric, found: Difference) -> int | None:
    """The decimals of both values and of their difference, the same in tables and sentences."""
    return text.alike((found.a, found.b, found.difference), metric.unit)
