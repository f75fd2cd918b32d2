"""A rule set as the text of a rule file."""

from __future__ import annotations

from rummylab import variant_keys
from rummylab import variant_sections as sections
from rummylab.variant_model import Variant
from rummylab.variant_origin import SPEC_TEXTS


def to_toml(variant: Variant, extends: str | None) -> str:
    """Every key, or with `extends` what differs from the rule set that is named there.

    Examples
    --------
    >>> quick = Variant.load("rummikub:deal.rack=7")
    >>> to_toml(quick, "rummikub").splitlines()[-1]
    'rack = 7'
    """
    base = Variant.load(extends).flat() if extends else {}
    lines = [f"extends = {variant_keys.shown(extends)}"] if extends else []
    lines += [f"{key} = {variant_keys.shown(getattr(variant, key))}" for key in SPEC_TEXTS]
    if variant.family != "table" and not extends:
        lines.append(f"family = {variant_keys.shown(variant.family)}")
    values = variant.to_dict()
    for section in sections.sections_of(variant.family):
        listed = []
        for key, value in values[section].items():
            full = f"{section}.{key}"
            if full == sections.TILES_BY_PLAYERS:
                differing = {
                    n: name
                    for n in sections.PLAYER_COUNTS
                    if (name := value.get(n, "standard")) != base.get(f"{full}.{n}", "standard")
                }
                if differing or not extends:
                    said = ", ".join(f'{n} = "{name}"' for n, name in differing.items())
                    listed.append(f"{key} = {{ {said} }}" if said else f"{key} = {{}}")
            elif not extends or base[full] != value:
                listed.append(f"{key} = {variant_keys.shown(value)}")
        if listed:
            lines += ["", f"[{section}]", *listed]
    return "\n".join(lines) + "\n"
