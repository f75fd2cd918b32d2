"""Small pieces of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rummylab.analysis import text
from rummylab.analysis.intervals import Estimate
from rummylab.report.page import Number

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def counted(number: int) -> str:
    """A small number as a word.

    Examples
    --------
    >>> counted(3), counted(30)
    ('three', '30')
    """
    return _NUMBERS.get(number, f"{number:,}")


def at(players: int) -> str:
    """The number of players in words.

    Examples
    --------
    >>> at(4)
    'four players'
    """
    return at_all([players])


def at_all(players: Iterable[int]) -> str:
    """Several numbers of players in words.

    Examples
    --------
    >>> at_all([2, 3, 4])
    'two, three and four players'
    """
    return f"{listed([counted(n) for n in players])} players"


def listed(parts: Sequence[str]) -> str:
    """Words as a list in a sentence.

    Examples
    --------
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def called(label: str) -> str:
    """The label of a rule set in a sentence, with quotes where it could be read as part of it.

    Examples
    --------
    >>> called("Schmidt"), called("twos not wild")
    ('Schmidt', '“twos not wild”')
    """
    return label if label[:1].isupper() else f"“{label}”"


def under(labels: Sequence[str]) -> str:
    """The rule sets under which something holds, in a sentence.

    Examples
    --------
    >>> under(["Schmidt", "twos not wild"])
    ' under Schmidt and “twos not wild”'
    """
    return f" under {listed([called(label) for label in labels])}"


def by_players(parts: Mapping[int, str]) -> str:
    """One phrase for each number of players, the smallest first.

    Examples
    --------
    >>> by_players({2: "5 %", 4: "7 %"})
    '5 % with two and 7 % with four players'
    >>> by_players({3: "5 %", 2: "5 %", 4: "5 %"})
    '5 % with two, three and four players'
    """
    if len(parts) > 1 and len(set(parts.values())) == 1:
        (phrase,) = set(parts.values())
        return f"{phrase} with {at_all(sorted(parts))}"
    said = [f"{phrase} with {counted(n)}" for n, phrase in sorted(parts.items())]
    return f"{listed(said)} players"


def side_by_side(estimates: Iterable[Estimate | None], unit: str) -> tuple[Number, ...]:
    """Numbers that are compared, all with the same decimals; those not known are dashes.

    A number that is the same in every game has no interval.

    Examples
    --------
    >>> pair = Estimate(58.4, 58.1, 58.7, 100), Estimate(58.83, 58.64, 59.02, 100)
    >>> [number.value for number in side_by_side(pair, "turns")]
    ['58.40', '58.83']
    """
    found = list(estimates)
    digits = text.alike(found, unit)
    return tuple(
        Number("–", "")
        if e is None or not e.defined
        else Number(
            text.number(e, unit, digits),
            "" if e.low == e.value == e.high else text.interval(e, unit, digits),
        )
        for e in found
    )
