"""The rules of a draw game in plain sentences, one for each key, generated from the values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummylab import variant_sections as sections
from rummylab.variant_describe import _SETS, _count, _digits, _number
from rummylab.variant_in_force import has_jokers

if TYPE_CHECKING:
    from rummylab.variant import Variant


def _noun(v: Variant) -> str:
    return "card" if v.tiles.print == "cards" else "tile"


def _suit(v: Variant) -> str:
    return "suit" if v.tiles.print == "cards" else "colour"


def _points(count: int) -> str:
    return _digits(count, "point")


def _written(v: Variant) -> str:
    if v.tiles.print == "cards":
        joker = ", and JK for a joker" if has_jokers(v) else ""
        return f"They are written as cards: 4S, 10H, AD{joker}."
    joker = ", and J for a joker" if has_jokers(v) else ""
    if v.wild.indicator and joker:
        joker = ", and FJ for a false okey (a joker)"
    return f"They are written as tiles: R5, B12{joker}."


def _tiles(v: Variant) -> dict[str, str]:
    t, noun, suit = v.tiles, _noun(v), _suit(v)
    total = v.native_rules().tile_count(players=0)
    return {
        "tiles.colours": f"The {noun}s have {_count(t.colours, suit)}.",
        "tiles.numbers": f"Each {suit} has the numbers 1 to {t.numbers}.",
        "tiles.copies": f"There is one copy of each {noun}."
        if t.copies == 1
        else f"There are {_number(t.copies)} copies of each {noun}.",
        "tiles.jokers": f"There {'is' if t.jokers == 1 else 'are'} {_count(t.jokers, 'joker')}, "
        f"which makes {total} {noun}s.",
        "tiles.print": _written(v),
    }


def _players(v: Variant) -> dict[str, str]:
    said = {
        "players.min": f"At least {_number(v.players.min)} play.",
        "players.max": f"At most {_number(v.players.max)} play.",
    }
    for count, name in v.players.tiles:
        key = f"{sections.TILES_BY_PLAYERS}.{count}"
        said[key] = f"A game of {_number(int(count))} uses {_SETS[name]}."
    return said


def _deal(v: Variant) -> dict[str, str]:
    d, noun = v.deal, _noun(v)
    offer = (
        f"The upturned {noun} is offered to the starter and then to the others; refused by all, "
        "the starter draws from the stock."
        if d.upcard_offer
        else f"No {noun} is offered before the first turn."
    )
    upcard = (
        f"A {noun} is turned up and begins the discard pile."
        if d.upcard
        else "The first discard begins the discard pile."
    )
    extra = (
        f"The starter is dealt one {noun} more and begins with a discard."
        if d.starter_extra
        else f"The starter is dealt as many {noun}s as the others."
    )
    starter = {
        "rotate": "the next player in turn",
        "winner": "the winner of the deal before",
        "loser": "the lowest score of the deal before",
        "random": "a player chosen by lot",
    }[d.next_starter]
    cut = (
        f"Who cuts a packet of exactly the {noun}s dealt gets {_points(d.cut_bonus)}."
        if d.cut_bonus
        else "An exact cut brings nothing."
    )
    return {
        "deal.rack": f"Each hand begins with {_digits(d.rack, noun)}.",
        "deal.starter_extra": extra,
        "deal.upcard": upcard,
        "deal.upcard_offer": offer,
        "deal.next_starter": f"The first deal of a match is started by lot, the next by {starter}.",
        "deal.cut_bonus": cut,
    }


def _melds(v: Variant) -> dict[str, str]:
    m, noun, suit = v.melds, _noun(v), _suit(v)
    run = (
        f"A run may be as long as there are numbers: {v.tiles.numbers} {noun}s here."
        if m.run_max == "numbers"
        else f"A run has at most {m.run_max} {noun}s."
    )
    wrap = {
        "none": "A 1 is low only and never follows the highest number.",
        "ace_high": "A run may end with the highest number followed by 1; nothing follows it.",
        "round": "A run may go round: after the highest number comes 1, then 2 and so on.",
    }[m.run_wrap]
    return {
        "melds.min_length": f"A meld has at least {_number(m.min_length)} {noun}s: a run is one "
        f"{suit} with rising numbers, a group is one number.",
        "melds.group_max": f"A group has at most {_digits(m.group_max, noun)}.",
        "melds.run_max": run,
        "melds.run_wrap": wrap,
        "melds.group_repeats": f"A group may hold a {suit} twice."
        if m.group_repeats
        else f"A group holds each {suit} once.",
        "melds.pairs": f"A hand of {m.pairs} pairs of equal {noun}s is whole too."
        if m.pairs
        else "A hand of pairs is nothing.",
    }


def _limit(value: int | str, noun: str, where: str) -> str:
    if value == "no_limit":
        return f"A {where} may hold any number of wild {noun}s."
    return f"A {where} may hold at most {_count(int(value), f'wild {noun}')}."


def _wild(v: Variant) -> dict[str, str]:
    w, noun = v.wild, _noun(v)
    numbers = (
        "No number is wild."
        if w.numbers == "none"
        else f"Wild beside the jokers: every {', '.join(map(str, w.numbers))}."
    )
    return {
        "wild.numbers": numbers,
        "wild.natural": f"A wild number may also be the {noun} that is printed on it."
        if w.natural
        else "A wild number is wild wherever it lies, in its own place too.",
        "wild.indicator": f"A turned {noun} names the wild one: the next number of its colour. The "
        "jokers are false: they stand for the face of the wild one."
        if w.indicator
        else f"No {noun} is turned to name a wild one; jokers are wild.",
        "wild.group_limit": _limit(w.group_limit, noun, "group"),
        "wild.run_limit": _limit(w.run_limit, noun, "run"),
        "wild.adjacent": f"Wild {noun}s may lie side by side in a run."
        if w.adjacent
        else f"Wild {noun}s never lie side by side in a run.",
        "wild.kinds": f"Wild {noun}s of one group may be of one kind."
        if w.kinds == "any"
        else f"Wild {noun}s of one group are of different kinds.",
    }


def _draw(v: Variant) -> dict[str, str]:
    d, noun = v.draw, _noun(v)
    pile = {
        "top": f"A turn begins with the top {noun} of the stock or of the discard pile.",
        "whole": f"A turn begins with the top {noun} of the stock or with the whole discard pile.",
        "none": f"A turn begins with the top {noun} of the stock.",
    }[d.pile]
    end = (
        f"The deal ends after a turn that leaves {_digits(d.stock_end, noun)} in the stock."
        if d.stock_end
        else "The deal ends after the turn that empties the stock."
    )
    return {
        "draw.pile": pile,
        "draw.return_taken": f"A {noun} taken from the top may be discarded in the same turn."
        if d.return_taken
        else f"A {noun} taken from the top may not be discarded in the same turn.",
        "draw.must_use": f"A {noun} taken from the top must be laid in the same turn."
        if d.must_use
        else f"A {noun} taken from the top need not be laid.",
        "draw.stock_end": end,
    }


def _laying(v: Variant) -> dict[str, str]:
    ending = v.end.by == "knock"
    off = {
        "none": "Nothing is added to a meld that lies.",
        "own": "A player adds to own melds only.",
        "any": "Who did not knock adds to the melds of who did, but not against gin."
        if ending
        else "A player who has laid melds adds to anybody's.",
    }[v.laying.lay_off]
    o, noun = v.opening, _noun(v)
    return {
        "laying.when": "Melds are shown when the deal ends."
        if v.laying.when == "show"
        else "Melds are laid in the course of play.",
        "laying.first_lap": "Melds may be laid from the first turn on."
        if v.laying.first_lap
        else "Nobody lays melds on the own first turn.",
        "laying.lay_off": off,
        "opening.min_points": f"A player's first lay-down of a deal needs {_points(o.min_points)}."
        if o.min_points
        else "A player's first lay-down needs no points.",
        "opening.pairs": f"An opening may be {o.pairs} pairs of equal {noun}s; "
        "who opens so lays only pairs."
        if o.pairs
        else "Pairs do not open.",
        "opening.late_total": "The match total changes nothing about the first lay-down."
        if o.late_total == "none"
        else f"With more than {_points(o.late_total)} in the match the first lay-down is harder.",
        "opening.late_points": f"It then needs {_points(o.late_points)}."
        if o.late_total != "none"
        else f"It would need {_points(o.late_points)} late in a match, which has no limit here.",
    }


def _end(v: Variant) -> dict[str, str]:
    k, noun = v.knock, _noun(v)
    by = {
        "knock": "The deal ends when a player knocks: after a discard the hand is shown.",
        "hand": "The deal ends when a player shows a whole hand after a discard.",
        "empty": f"The deal ends when a player has no {noun} left.",
    }[v.end.by]
    return {
        "end.by": by,
        "end.last_discard": f"The last {noun} may be laid; no discard is needed then."
        if v.end.last_discard == "optional"
        else f"The last {noun} must be discarded.",
        "knock.limit": f"A knock needs deadwood of {k.limit} or less."
        if k.limit
        else "Only a hand without deadwood may knock.",
        "knock.upcard": "The value of the first upcard is the limit of the deal; an ace asks for "
        "gin."
        if k.upcard
        else "The upcard does not change the limit of a knock.",
        "knock.spades_double": "A first upcard of spades counts the deal double."
        if k.spades_double
        else "No upcard doubles the deal.",
    }


def _scoring(v: Variant) -> dict[str, str]:
    s, noun = v.scoring, _noun(v)
    count = {
        "difference": "The knocker scores the difference in deadwood.",
        "fixed": "The others lose a fixed number of points.",
        "laid_less_hand": f"Each scores the {noun}s laid less the {noun}s held.",
        "hand": f"Each loses the {noun}s held.",
    }[s.count]
    values = (
        f"A {noun} counts its number."
        if s.tile_values == "face"
        else f"The numbers 1, 2, 3 ... count {', '.join(map(str, s.tile_values))}."
    )
    unopened = (
        f"A hand that never laid costs {_points(s.unopened_penalty)} instead."
        if s.unopened_penalty
        else "A hand that never laid costs what it holds."
    )
    long = (
        f"A run of {s.long_run} or more costs the others."
        if s.long_run
        else "No run costs the others anything."
    )
    return {
        "scoring.count": count,
        "scoring.joker_penalty": f"{'The wild ' + noun if v.wild.indicator else 'A joker'} counts "
        f"{s.joker_penalty}.",
        "scoring.unopened_penalty": unopened,
        "scoring.tile_values": values,
        "scoring.gin_bonus": f"Gin brings {_points(s.gin_bonus)} more.",
        "scoring.big_gin_bonus": f"Big gin, without a discard, brings {_points(s.big_gin_bonus)}."
        if s.big_gin_bonus
        else "There is no big gin.",
        "scoring.undercut_bonus": f"An undercut brings {_points(s.undercut_bonus)} more.",
        "scoring.undercut_tie": "Equal deadwood is an undercut."
        if s.undercut_tie
        else "Equal deadwood is no undercut and pays nobody.",
        "scoring.closer_bonus": f"Who ends the deal gets {_points(s.closer_bonus)}.",
        "scoring.long_run": long,
        "scoring.long_run_penalty": f"A long run costs each other player "
        f"{_points(s.long_run_penalty)}.",
        "scoring.loss": f"The fixed loss is {_points(s.loss)}.",
        "scoring.pairs_factor": f"Pairs count {_number(s.pairs_factor)} times.",
        "scoring.wild_discard_factor": f"A wild last discard counts "
        f"{_number(s.wild_discard_factor)} times.",
    }


def _match(v: Variant) -> dict[str, str]:
    m = v.match
    games = (
        "A match has one deal for each player at most."
        if m.games == "players"
        else f"A match has {_digits(m.games, 'deal')} at most."
    )
    return {
        "match.games": games,
        "match.target": "No total ends the match."
        if m.target == "none"
        else f"The match ends when a total reaches {m.target}.",
        "match.decided_by": "The match goes to the highest total."
        if m.decided_by == "points"
        else "The match goes to who won the most deals.",
        "match.start": f"Totals begin at {m.start}, and the match ends when one comes down to 0."
        if m.start
        else "Totals begin at 0.",
        "match.box_bonus": f"Each deal won brings {_points(m.box_bonus)} at the end of the match.",
        "match.game_bonus": f"The winner of the match gets {_points(m.game_bonus)} more.",
        "match.shutout_factor": f"Where the others won no deal, the winner's points count "
        f"{_number(m.shutout_factor)} times.",
    }


def draw_sentences(variant: Variant) -> dict[str, str]:
    """The sentence of every key of a draw game, in the order of the keys."""
    said: dict[str, str] = {}
    parts = (_tiles, _players, _deal, _melds, _wild, _draw, _laying, _end, _scoring, _match)
    for part in parts:
        said.update(part(variant))
    return said
