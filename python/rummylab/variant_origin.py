"""Where a rule set comes from: what loads it, and what was changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rummylab import variant_sections as sections
from rummylab.variant_source import read, shipped_ids
from rummylab.variant_spec import changes_text

SPEC_TEXTS = ("name", "summary", "source")

# The shipped rule sets that have the defaults of a family, and their names.
BASES: Mapping[sections.Family, tuple[str, str]] = {
    "table": ("rummikub", "Rummikub"),
    "draw": ("gin", "Gin Rummy"),
}


@dataclass(frozen=True)
class Origin:
    """What loads a rule set before it is changed, its short name, and what that says.

    Examples
    --------
    >>> Origin("house.toml", "house", {"deal.rack": 14}, {"name": "Ours"}).id_of({"deal.rack": 9})
    'house:deal.rack=9'
    """

    spec: str
    id: str
    values: Mapping[str, Any]
    texts: Mapping[str, str]

    def changes(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The keys that have other values now."""
        return {key: value for key, value in values.items() if value != self.values[key]}

    def id_of(self, values: Mapping[str, Any]) -> str:
        """The short name with the changes."""
        return self.id + changes_text(self.changes(values))

    def spec_of(self, values: Mapping[str, Any], texts: Mapping[str, str]) -> str:
        """The text that loads these values and texts."""
        other = {key: text for key, text in texts.items() if text != self.texts[key]}
        return self.spec + changes_text({**other, **self.changes(values)})


@cache
def default_values(family: sections.Family) -> dict[str, Any]:
    """Every key with its default, as a spec writes it."""
    return {key: sections.default(key, family) for key in sections.spelled_keys(family)}


def default_origin(family: sections.Family) -> Origin:
    """The shipped rule set that has the defaults of a family."""
    name, title = BASES[family]
    texts = {**dict.fromkeys(SPEC_TEXTS, ""), "name": title}
    return Origin(name, name, default_values(family), texts)


def shipped_like(family: sections.Family, texts: Mapping[str, str]) -> str | None:
    """The shipped rule set that says the same of itself, if only by summary and source.

    So one that was written down and read again tells its changes from where it did before.

    Examples
    --------
    >>> shipped_like("table", read("schmidt").texts), shipped_like("table", {"name": "Ours"})
    ('schmidt', None)
    """
    about = {key: texts.get(key, "") for key in SPEC_TEXTS[1:]}
    if not any(about.values()):
        return None
    alike = [
        name
        for name, (kind, said) in _shipped_texts().items()
        if kind == family and about.items() <= said.items()
    ]
    named = [name for name in alike if _shipped_texts()[name][1]["name"] == texts.get("name")]
    return next(iter([*named, *alike]), None)


@cache
def _shipped_texts() -> dict[str, tuple[sections.Family, dict[str, str]]]:
    sources = {name: read(name) for name in shipped_ids()}
    return {name: (source.family, source.texts) for name, source in sources.items()}
