"""Put games on one scale of skill and luck: leagues on mirrored deals, and whole matches."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import rummylab as rl
from rummylab.analysis import text
from rummylab.analysis.intervals import Estimate
from rummylab.league import League
from rummylab.report.words import listed

COUNTS = {
    "deals": ("500", "deals of every pair, in tile rummy"),
    "matches": ("500", "matches of a pair, in tile rummy"),
}
SEED = 7


@dataclass(frozen=True)
class Game:
    """A game, who climbs its ladder (the weak before the strong), and its two good players.

    Games that take little time are played `times` as often.
    """

    name: str
    variant: str
    ladder: tuple[str, ...]
    good: tuple[str, str]
    times: int = 1


TIMES = 4  # draw games against tile rummy
DRAW = ("random", "greedy", "strong")
GAMES = (
    Game(
        "Tile rummy",
        "rummikub",
        ("random", "novice", "human", "max_tiles"),
        ("max_points", "max_tiles"),
    ),
    Game("Rummy argentino", "argentino", DRAW, ("greedy", "strong"), TIMES),
    Game("Gin", "gin", DRAW, ("greedy", "strong"), TIMES),
    Game("Okey", "okey", DRAW, ("greedy", "strong"), TIMES),
)


@dataclass(frozen=True)
class Found:
    """What one game came to, at tables of two.

    Parameters
    ----------
    game : Game
        The game.
    league : League
        Everybody of the ladder against everybody.
    close : League
        The two good players.
    weak, even : Estimate
        The share of whole matches that the weakest wins against the best of the ladder, and the
        second of the good players against the first.
    deals : Estimate
        Deals of a match between the good players.
    """

    game: Game
    league: League
    close: League
    weak: Estimate
    even: Estimate
    deals: Estimate

    @property
    def skill(self) -> Estimate:
        """Of one deal: 1 less what the weakest wins, in halves."""
        skill = self.league.skill_score
        assert skill is not None  # tables of two, several strategies
        return skill[2]

    @property
    def skill_of_match(self) -> Estimate:
        """The same of whole matches."""
        return self.weak.scaled(-2.0, 1.0)

    @property
    def even_of_deal(self) -> Estimate:
        """How often the second of the good players wins a deal."""
        return self.close.cross[self.game.good[1], self.game.good[0]]


def measure(game: Game, deals: int, matches: int, seed: int, threads: int | None) -> Found:
    """Play one game: two leagues, then matches."""

    def league(strategies: Sequence[str]) -> League:
        return rl.league(
            game.variant, strategies=strategies, players=2, deals=deals, seed=seed, threads=threads
        )

    def match(one: str, two: str) -> dict[str, Estimate]:
        # Both players sit in both seats of the same deals.
        return rl.simulate(
            game.variant,
            matches=matches,
            players=2,
            strategies=[one, two],
            rotate=True,
            seed=seed + 1,
            threads=threads,
        ).metrics()

    print(f"playing {game.variant}", file=sys.stderr)
    weak = match(game.ladder[0], game.ladder[-1])
    good = match(game.good[1], game.good[0])
    rate = "match_win_rate.player_1"
    return Found(
        game,
        league(game.ladder),
        league(game.good),
        weak[rate],
        good[rate],
        good["games_per_match"],
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def scale(found: Sequence[Found]) -> str:
    """All games on one scale."""
    rows = [
        [
            f.game.name,
            text.phrase(f.skill),
            text.phrase(f.skill_of_match),
            text.phrase(f.deals),
            text.phrase(f.league.ratings.spread()),
        ]
        for f in found
    ]
    head = (
        *("", "skill score, one deal", "skill score, a match", "deals in a match"),
        "spread of the ratings, Elo points",
    )
    return _table(head, rows)


def luck(found: Sequence[Found]) -> str:
    """What decides who wins a deal."""
    rows = [
        [
            f"{f.game.name}, {who}",
            *(
                text.phrase(part, "share")
                for part in (league.luck.deal, league.luck.players, league.luck.rest)
            ),
        ]
        for f in found
        for who, league in ((" and ".join(f.game.good), f.close), ("everybody", f.league))
    ]
    return _table(("", "the deal", "who plays", "what they make of this deal"), rows)


def ladders(found: Sequence[Found]) -> str:
    """The ratings of every game."""
    parts = []
    for f in found:
        league = f.league
        names = league.frame()["strategy"].tolist()
        rows = [
            [
                name,
                text.phrase(league.ratings.elo(league.strategies.index(name))),
                *(
                    "" if other == name else text.phrase(league.cross[name, other], "share")
                    for other in names
                ),
            ]
            for name in names
        ]
        head = (f.game.name, "rating, Elo points", *(f"beats {name}" for name in names))
        tau, spread = league.ratings.ladder(), league.ratings.spread()
        parts.append(
            f"{_table(head, rows)}\n\nThe ratings spread by {text.phrase(spread)} points; Kendall's"
            f" tau with the order {', '.join(league.strategies)} is {text.phrase(tau)}."
        )
    return "\n\n".join(parts)


def findings(found: Sequence[Found]) -> str:
    """What a reader should know first, as a list."""
    said = [_weak(found), _deal(found), *_turned(found), _ladder(found)]
    return "\n".join(f"- {line}" for line in said)


def _weak(found: Sequence[Found]) -> str:
    order = sorted(found, key=lambda f: -f.skill.value)
    deals = [
        f"{text.phrase(f.skill.scaled(-0.5, 0.5), 'share')} of the deals of {f.game.name}"
        for f in order
    ]
    matches = [
        f"{text.phrase(f.weak, 'share')} of {f.game.name}"
        for f in sorted(order, key=lambda f: f.weak.value)
    ]
    return (
        f"Who plays by chance wins {listed(deals)} against the best player here. Of whole matches"
        f" that is {listed(matches)}."
    )


def _deal(found: Sequence[Found]) -> str:
    order = sorted(found, key=lambda f: f.close.luck.deal.value)
    shares = [f"{text.phrase(f.close.luck.deal, 'share')} in {f.game.name}" for f in order]
    return (
        f"Between the two good players the deal decides {listed(shares)}: so much of the"
        " differences in who wins stays the same when the two exchange their tiles."
    )


def _turned(found: Sequence[Found]) -> list[str]:
    """Games in which one wins more deals and the other more matches, or only the matches tell."""
    said = []
    for f in found:
        one, two = f.game.good[1], f.game.good[0]
        deal, match = f.even_of_deal, f.even
        begin = (
            f"{f.game.name}: {one} wins {text.phrase(deal, 'share')} of the deals and"
            f" {text.phrase(match, 'share')} of the matches against {two}"
        )
        sides = [0 if e.low <= 0.5 <= e.high else 1 if e.value > 0.5 else -1 for e in (deal, match)]
        if sides[0] * sides[1] < 0:
            said.append(f"{begin}: a match goes by points, and who wins fewer deals wins it.")
        elif sides[0] == sides[1] == 0:
            said.append(f"{begin}: no difference that can be told from chance.")
        elif sides[1] and abs(match.value - 0.5) > abs(deal.value - 0.5):
            said.append(f"{begin}: a match shows the better player more clearly than a deal.")
        else:
            said.append(f"{begin}.")
    return said


def _ladder(found: Sequence[Found]) -> str:
    order: dict[str, list[str]] = {}
    for f in found:
        tau = f.league.ratings.ladder()
        answer = "stand" if tau.low == 1 else "do not stand" if tau.high < 1 else "may stand"
        told = f.game.name if tau.low == 1 else f"{f.game.name} (Kendall's tau {text.phrase(tau)})"
        order.setdefault(answer, []).append(told)
    said = [f"they {answer} so in {listed(names)}" for answer, names in order.items()]
    return (
        "The order in which the players are meant to stand, by the deals that they win:"
        f" {'; '.join(said)}."
    )


def measured(
    *, deals: int, matches: int, seed: int, threads: int | None, games: Sequence[Game] = GAMES
) -> tuple[str, dict[str, object], int]:
    """The findings and the tables."""
    found = [
        measure(game, deals * game.times, matches * game.times, seed, threads) for game in games
    ]
    parts = {
        "findings": findings(found),
        "scale": scale(found),
        "luck": luck(found),
        "ladders": ladders(found),
    }
    more = {"more_deals": f"{TIMES * deals:,}", "more_matches": f"{TIMES * matches:,}"}
    return "\n\n".join(parts.values()), {**parts, **more}, 0
