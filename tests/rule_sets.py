"""Random valid rule sets for hypothesis: ``@given(variant=random_rules())``."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rummylab import variant_sections as sections
from rummylab.errors import VariantError
from rummylab.variant import Variant

# Tile sets small enough for exhaustive search.
SMALL = {
    "tiles.colours": st.integers(3, 4),
    "tiles.numbers": st.integers(5, 7),
    "tiles.copies": st.integers(1, 2),
    "deal.rack": st.integers(1, 5),
}


def values_of(key: str) -> st.SearchStrategy[Any]:
    """Every value that a key takes on its own; the numbers of a list fit 13 numbers."""
    if sections.takes_bool(key):
        return st.booleans()
    if key == "scoring.tile_values":
        return st.just("face") | st.lists(st.integers(0, 100), min_size=13, max_size=13)
    choices: list[st.SearchStrategy[Any]] = [st.sampled_from(sections.words(key) or ("",))]
    if not sections.words(key):
        choices = []
    if limits := sections.bounds(key):
        choices.append(st.integers(*limits))
    return st.one_of(st.just(sections.default(key)), *choices)  # shrinks to the default


@st.composite
def random_rules(draw: st.DrawFn, *, small: bool = False, **fixed: Any) -> Variant:
    """A rule set in which any key may have any legal value, free of contradictions.

    Parameters
    ----------
    small
        Few tiles: 3 or 4 colours, 5 to 7 numbers, one or two copies.
    fixed
        Keys that are not drawn, with ``__`` for the dot: ``table__access="closed"``.
    """
    given = {key.replace("__", "."): value for key, value in fixed.items()}
    changes: dict[str, Any] = {}
    for key in sections.spelled_keys():
        if key in given:
            changes[key] = given[key]
        elif small and key in SMALL:
            changes[key] = draw(SMALL[key], label=key)
        elif small and key.startswith("players"):
            continue
        else:
            changes[key] = draw(values_of(key), label=key)
    _mend(draw, changes, given)
    return Variant().replace(changes)


def _mend(draw: st.DrawFn, changes: dict[str, Any], given: dict[str, Any]) -> None:
    """Take contradictions out: the keys that clash are brought within what the others allow."""
    low, high = changes.get("players.min", 2), changes.get("players.max", 4)
    if low > high:
        changes["players.min"], changes["players.max"] = high, low
    if changes["deal.starter_extra"] == 0:
        changes["deal.starter_discards"] = False
    named = [
        changes.get(f"players.tiles.{n}", "standard")
        for n in range(min(low, high), max(low, high) + 1)
    ]
    colours = max(
        [
            changes["tiles.colours"],
            *(6 if name == "160_6x2" else 4 for name in named if name != "standard"),
        ]
    )
    numbers = max([changes["tiles.numbers"], *(13 for name in named if name != "standard")])
    shortest = changes["melds.min_length"]
    group_max = changes["melds.group_max"]
    if group_max != 4 and not shortest <= group_max <= colours:
        changes["melds.group_max"] = 4
    if (
        changes["melds.run_max"] != "numbers"
        and not shortest <= changes["melds.run_max"] <= numbers
    ):
        changes["melds.run_max"] = draw(st.integers(shortest, numbers), label="melds.run_max")
    values = changes["scoring.tile_values"]
    if values != "face":
        changes["scoring.tile_values"] = [values[i % 13] for i in range(numbers)]
    if "deal.rack" not in given:
        while changes["deal.rack"] > 1 and _too_many(changes):
            changes["deal.rack"] = max(1, changes["deal.rack"] * 3 // 4)


def _too_many(changes: dict[str, Any]) -> bool:
    try:
        Variant().replace(changes)
    except VariantError as error:
        return any("deal.rack" in problem for problem in error.problems)
    return False
