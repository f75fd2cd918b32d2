"""Words of the games that a report uses, for who does not know them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rummylab.report.page import Term

# Each word, how it shows in sentences, and what it means.
_WORDS = (
    (
        "meld",
        r"melds?|melded",
        "A run (numbers or ranks of one colour or suit, in order) or a group (one number or rank in"
        " several colours or suits).",
    ),
    (
        "to open",
        r"opens?|opened|opening",
        "To lay the first melds of one's own, as the rules ask.",
    ),
    ("rack", r"racks?", "The tiles that a player holds."),
    ("pool", r"pool", "The tiles that nobody has drawn yet."),
    ("stock", r"stock", "What nobody has drawn yet, face down."),
    ("pile", r"pile", "What the players have discarded, face up."),
    ("wild", r"wild", "Stands for any card or tile that a meld lacks."),
    ("deadwood", r"deadwood", "The cards of a hand that lie in no meld, by their value."),
    (
        "to knock",
        r"knock|knocks|knocked",
        "To end the deal by showing a hand with as little deadwood as the rules ask.",
    ),
    ("gin", r"gin", "To knock with no deadwood at all; big gin: without a discard."),
    (
        "undercut",
        r"undercut",
        "The other player holds no more deadwood than who knocks, and scores in their place.",
    ),
    (
        "cap on turns",
        r"cap",
        "No rule, but where the program stops a game that does not end; nobody wins it.",
    ),
)


def words_used(sentences: Iterable[str]) -> Iterator[Term]:
    """The words of these games that any of the sentences uses, with what they mean.

    Examples
    --------
    >>> [term.word for term in words_used(["5 % of the knocks are undercut."])]
    ['deadwood', 'to knock', 'undercut']
    """
    said = " ".join(sentences)
    used = [
        (word, meaning) for word, shows, meaning in _WORDS if re.search(rf"\b(?:{shows})\b", said)
    ]
    told = " ".join(meaning for _, meaning in used)
    for word, shows, meaning in _WORDS:  # those that explain others need their meaning too
        if (word, meaning) in used or re.search(rf"\b(?:{shows})\b", told):
            yield Term(word, meaning)
