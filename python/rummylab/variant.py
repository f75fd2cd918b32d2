"""Rule sets by name: load one from an id, a TOML file or either with changes; list the shipped.

Examples
--------
>>> import rummylab as rl
>>> v = rl.Variant.load("rummikub")
>>> v.diff(v.replace({"opening.min_points": 50}))
{'opening.min_points': (30, 50)}
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from rummylab import variant_sections as sections
from rummylab import variant_source
from rummylab.arguments import one_of, optional, takes
from rummylab.variant_model import Variant

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Variant", "load", "shipped", "variants"]


def load(spec: str | os.PathLike[str] | Variant) -> Variant:
    """Load a rule set: see `Variant.load`.

    Examples
    --------
    >>> import rummylab as rl
    >>> rl.load("schmidt").scoring.joker_penalty
    25
    """
    return Variant.load(spec)


def native_players(variant: Variant, players: int | None) -> int:
    """A number of players as the native core takes it: 0 stands for the standard set of tiles.

    Raises
    ------
    RummyError
        A number that the rules do not allow.

    Examples
    --------
    >>> native_players(load("rummikub"), None), native_players(load("rummikub"), 3)
    (0, 3)
    """
    if players is None:
        return 0
    variant.check_players(players)
    return players


@takes(family=optional(one_of("table", "draw")))
def shipped(family: sections.Family | None = None) -> tuple[str, ...]:
    """The ids of the shipped rule sets, of both families or of one.

    Examples
    --------
    >>> from rummylab.variant import shipped
    >>> "rummikub" in shipped()
    True
    """
    ids = variant_source.shipped_ids()
    return tuple(name for name in ids if family in (None, load(name).family))


def overview() -> list[dict[str, Any]]:
    """The shipped rule sets as plain rows; `variants` is the same as a table."""
    telling = (
        "opening.min_points",
        "opening.joker_value",
        "joker.retrieval",
        "scoring.joker_penalty",
    )
    rows = []
    for name in shipped():
        variant = load(name)
        flat = variant.flat()
        counts = range(variant.players.min, variant.players.max + 1)
        sizes = dict.fromkeys(variant.tile_count(players) for players in counts)
        rows.append(
            {
                "id": name,
                "name": variant.name,
                "family": variant.family,
                "players": f"{variant.players.min}-{variant.players.max}",
                "tiles": " or ".join(map(str, sizes)),
                **{key: flat.get(key, "") for key in telling},
                "variant_id": variant.variant_id,
                "summary": variant.summary,
            }
        )
    return rows


def variants() -> pd.DataFrame:
    """The shipped rule sets, a row each.

    Returns
    -------
    pandas.DataFrame
        Indexed by id: name, players, tiles, the values that tell the sheets apart, summary.

    Examples
    --------
    >>> import rummylab as rl
    >>> int(rl.variants().loc["rummikub", "opening.min_points"])
    30
    """
    import pandas as pd

    return pd.DataFrame(overview()).set_index("id")
