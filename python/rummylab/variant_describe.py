"""The rules in plain sentences, one for each key, generated from the values.

Every sentence says the value of its key, so two rule sets that differ never read the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rummylab import variant_sections as sections
from rummylab.variant_in_force import silent

if TYPE_CHECKING:
    from rummylab.variant import Variant

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SETS = {
    "106": "106 tiles (4 colours, numbers 1 to 13, 2 copies, 2 jokers)",
    "160_4x3": "160 tiles (4 colours, numbers 1 to 13, 3 copies, 4 jokers)",
    "160_6x2": "160 tiles (6 colours, numbers 1 to 13, 2 copies, 4 jokers)",
    "54": "54 tiles (4 colours, numbers 1 to 13, one copy, 2 jokers)",
    "108": "108 tiles (4 colours, numbers 1 to 13, 2 copies, 4 jokers)",
}


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def _count(count: int, noun: str) -> str:
    return f"{_number(count)} {noun}" if count == 1 else f"{_number(count)} {noun}s"


def _digits(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _tiles(v: Variant) -> dict[str, str]:
    t = v.tiles
    jokers = _count(t.jokers, "joker")
    return {
        "tiles.colours": f"The tiles have {_count(t.colours, 'colour')}.",
        "tiles.numbers": f"Each colour has the numbers 1 to {t.numbers}.",
        "tiles.copies": "There is one copy of each tile."
        if t.copies == 1
        else f"There are {_number(t.copies)} copies of each tile.",
        "tiles.jokers": f"There {'is' if t.jokers == 1 else 'are'} {jokers}, "
        f"which makes {v.native().tile_count(players=0)} tiles.",
    }


def _players(v: Variant) -> dict[str, str]:
    p = v.players
    named = dict(p.tiles)
    said = {
        "players.min": f"At least {_number(p.min)} play.",
        "players.max": f"At most {_number(p.max)} play.",
    }
    for count in sections.PLAYER_COUNTS:
        key = f"{sections.TILES_BY_PLAYERS}.{count}"
        if count in named:
            said[key] = f"A game of {_number(int(count))} uses {_SETS[named[count]]}."
    return said


def _deal(v: Variant) -> dict[str, str]:
    d = v.deal
    starter = {
        "highest_tile": "who draws the highest tile",
        "lowest_tile": "who draws the lowest tile",
        "random": "a player chosen by lot or die",
        "last_loser": "the loser of the game before (by lot in the first game)",
    }[d.starter]
    extra = "one tile more than the others" if d.starter_extra else "as many tiles as the others"
    discards = (
        "The starter discards the extra tile before the first turn; nobody may take it."
        if d.starter_discards
        else "Nobody discards a tile."
    )
    draw = {
        "pool": "The tiles that are not dealt are a common pool, from which all draw.",
        "own_share": "All tiles are shared out evenly, and each player draws from the own share; "
        "what is left over is drawn last.",
    }[d.draw_from]
    return {
        "deal.rack": f"Each rack begins with {_digits(d.rack, 'tile')}.",
        "deal.starter_extra": f"The starter is dealt {extra}.",
        "deal.starter": f"The first turn goes to {starter}.",
        "deal.starter_discards": discards,
        "deal.draw_from": draw,
    }


def _melds(v: Variant) -> dict[str, str]:
    m = v.melds
    low = _number(m.min_length)
    longest = v.tiles.numbers if m.run_max == "numbers" else m.run_max
    wrap = {
        "none": f"A 1 never follows the highest number, so no run goes on past {v.tiles.numbers}.",
        "ace_high": "A run may end with the highest number followed by 1, which counts 1; "
        "nothing follows it.",
        "round": "A run may go round: after the highest number comes 1, then 2 and so on; "
        "it never holds a number twice.",
    }[m.run_wrap]
    jokers = {
        "no_limit": "A meld may hold any number of jokers.",
        0: "No meld may hold a joker.",
    }.get(m.max_jokers, f"A meld may hold at most {_count(int_or(m.max_jokers), 'joker')}.")
    run = (
        f"A run may be as long as there are numbers: {longest} tiles here."
        if m.run_max == "numbers"
        else f"A run has at most {_number(int_or(longest))} tiles."
    )
    return {
        "melds.min_length": f"A meld has at least {low} tiles: a run is one colour with rising "
        "numbers, a group is one number in different colours.",
        "melds.group_max": f"A group has at most {_number(m.group_max)} tiles{_group_note(v)}.",
        "melds.run_max": run,
        "melds.run_wrap": wrap,
        "melds.max_jokers": jokers,
    }


def int_or(value: int | str, otherwise: int = 0) -> int:
    """The value where it is an integer."""
    return value if isinstance(value, int) else otherwise


def _group_note(v: Variant) -> str:
    if v.melds.group_max < v.melds.min_length or v.tiles.colours < v.melds.min_length:
        return ", fewer than a meld needs, so groups cannot be laid with this set"
    if v.melds.group_max > v.tiles.colours:
        return f", though {_number(v.tiles.colours)} colours allow no more than that many"
    return ""


def _opening(v: Variant) -> dict[str, str]:
    o = v.opening
    if o.min_points:
        minimum = (
            f"To open, a player lays melds worth at least {_digits(o.min_points, 'point')} "
            "from the own rack alone."
        )
    else:
        minimum = "To open, a player lays at least one own meld; no points are asked."
    joker = {
        "face": "In the opening a joker counts as the tile it stands for.",
        "zero": "In the opening a joker may be used but counts 0.",
        "forbidden": "The melds of the opening may hold no joker.",
    }.get(str(o.joker_value), f"In the opening a joker counts {o.joker_value}.")
    melds = {
        "any": "Several melds may reach the minimum together.",
        "single": "One meld alone must reach the minimum; others may be laid with it.",
    }[o.melds]
    by = {
        "each": "Each player must open before using the melds on the table.",
        "anyone": "Once one player has opened, nobody else needs to: all may use the table.",
    }[o.by]
    goes_on = (
        "In the turn of the opening the player may go on and use the melds on the table."
        if o.continues_turn
        else "In the turn of the opening nothing but own melds may be laid."
    )
    return {
        "opening.min_points": minimum,
        "opening.joker_value": joker,
        "opening.melds": melds,
        "opening.by": by,
        "opening.continues_turn": goes_on,
    }


def _table(v: Variant) -> dict[str, str]:
    access = {
        "rearrange": "Melds on the table belong to nobody and may be taken apart and put together "
        "anew, as long as only legal melds are left and no tile goes back to a rack.",
        "add_only": "Melds on the table may only be added to, runs at their ends and groups with "
        "missing colours.",
        "closed": "Melds on the table are left alone.",
    }[v.table.access]
    return {"table.access": access}


def _joker(v: Variant) -> dict[str, str]:
    j = v.joker
    access = v.table.access
    # What has no effect beside the other keys says so, so that no sentence promises too much.
    never = access == "closed" or j.retrieval == "never"
    closed = " (melds on the table are left alone here)" if access == "closed" else ""
    unused = " (no joker is freed here)" if never else ""
    no_tile = unused or ("" if j.retrieval == "exact_tile" else " (no copy is asked for here)")
    if j.retrieval == "any_legal" and access == "add_only":
        retrieval = (
            "A joker on the table may be freed by laying a tile that it stands for in its place"
        )
    else:
        retrieval = {
            "any_legal": "A joker on the table may be freed whenever all melds are legal then",
            "exact_tile": "A joker on the table is freed by a copy of the tile that it stands for",
            "never": "A joker on the table is never freed",
        }[j.retrieval]
    source = {
        "rack": "The copy that frees a joker must come from the own rack",
        "rack_or_table": "The copy that frees a joker may come from the own rack or from elsewhere "
        "on the table",
    }[j.tile_from]
    new = ", in a new meld (not an old one with tiles added) with at least"
    reuse = (
        "A freed joker is laid again in the same turn"
        + {
            "any_meld": ", in any meld",
            "new_meld": f"{new} one tile from the rack",
            "new_meld_two_rack": f"{new} two tiles from the rack",
            "keep": " or kept on the rack",
        }[j.reuse]
    )
    lock = {
        "none": "A meld that holds a joker may be used like any other",
        "no_remove": "A meld that holds a joker may be added to, but nothing is taken from it "
        "except the joker",
        "full": "A meld that holds a joker is locked: nothing may be done to it but freeing the "
        "joker, after which it is an ordinary meld",
    }[j.lock]
    three = {
        "either": "In a group of three a copy in either missing colour frees the joker",
        "both": "In a group of three copies in all missing colours are needed to free the joker",
    }[j.group_of_three]
    return {
        "joker.retrieval": f"{retrieval}{closed}.",
        "joker.tile_from": f"{source}{no_tile}.",
        "joker.reuse": f"{reuse}{unused}.",
        "joker.lock": f"{lock}{closed}.",
        "joker.group_of_three": f"{three}{no_tile}.",
    }


def _turn(v: Variant) -> dict[str, str]:
    t = v.turn
    must = (
        "A player who can lay a tile must do so."
        if t.must_play
        else "A player who could lay may draw instead."
    )
    then = (
        "After drawing a player may still lay in the same turn."
        if t.draw_then_play
        else "Drawing ends the turn."
    )
    clock = (
        f"A turn takes at most {_digits(t.seconds, 'second')}." if t.seconds else "No clock runs."
    )
    penalty = (
        f"After a failed move the player draws {_count(t.failure_draw, 'tile')}."
        if t.failure_draw
        else "A failed move costs no tiles."
    )
    revert = {
        "all": "After a failed move the whole table is put back as it was.",
        "unfinished": "After a failed move only what was not finished is taken back.",
    }[t.failure_revert]
    return {
        "turn.must_play": must,
        "turn.draw": f"Who lays nothing draws {_count(t.draw, 'tile')}.",
        "turn.draw_then_play": then,
        "turn.seconds": clock,
        "turn.failure_draw": penalty,
        "turn.failure_revert": revert,
    }


def _end(v: Variant) -> dict[str, str]:
    pool = {
        "play_on": "When nothing is left to draw, play goes on without drawing until everybody "
        "in turn has passed.",
        "one_more_lap": "When nothing is left to draw, everybody has one more turn.",
        "stop": "The game is over when the last tile is drawn.",
    }[v.end.pool_empty]
    return {"end.pool_empty": f"A game ends when a rack is empty. {pool}"}


def _scoring(v: Variant) -> dict[str, str]:
    s = v.scoring
    winner = {
        "sum_of_losers": "The others lose the points on their racks; the winner gains them all.",
        "zero": "The others lose the points on their racks; the winner gets 0.",
    }[s.winner]
    exhausted = {
        "difference": "If nobody goes out, the lowest rack wins: the others lose the difference "
        f"to it, and the winner {'gets 0' if s.winner == 'zero' else 'gains the differences'}.",
        "own_rack": "If nobody goes out, the lowest rack wins and everybody loses the own rack.",
    }[s.exhausted]
    close = (
        "All points count double when a player who had laid nothing before goes out in one turn."
        if s.one_turn_close == 2
        else "Going out in one turn counts like any other way."
    )
    unopened = (
        f"A player who never opened loses {_digits(s.unopened_penalty, 'point')} "
        "in place of the rack."
        if s.unopened_penalty
        else "A player who never opened loses the rack like the others."
    )
    if s.tile_values == "face":
        values = "On a rack a tile costs the number on it."
    else:
        listed = ", ".join(f"{n}: {value}" for n, value in enumerate(s.tile_values, start=1))
        values = f"On a rack tiles cost by their number ({listed})."
    return {
        "scoring.winner": winner,
        "scoring.exhausted": exhausted,
        "scoring.joker_penalty": f"A joker left on a rack costs {s.joker_penalty}.",
        "scoring.one_turn_close": close,
        "scoring.unopened_penalty": unopened,
        "scoring.tile_values": values,
    }


def _match(v: Variant) -> dict[str, str]:
    m = v.match
    games = (
        "A match has as many games as players."
        if m.games == "players"
        else f"A match has {_count(int_or(m.games), 'game')}."
    )
    target = (
        "No total ends a match early."
        if m.target == "none"
        else f"A match ends early when a total reaches {m.target}."
    )
    decided = {
        "points": "The match goes to the highest total of points; games won decide between equals.",
        "games_won": "The match goes to who won most games; points decide between equals.",
    }[m.decided_by]
    return {"match.games": games, "match.target": target, "match.decided_by": decided}


_PARTS: tuple[Callable[[Variant], dict[str, str]], ...] = (
    _tiles,
    _players,
    _deal,
    _melds,
    _opening,
    _table,
    _joker,
    _turn,
    _end,
    _scoring,
    _match,
)


def sentences(variant: Variant) -> dict[str, str]:
    """The sentence of every key that is in force, in the order of the keys.

    What is switched off or cannot come up has none, and one number of players is one sentence.
    """
    off = silent(variant)
    said = {key: text for key, text in every_sentence(variant).items() if key not in off}
    if variant.players.min == variant.players.max:
        said["players.min"] = f"{_number(variant.players.min).capitalize()} play."
        del said["players.max"]
    return said


def every_sentence(variant: Variant) -> dict[str, str]:
    """The sentence of every key, in the order of the keys, also where the rule is not in force.

    Keys of ``players.tiles`` that name no other set have none.
    """
    if variant.family == "draw":
        from rummylab.variant_describe_draw import draw_sentences

        return draw_sentences(variant)
    said: dict[str, str] = {}
    for part in _PARTS:
        said.update(part(variant))
    return said


def compared(a: Variant, b: Variant, keys: Iterable[str]) -> dict[str, tuple[str, str]]:
    """The sentences of some keys in two rule sets."""
    ours, theirs = every_sentence(a), every_sentence(b)
    return {key: (ours.get(key) or unsaid(key), theirs.get(key) or unsaid(key)) for key in keys}


def unsaid(key: str) -> str:
    """What to say of a key that has no sentence under the other rules.

    Examples
    --------
    >>> unsaid("players.tiles.2")
    'A game of two uses the standard set.'
    """
    if not key.startswith(sections.TILES_BY_PLAYERS):
        return "There is no such rule."
    return f"A game of {_number(int(key.rsplit('.', 1)[1]))} uses the standard set."
