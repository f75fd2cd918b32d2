"""The search: rounds of games, in which settings that clearly miss a target drop out.

Everything is a function of the task: settings are played on the same deals, in an order that does
not depend on time or threads, and finalists on deals that the search never used.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import rummylab
from rummylab.analysis import metrics
from rummylab.analysis.compare import difference
from rummylab.analysis.effects import Level
from rummylab.analysis.intervals import CONFIDENCE, simultaneous
from rummylab.analysis.tally import BLOCK_CLUSTERS, Tally
from rummylab.balance.result import Answer, BalanceResult, Check, Compensation, Setting
from rummylab.balance.spec import Balance
from rummylab.errors import RummyError
from rummylab.simulate import tally_range
from rummylab.variant import Variant

FIRST_ROUND = 250  # deals
ROUNDS = 8  # the error of dropping a good setting is spread over so many looks
FRESH = 2**63  # added to the seed for games that the search never sees

Progress = Callable[[int, int, str], None]


class Source(Protocol):
    """What plays: a pure function of its arguments but for the threads."""

    def __call__(
        self, variant: Variant, *, players: int, seed: int, first: int, count: int
    ) -> Tally: ...


@dataclass
class _Played:
    """A setting with its tally for every number of players."""

    point: dict[str, Level]
    tallies: dict[int, Tally]
    setting: Setting | None = None

    @property
    def seen(self) -> Setting:
        assert self.setting is not None
        return self.setting


class _Search:
    def __init__(
        self, task: Balance, threads: int | None, progress: Progress | None, source: Source | None
    ) -> None:
        self.task = task
        self.progress = progress
        self.played = 0
        self.kept: dict[str, dict[int, Tally]] = {}
        self.budget = (
            task.games * len(task.players) * (task.trials if task.searched else len(task.settings))
        )
        self.fresh = task.confirm * len(task.players) * task.finalists
        # A good setting is dropped with a chance of at most 5 % over all targets and all looks.
        self.confidence = simultaneous(CONFIDENCE, len(task.targets) * len(task.players) * ROUNDS)

        def engine(variant: Variant, *, players: int, seed: int, first: int, count: int) -> Tally:
            return tally_range(
                variant,
                players=players,
                strategies=task.strategies,
                seed=seed,
                first=first,
                count=count,
                threads=threads,
                rotate=task.rotate,
                units=seed != task.seed,  # fresh games keep their deals, to be compared by these
            )

        self.source = source or engine

    def play(
        self, point: dict[str, Level], *, seed: int, first: int, games: int, label: str
    ) -> dict[int, Tally]:
        variant = self.task.base.replace(point)
        found = {}
        for players in self.task.players:
            count = -(-games // players) if self.task.rotate else games
            found[players] = self.source(
                variant, players=players, seed=seed, first=first, count=count
            )
            self.played += found[players].total("games")
            if self.progress is not None:
                self.progress(self.played, self.budget + self.fresh, label)
        return found

    def judge(
        self, point: dict[str, Level], tallies: dict[int, Tally], confidence: float
    ) -> Setting:
        checks = []
        for name, target in self.task.targets.items():
            for players, tally in tallies.items():
                found = metrics.estimate(tally, name, confidence)
                checks.append(Check(name, players, target, found))
        games = sum(tally.total("games") for tally in tallies.values())
        return Setting(point, self.task.cost_of(point), games, tuple(checks))

    def rounds(self, settings: list[dict[str, Level]], budget: int) -> list[_Played]:
        """Play all in rounds; who clearly misses drops out, who clearly meets needs no more."""
        all_played = [_Played(point, {}) for point in settings]
        alive = list(all_played)
        first, size, spent = 0, FIRST_ROUND, 0
        tables = len(self.task.players)
        for number in range(ROUNDS):
            room = (budget - spent) // max(1, len(alive) * tables)
            games = min(size, room)
            if not alive or games < (1 if number == 0 else FIRST_ROUND // 2):
                break
            for one in alive:
                label = f"round {number + 1}, {len(alive)} settings"
                new = self.play(
                    one.point, seed=self.task.seed, first=first, games=games, label=label
                )
                one.tallies = {
                    n: (one.tallies[n] + tally).without_units()
                    if n in one.tallies
                    else tally.without_units()
                    for n, tally in new.items()
                }
                one.setting = self.judge(one.point, one.tallies, self.confidence)
            spent += games * len(alive) * tables
            first += -(-games // BLOCK_CLUSTERS) * BLOCK_CLUSTERS
            size = 3 * FIRST_ROUND if number == 0 else 2 * size
            alive = [one for one in alive if one.seen.fate == "open"]
        return [one for one in all_played if one.setting is not None]

    def rank(self, one: Setting) -> tuple[bool, float, float, float]:
        """Clear misses last; then what misses least, changes least, and is surest."""
        inside = one.miss == 0
        sure = one.sure(self.confidence)
        return (one.fate == "misses", one.miss, one.cost if inside else 0.0, -sure)

    def chosen_by_optuna(self) -> list[dict[str, Level]]:
        """Settings that a sampler of optuna tried, best first, on few games each."""
        try:
            optuna: Any = importlib.import_module("optuna")
        except ImportError:
            raise RummyError(
                f"{len(self.task.points):,} settings are searched with optuna, which is not"
                " installed; install it with: pip install 'rummylab[balance]', or vary less"
            ) from None
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=self.task.seed % 2**32, multivariate=False)
        study = optuna.create_study(sampler=sampler, direction="minimize")
        keys = {key: list(range(len(levels))) for key, levels in self.task.vary.items()}
        flat = self.task.base.flat()
        here = {
            key: levels.index(flat[key]) if flat[key] in levels else 0
            for key, levels in self.task.vary.items()
        }
        study.enqueue_trial(here)
        seen: dict[tuple[int, ...], float] = {}
        for _ in range(self.task.trials):
            trial = study.ask()
            index = {key: trial.suggest_categorical(key, places) for key, places in keys.items()}
            place = tuple(index.values())
            if place not in seen:
                point = {key: self.task.vary[key][i] for key, i in index.items()}
                seen[place] = self._try(point)
            study.tell(trial, seen[place])
        order = sorted(seen, key=lambda place: (seen[place], place))
        best = [
            {key: self.task.vary[key][i] for key, i in zip(keys, place, strict=True)}
            for place in order
            if seen[place] < float("inf")
        ]
        if not best:
            raise RummyError("no setting that optuna tried is a valid rule set; vary less")
        return best

    def _try(self, point: dict[str, Level]) -> float:
        try:
            self.task.base.replace(point)
        except RummyError:
            return float("inf")
        tallies = self.play(
            point, seed=self.task.seed, first=0, games=FIRST_ROUND, label="optuna looks around"
        )
        setting = self.judge(point, tallies, self.confidence)
        return setting.miss + 1e-3 * setting.cost

    def confirm(self, settings: list[Setting]) -> list[Answer]:
        together = len(self.task.targets) * len(self.task.players)
        each = simultaneous(CONFIDENCE, together)
        found = []
        for number, setting in enumerate(settings):
            label = f"fresh games, finalist {number + 1} of {len(settings)}"
            tallies = self.fresh_games(setting.point, label)
            judged = self.judge(setting.point, tallies, each)
            found.append(Answer(judged, judged.fate == "meets", judged.sure(each)))
        return sorted(
            found, key=lambda a: (not a.confirmed, a.setting.cost if a.confirmed else -a.sure)
        )

    def fresh_games(self, point: dict[str, Level], label: str) -> dict[int, Tally]:
        """Games on deals that the search never used; one rule set plays them once."""
        rules = self.task.base.replace(point).variant_id
        if rules not in self.kept:
            self.kept[rules] = self._fresh_games(point, label)
        return self.kept[rules]

    def _fresh_games(self, point: dict[str, Level], label: str) -> dict[int, Tally]:
        return self.play(
            point,
            seed=self.task.seed + FRESH,
            first=0,
            games=self.task.confirm,
            label=label,
        )

    def explained(self, answer: Answer) -> Answer:
        """What every change of the answer does: the rules without it, on the same deals."""
        flat = self.task.base.flat()
        with_all = self.fresh_games(answer.setting.point, "the answer")
        reverted: dict[str, dict[int, Any]] = {}
        for key in self.task.changed(answer.setting.point):
            point = {**answer.setting.point, key: flat[key]}
            try:
                without = self.fresh_games(point, f"without {key}")
            except RummyError:  # this change needs another one
                continue
            reverted[key] = {
                n: [
                    difference(metrics.get(name, players=n), with_all[n], without[n])
                    for name in self.task.targets
                ]
                for n in self.task.players
            }
        return Answer(answer.setting, answer.confirmed, answer.sure, reverted)

    def compensation(self, point: dict[str, Level]) -> list[Compensation]:
        """What evens the seats: points for who starts, or another deal to who starts."""
        base = self.task.base.replace(point)
        options: list[tuple[str, dict[str, Level]]] = [("nothing", {})]
        flat = base.flat()
        known = "deal.starter_discards" in flat  # a draw game knows no such deal
        if known and (flat["deal.starter_extra"], flat["deal.starter_discards"]) != (0, False):
            options.append(
                ("no extra tile", {"deal.starter_extra": 0, "deal.starter_discards": False})
            )
        for words, discards in (("a tile more to who starts", False),
                                ("a tile more, one of them discarded", True)):  # fmt: skip
            if known and (flat["deal.starter_extra"], flat["deal.starter_discards"]) != (
                1,
                discards,
            ):
                options.append(
                    (words, {"deal.starter_extra": 1, "deal.starter_discards": discards})
                )
        found = []
        for words, changes in options:
            tallies = self.fresh_games({**point, **changes}, f"seats: {words}")
            for players, tally in tallies.items():
                advantage = metrics.estimate(tally, "first_player_advantage")
                edge = metrics.estimate(tally, "first_player_score_edge")
                found.append(Compensation(words, players, advantage, edge.scaled(-1)))
        return found


def balance(
    task: Balance,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    source: Source | None = None,
) -> BalanceResult:
    """Find the setting that meets the targets with the fewest changes.

    Parameters
    ----------
    task : Balance
        What may vary, and the targets.
    threads : int, optional
        Native threads; all cores by default. The answer does not depend on it.
    progress : callable, optional
        Called with the games played, the most there may be, and what is being played.
    source : callable, optional
        What plays; the native engine by default.

    Raises
    ------
    RummyError
        When the task cannot be played, or needs optuna and it is not installed.

    Examples
    --------
    >>> from rummylab.balance import Balance, balance
    >>> task = Balance(
    ...     title="Quick", variant="rummikub", players=[2], games=20, confirm=30, finalists=1,
    ...     vary={"deal.rack": [14, 20]}, targets={"turns": {"high": 58}},
    ... )
    >>> balance(task).spec
    'rummikub:deal.rack=20'
    """
    task.check()
    search = _Search(task, threads, progress, source)
    settings = task.settings
    if task.searched:
        settings = search.chosen_by_optuna()
        settings = settings[: max(task.finalists, len(settings) // 3)]
    played = search.rounds(settings, max(0, search.budget - search.played))
    ranked = sorted((one.seen for one in played), key=search.rank)
    finalists = search.confirm(ranked[: task.finalists])
    best = search.explained(finalists[0])
    return BalanceResult(
        task=task,
        settings=tuple(ranked),
        finalists=(best, *finalists[1:]),
        compensation=tuple(search.compensation(best.setting.point)),
        games=search.played,
        version=rummylab.__version__,
    )
