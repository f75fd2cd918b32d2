"""The model of a rule set: validated, frozen, loaded, changed, compared, described.

Examples
--------
>>> import rummylab as rl
>>> v = rl.Variant.load("rummikub")
>>> v.diff(v.replace({"opening.min_points": 50}))
{'opening.min_points': (30, 50)}
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import PrivateAttr

from rummylab import _core, arguments, variant_keys, variant_source, variant_spec
from rummylab.arguments import shown
from rummylab.errors import RummyError, VariantError, short
from rummylab.variant_origin import SPEC_TEXTS, Origin, default_origin, shipped_like
from rummylab.variant_values import VariantValues

__all__ = ["Variant"]

_CHANGES = arguments.mapped(arguments.anything, "values by key, such as {'opening.min_points': 50}")
_SECTIONS = arguments.mapped(arguments.anything, "sections with their keys and values")


class Variant(VariantValues):
    """The rules of a game as data.

    Sections and keys are those of the rule files; ``variant.opening.min_points`` reads one. The
    family says which keys there are: ``"table"`` for games on a shared table, ``"draw"`` for games
    of drawing and discarding. Two variants are equal when their rules are: name, summary and source
    are no part of identity.

    Raises
    ------
    VariantError
        A key that does not exist, a wrong type, a value out of bounds or a contradiction.

    Examples
    --------
    >>> from rummylab.variant import Variant
    >>> Variant(opening={"min_points": 50}).opening.min_points
    50
    """

    # Unless it was loaded, found when it is asked for.
    _origin: Origin | None = PrivateAttr(default=None)

    def __init__(self, /, **data: Any) -> None:
        super().__init__(**data)

    @classmethod
    def load(cls, spec: str | os.PathLike[str] | Variant) -> Variant:
        """Load a rule set.

        Parameters
        ----------
        spec
            The id of a shipped rule set, the path of a TOML file, either with changes
            (``rummikub:opening.min_points=50,joker.lock=full``), or a variant, which is returned.

        Raises
        ------
        VariantError
            The message names file, line, key, value, what is allowed and the nearest known key.

        Examples
        --------
        >>> import rummylab as rl
        >>> rl.Variant.load("rummikub:opening.min_points=50").opening.min_points
        50
        """
        if isinstance(spec, Variant):
            return spec
        try:
            said = os.fspath(arguments.path(spec))
        except arguments.WrongKindError:
            raise VariantError(
                [
                    f"{shown(spec)} is no rule set; give an id such as rummikub, the path of a TOML"
                    " file, either with changes, or a Variant"
                ]
            ) from None
        base, changes = variant_spec.split(said)
        if base in variant_source.shipped_ids():  # its file stays as it is
            return _shipped(cls, base, changes, said)
        return cls._from_source(variant_source.read(base))._changed(changes, said)

    def _changed(self, changes: str, said: str) -> Variant:
        if not changes:
            return self
        parsed = variant_spec.parse_changes(changes, said)
        try:
            return self.replace(parsed)
        except VariantError as error:
            raise VariantError(
                [f"{short(said, 200)}: {problem}" for problem in error.problems]
            ) from None

    @classmethod
    def _from_source(cls, source: variant_source.Source) -> Variant:
        if source.problems:
            raise VariantError(source.problems)
        try:
            variant = cls(family=source.family, **source.texts, **source.values)
        except VariantError as error:  # a contradiction: show it where one of its keys is set
            raise VariantError([_placed(text, source.places) for text in error.problems]) from None
        variant._origin = Origin(source.base, source.id, variant.flat(), variant._texts())
        return variant

    @classmethod
    @arguments.takes(values=_SECTIONS)
    def from_dict(cls, values: Mapping[str, Any]) -> Variant:
        """A rule set from nested dicts as `to_dict` gives them; keys left out are Rummikub's.

        With ``family="draw"`` among the values they are those of a draw game, and gin's.

        Examples
        --------
        >>> from rummylab.variant import Variant
        >>> Variant.from_dict({"deal": {"rack": 10}}).deal.rack
        10
        """
        return cls(**dict(values))

    # --- Reading

    @arguments.takes(players=arguments.whole())
    def tile_count(self, players: int) -> int:
        """How many tiles a game of so many players uses."""
        self.check_players(players)
        return self.native_rules().tile_count(players=players)

    @property
    def takes(self) -> str:
        """How many players it is for, in words.

        Examples
        --------
        >>> import rummylab as rl
        >>> rl.load("gin").takes, rl.load("rummikub").takes
        ('the rules of gin are for 2 players', 'the rules of rummikub allow 2 to 4 players')
        """
        low, high = self.players.min, self.players.max
        if low == high:
            return f"the rules of {self.id} are for {low} players"
        return f"the rules of {self.id} allow {low} to {high} players"

    def check_players(self, players: object) -> None:
        """Refuse a number of players that the rules do not allow.

        Examples
        --------
        >>> import rummylab as rl
        >>> rl.load("gin").check_players(3)
        Traceback (most recent call last):
        rummylab.errors.RummyError: players is 3; the rules of gin are for 2 players
        """
        whole = isinstance(players, int) and not isinstance(players, bool)
        if not whole or players not in range(self.players.min, self.players.max + 1):
            raise RummyError(f"players is {shown(players)}; {self.takes}")

    @property
    def _from(self) -> Origin:
        if self._origin is None:
            shipped = shipped_like(self.family, self._texts())
            self._origin = (
                default_origin(self.family) if shipped is None else Variant.load(shipped)._from
            )
        return self._origin

    @property
    def changes(self) -> dict[str, Any]:
        """What was changed since the rule set was loaded, by dotted key."""
        return self._from.changes(self.flat())

    @property
    def spec(self) -> str:
        """The text that loads this rule set, with the name and other texts given to it.

        Examples
        --------
        >>> import rummylab as rl
        >>> rl.load("rummikub").replace({"deal.rack": 10, "name": "Sundays"}).spec
        'rummikub:name=Sundays,deal.rack=10'
        """
        return self._from.spec_of(self.flat(), self._texts())

    @property
    def id(self) -> str:
        """The short name in results: the id or the file's stem, with the changes."""
        return self._from.id_of(self.flat())

    def native(self) -> _core.Rules:
        """The rules of a table game for the native core.

        Raises
        ------
        RummyError
            For a draw game: what was asked is for games on a shared table.
        """
        rules = self.native_rules()
        if isinstance(rules, _core.DrawRules):
            raise RummyError(
                f"{self.id} is a draw game; this is for table games, such as rummikub (the hands of"
                " draw games are for best_hand of Python, and for rummylab simulate)"
            )
        return rules

    def native_draw(self) -> _core.DrawRules:
        """The rules of a draw game for the native core.

        Raises
        ------
        RummyError
            For a table game: what was asked is for games of drawing and discarding.
        """
        rules = self.native_rules()
        if isinstance(rules, _core.Rules):
            raise RummyError(f"{self.id} is a table game; this is for draw games, such as gin")
        return rules

    # --- Changing and comparing

    @arguments.takes(changes=_CHANGES)
    def replace(self, changes: Mapping[str, Any]) -> Variant:
        """A validated copy with some keys changed.

        Parameters
        ----------
        changes
            Values by dotted key, such as ``{"opening.min_points": 50}``; ``players.tiles.5``
            changes one entry. ``name``, ``summary`` and ``source`` may be changed too.

        Examples
        --------
        >>> import rummylab as rl
        >>> rl.Variant.load("fichas").replace({"players.tiles.5": "160_6x2"}).tile_count(5)
        160
        """
        values = self.to_dict()
        texts: dict[str, Any] = {**self._texts()}
        problems = []
        for key, value in changes.items():
            if key in SPEC_TEXTS:
                texts[key] = value
            elif variant_keys.is_known(key, self.family):
                variant_keys.put(values, key, value)
            else:
                problems.append(variant_keys.unknown_key(key, value, self.family))
        if problems:
            raise VariantError(problems)
        return self._derived({"family": self.family, **texts, **values})

    def _derived(self, values: Mapping[str, Any]) -> Variant:
        """A rule set with these values that tells its changes from where this one tells its own."""
        variant = type(self)(**values)
        if variant.family == self.family:
            variant._origin = self._from
        return variant

    def diff(self, other: str | os.PathLike[str] | Variant) -> dict[str, tuple[Any, Any]]:
        """The keys in which two rule sets differ, each with both values.

        Of two families, a key that only one of them has is None in the other.

        Examples
        --------
        >>> import rummylab as rl
        >>> rl.Variant.load("rummikub").diff("rummikub-sabra-50")
        {'opening.min_points': (30, 50)}
        """
        second = Variant.load(other)
        mine, theirs = self.flat(), second.flat()
        if self.family != second.family:
            mine, theirs = {"family": self.family, **mine}, {"family": second.family, **theirs}
        keys = dict.fromkeys([*mine, *theirs])
        return {k: (mine.get(k), theirs.get(k)) for k in keys if mine.get(k) != theirs.get(k)}

    @arguments.takes(every=arguments.flag)
    def sentences(self, *, every: bool = False) -> dict[str, str]:
        """What each key means here, as a plain sentence by key, generated from the values.

        Parameters
        ----------
        every
            Also the keys whose rule is switched off or cannot come up in this game.

        Examples
        --------
        >>> import rummylab as rl
        >>> okey = rl.Variant.load("okey")
        >>> "knock.limit" in okey.sentences(), okey.sentences(every=True)["knock.limit"]
        (False, 'A knock needs deadwood of 10 or less.')
        """
        from rummylab.variant_describe import every_sentence, sentences

        return every_sentence(self) if every else sentences(self)

    def diff_sentences(self, other: str | os.PathLike[str] | Variant) -> dict[str, tuple[str, str]]:
        """The keys in which two rule sets differ, each with the sentence of both.

        Examples
        --------
        >>> import rummylab as rl
        >>> said = rl.Variant.load("rummikub").diff_sentences("schmidt")
        >>> said["scoring.joker_penalty"]
        ('A joker left on a rack costs 30.', 'A joker left on a rack costs 25.')
        """
        from rummylab.variant_describe import compared

        return compared(self, Variant.load(other), self.diff(other))

    def describe(self) -> str:
        """The rules in plain sentences, a line each, generated from the values.

        Examples
        --------
        >>> import rummylab as rl
        >>> "at least 50 points" in rl.Variant.load("rummikub-sabra-50").describe()
        True
        """
        return "\n".join(self.sentences().values())

    @arguments.takes(extends=arguments.optional(arguments.text("a rule set to build on, or None")))
    def to_toml(self, *, extends: str | None = None) -> str:
        """The rule set as the text of a rule file.

        Parameters
        ----------
        extends
            A rule set to build on: then only what differs from it is listed.
        """
        from rummylab.variant_toml import to_toml

        return to_toml(self, extends)

    def __repr__(self) -> str:
        return f"Variant.load({self.spec!r})"

    def __str__(self) -> str:
        return self.id

    @arguments.takes(update=arguments.optional(_SECTIONS), deep=arguments.flag)
    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Variant:
        """A copy with whole sections replaced, checked as a new one is; `replace` changes keys.

        Examples
        --------
        >>> import rummylab as rl
        >>> v = rl.load("rummikub")
        >>> v.model_copy(update={"opening": rl.load("schmidt").opening}).opening.min_points
        30
        """
        if not update:
            return super().model_copy(deep=deep)
        if dotted := [key for key in update if "." in key]:
            raise VariantError(
                [f"model_copy replaces whole sections, and {dotted[0]} is a key; use replace"]
            )
        return self._derived({"family": self.family, **self._texts(), **self.to_dict(), **update})


def _placed(problem: str, places: Mapping[str, str]) -> str:
    mentioned = [
        key for key in re.findall(r"[a-z_]+\.[a-z0-9_.]*[a-z0-9_]", problem) if key in places
    ]
    own = [key for key in mentioned if not _is_shipped(places[key])]
    best = (own or mentioned or [""])[0]
    return places.get(best, "") + problem


def _is_shipped(place: str) -> bool:
    return any(place.startswith(f"{name}.toml") for name in variant_source.shipped_ids())


@lru_cache(maxsize=256)
def _shipped(kind: type[Variant], base: str, changes: str, said: str) -> Variant:
    return kind._from_source(variant_source.read(base))._changed(changes, said)
