"""Is a result allowed to an opened player? Every question of identity is tried out, one by one.

Tiles of one face look alike, and so do jokers. A result is legal when some story of which physical
tile went where, with some reading of each meld, keeps every rule at once. Origins: the number of an
old meld, or RACK.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from .melds import Read, readings
from .rules import Rules
from .tiles import JOKER, Bag, Tile

RACK = -1
Slot = tuple[int, int]  # (result meld, place)


@dataclass(frozen=True)
class OldJoker:
    """A joker that lay on the table, under one reading of its meld."""

    meld: int
    place: int
    tile: Tile  # what it stood for


@dataclass
class Story:
    """One full account of a turn."""

    rules: Rules
    before: Sequence[Read]
    after: Sequence[Read]
    laid: Bag
    jokers: list[OldJoker]
    slot_of: dict[OldJoker, Slot | None]  # None: taken to the rack
    origin: dict[Slot, int]  # of every place of the result that matters

    def stays(self, joker: OldJoker) -> bool:
        """It stands for the same tile beside another tile of its old meld."""
        slot = self.slot_of[joker]
        if slot is None or self.after[slot[0]].stands[slot[1]] != joker.tile:
            return False
        return any(
            self.origin.get((slot[0], place)) == joker.meld
            for place in range(len(self.after[slot[0]].stands))
            if place != slot[1]
        )


def exact_ok(rules: Rules, before: Sequence[Read], laid: Bag, freed: Sequence[OldJoker]) -> bool:
    """Each freed joker has copies of its own of what it stood for."""
    wanted: list[tuple[Tile, int]] = []
    for joker in freed:
        old = before[joker.meld]
        both = (
            rules["joker.group_of_three"] == "both" and old.kind == "group" and len(old.stands) == 3
        )
        if both:
            held = {colour for _, colour in old.naturals}
            missing = [colour for colour in range(rules["tiles.colours"]) if colour not in held]
            wanted += [((joker.tile[0], colour), joker.meld) for colour in missing]
        else:
            wanted.append((joker.tile, joker.meld))
    supply: list[tuple[Tile, int]] = [(item, RACK) for item in laid if item != JOKER]
    if rules["joker.tile_from"] == "rack_or_table":
        supply += [(item, at) for at, old in enumerate(before) for item in old.naturals]

    def match(at: int, used: frozenset[int]) -> bool:
        if at == len(wanted):
            return True
        item, home = wanted[at]
        return any(
            face == item and source != home and which not in used and match(at + 1, used | {which})
            for which, (face, source) in enumerate(supply)
        )

    return match(0, frozenset())


def _reuse_ok(story: Story, joker: OldJoker) -> bool:
    rules = story.rules
    slot = story.slot_of[joker]
    if slot is None:
        return bool(rules["joker.reuse"] == "keep")
    if rules["joker.reuse"] in ("any_meld", "keep"):
        return True
    target = slot[0]
    sources = [story.origin[(target, place)] for place in range(len(story.after[target].stands))]
    needed = 2 if rules["joker.reuse"] == "new_meld_two_rack" else 1
    if sources.count(RACK) < needed:
        return False
    return not any(sources.count(at) == len(old.stands) for at, old in enumerate(story.before))


def _holds(rules: Rules, meld: Read, old: Read, stretch: bool) -> bool:
    """The places of `old` lie together in `meld`, tiles where they were.

    With `stretch`, more may lie around them. A run of all numbers that goes round has no ends.
    """
    if meld.kind != old.kind:
        return False
    if not stretch and len(meld.stands) != len(old.stands):
        return False
    if meld.kind == "group":
        return frozenset(old.stands) <= frozenset(meld.stands)
    width = len(old.stands)
    stands = meld.stands
    if rules["melds.run_wrap"] == "round" and len(stands) == rules["tiles.numbers"]:
        stands = stands + stands
    return any(stands[at : at + width] == old.stands for at in range(len(stands) - width + 1))


def _lock_ok(story: Story, at: int) -> bool:
    """D7: a meld with a joker that was not freed is still there."""
    old = story.before[at]
    mine = [joker for joker in story.jokers if joker.meld == at]
    staying = [joker for joker in mine if story.stays(joker)]
    if story.rules["joker.lock"] == "none" or not staying:
        return True
    slots = [slot for joker in staying if (slot := story.slot_of[joker]) is not None]
    homes = {slot[0] for slot in slots}
    if len(homes) != 1:
        return False
    home = homes.pop()
    meld = story.after[home]
    if not _holds(story.rules, meld, old, stretch=story.rules["joker.lock"] == "no_remove"):
        return False
    for joker in mine:  # a freed joker's place holds the tile itself
        if joker not in staying and joker.tile not in meld.naturals:
            return False
    place_of = {stand: place for place, stand in enumerate(meld.stands)}
    return all(
        item in meld.naturals and story.origin[(home, place_of[item])] == at
        for item in old.naturals
    )


def _story_ok(story: Story) -> bool:
    rules = story.rules
    freed = [joker for joker in story.jokers if not story.stays(joker)]
    if freed and rules["joker.retrieval"] == "never":
        return False
    if rules["joker.retrieval"] == "exact_tile" and not exact_ok(
        rules, story.before, story.laid, freed
    ):
        return False
    if not all(_reuse_ok(story, joker) for joker in freed):
        return False
    return all(_lock_ok(story, at) for at in range(len(story.before)))


def meld_ok(
    rules: Rules,
    before: Sequence[Read],
    meld: Read,
    mine: dict[OldJoker, int],
    origin: dict[int, int],
) -> list[OldJoker] | None:
    """Judge one result meld whose table jokers and origins are known, but for `exact_tile`.

    The jokers that were freed, or None where a rule is broken that this meld alone decides.
    """
    story = Story(
        rules,
        before,
        [meld],
        (),
        list(mine),
        {joker: (0, place) for joker, place in mine.items()},
        {(0, place): source for place, source in origin.items()},
    )
    freed = [joker for joker in mine if not story.stays(joker)]
    if freed and rules["joker.retrieval"] == "never":
        return None
    if not all(_reuse_ok(story, joker) for joker in freed):
        return None
    for at in {joker.meld for joker in mine if joker not in freed}:
        absent = [joker for joker in _old_jokers(before) if joker.meld == at and joker not in mine]
        if rules["joker.lock"] != "none" and not _lock_ok(story, at):
            return None
        if rules["joker.lock"] != "none" and any(j.tile not in meld.naturals for j in absent):
            return None
    return freed


def _joker_slots(after: Sequence[Read]) -> list[Slot]:
    return [
        (m, place)
        for m, meld in enumerate(after)
        for place, joker in enumerate(meld.jokers)
        if joker
    ]


def _joker_stories(
    jokers: list[OldJoker], slots: list[Slot], from_rack: int
) -> Iterator[dict[OldJoker, Slot | None]]:
    """Every choice of which joker of the result is which table joker."""
    to_rack = len(jokers) + from_rack - len(slots)
    if to_rack < 0:
        return
    options: list[Slot | None] = [*slots, *[None] * to_rack]
    seen = set()
    for order in permutations(range(len(options)), len(jokers)):
        chosen = tuple(options[at] for at in order)
        if chosen not in seen:
            seen.add(chosen)
            yield dict(zip(jokers, chosen, strict=True))


def _natural_stories(
    before: Sequence[Read], after: Sequence[Read], laid: Bag, relevant: frozenset[Tile]
) -> Iterator[dict[Slot, int]]:
    """Every choice of which copy lies where, for the faces that matter."""
    places: dict[Tile, list[Slot]] = {}
    for m, meld in enumerate(after):
        for place, (item, joker) in enumerate(zip(meld.stands, meld.jokers, strict=True)):
            if not joker:
                places.setdefault(item, []).append((m, place))
    choices: list[list[tuple[tuple[Slot, int], ...]]] = []
    for item, slots in places.items():
        sources = [at for at, old in enumerate(before) if item in old.naturals] + [
            RACK
        ] * laid.count(item)
        ways = set(permutations(sources)) if item in relevant else {tuple(sources)}
        choices.append([tuple(zip(slots, way, strict=True)) for way in sorted(ways)])
    for combination in product(*choices):
        yield {slot: source for part in combination for slot, source in part}


def _old_jokers(before: Sequence[Read]) -> list[OldJoker]:
    return [
        OldJoker(at, place, old.stands[place])
        for at, old in enumerate(before)
        for place, joker in enumerate(old.jokers)
        if joker
    ]


def _rearranged(
    rules: Rules, before: Sequence[Read], after: Sequence[Read], laid: Bag, everything: bool
) -> bool:
    jokers = _old_jokers(before)
    slots = _joker_slots(after)
    relevant = frozenset(
        item
        for melds in (before, after)
        for meld in melds
        if any(meld.jokers) or everything
        for item in meld.naturals
    )
    for slot_of in _joker_stories(jokers, slots, laid.count(JOKER)):
        moved = [  # freed whatever lies beside them
            joker
            for joker, slot in slot_of.items()
            if slot is None or after[slot[0]].stands[slot[1]] != joker.tile
        ]
        if moved and rules["joker.retrieval"] == "never":
            continue
        if rules["joker.retrieval"] == "exact_tile" and not exact_ok(rules, before, laid, moved):
            continue
        held: dict[Slot, int] = dict.fromkeys(slots, RACK)
        held.update({slot: joker.meld for joker, slot in slot_of.items() if slot is not None})
        for origin in _natural_stories(before, after, laid, relevant):
            if _story_ok(Story(rules, before, after, laid, jokers, slot_of, origin | held)):
                return True
    return False


def _placed_on(rules: Rules, old: Read, meld: Read) -> bool:
    """`meld` is `old` plus tiles; naturals may have taken the places of jokers."""
    if not _holds(rules, meld, old, stretch=True):
        return False
    held = dict(zip(meld.stands, meld.jokers, strict=True))
    return all(not held[item] for item in old.naturals)


def _added(rules: Rules, before: Sequence[Read], after: Sequence[Read], laid: Bag) -> bool:
    """D8: each old meld is found in a result meld of its own; all else is new."""
    jokers = _old_jokers(before)
    slots = _joker_slots(after)

    def judge(home_of: dict[int, int]) -> bool:
        origin: dict[Slot, int] = {
            (m, place): RACK for m, meld in enumerate(after) for place in range(len(meld.stands))
        }
        staying: dict[OldJoker, Slot] = {}
        freed: list[OldJoker] = []
        rest = list(laid)
        for at, old in enumerate(before):
            meld = after[home_of[at]]
            place_of = {item: place for place, item in enumerate(meld.stands)}
            for item in old.naturals:
                origin[(home_of[at], place_of[item])] = at
            for joker in (joker for joker in jokers if joker.meld == at):
                if meld.jokers[place_of[joker.tile]]:
                    staying[joker] = (home_of[at], place_of[joker.tile])
                    origin[staying[joker]] = at
                elif joker.tile in rest:  # its place is taken by a rack tile
                    rest.remove(joker.tile)
                    freed.append(joker)
                else:
                    return False
            locked = rules["joker.lock"] == "full" and any(joker.meld == at for joker in staying)
            if locked and len(meld.stands) != len(old.stands):
                return False
        if freed and rules["joker.retrieval"] == "never":
            return False
        if rules["joker.retrieval"] == "exact_tile" and not exact_ok(rules, before, laid, freed):
            return False
        open_slots = [slot for slot in slots if slot not in staying.values()]
        for slot_of in _joker_stories(freed, open_slots, laid.count(JOKER)):
            held = {slot: joker.meld for joker, slot in slot_of.items() if slot is not None}
            story = Story(rules, before, after, laid, jokers, {**staying, **slot_of}, origin | held)
            if all(_reuse_ok(story, joker) for joker in freed):
                return True
        return False

    def place(at: int, home_of: dict[int, int]) -> bool:
        if at == len(before):
            return judge(home_of)
        return any(
            place(at + 1, {**home_of, at: m})
            for m, meld in enumerate(after)
            if m not in home_of.values() and _placed_on(rules, before[at], meld)
        )

    return place(0, {})


def _form(rules: Rules, read: Read) -> object:
    """What two writings of one meld have in common: a group has no order, a ring no ends."""
    ring = rules["melds.run_wrap"] == "round" and len(read.stands) == rules["tiles.numbers"]
    if read.kind == "group" or ring:
        return read.kind, read.places
    return read.kind, read.stands, read.jokers


def unchanged(
    rules: Rules, before: Sequence[Sequence[Read]], after: Sequence[Sequence[Read]]
) -> bool:
    """Every old meld lies in the result as it was, each in a meld of its own."""

    def place(at: int, used: frozenset[int]) -> bool:
        if at == len(before):
            return True
        forms = {_form(rules, read) for read in before[at]}
        return any(
            m not in used
            and any(_form(rules, read) in forms for read in meld)
            and place(at + 1, used | {m})
            for m, meld in enumerate(after)
        )

    return place(0, frozenset())


def exchange_legal(
    rules: Rules,
    before: Sequence[tuple[Tile, ...]],
    after: Sequence[Sequence[Read]],
    laid: Bag,
    *,
    everything: bool = False,
) -> bool:
    """Judge a turn of an opened player; `after` holds the readings of each result meld.

    With `everything` the identity of every copy is tried out, not only where jokers are near.
    """
    old_reads = [readings(rules, meld) for meld in before]
    if rules["table.access"] == "closed":
        return unchanged(rules, old_reads, after)
    bound = rules["table.access"] == "add_only"
    if not bound and not any(JOKER in meld for meld in before):
        return True
    for olds in product(*old_reads):
        for news in product(*after):
            if bound and _added(rules, olds, news, laid):
                return True
            if not bound and _rearranged(rules, olds, news, laid, everything):
                return True
    return False
