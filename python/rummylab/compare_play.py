"""Runs on the same deals, side by side on the cores at hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rummylab.analysis.tally import BLOCK_CLUSTERS, Tally
from rummylab.simulate import Strategies, tally_range
from rummylab.simulate_checks import cores
from rummylab.strategy import Strategy
from rummylab.variant import Variant


def side_by_side(
    arms: Sequence[tuple[Variant, Strategies]],
    options: Mapping[str, Any],
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> list[Tally]:
    """The tallies of all arms; arms too short to use every core share them."""
    most = cores() if threads is None else threads
    blocks = -(-options["count"] // BLOCK_CLUSTERS)
    native = all(isinstance(who, str) or not _in_python(who) for _, who in arms)
    together = max(1, min(len(arms), most // blocks)) if native else 1
    done = [0] * len(arms)
    broken = threading.Event()

    def play(number: int) -> Tally:
        def tell(within: int) -> None:
            if broken.is_set():
                raise KeyboardInterrupt
            done[number] = within
            if progress is not None:
                progress(sum(done))

        variant, who = arms[number]
        return tally_range(
            variant,
            strategies=who,
            threads=max(1, most // together),
            progress=tell,
            **options,
        )

    if together == 1:
        return [play(number) for number in range(len(arms))]
    with ThreadPoolExecutor(together) as pool:
        futures = [pool.submit(play, number) for number in range(len(arms))]
        try:
            return [future.result() for future in futures]
        except BaseException:
            broken.set()  # Control-C reaches this thread alone
            for future in futures:
                future.cancel()
            raise


def _in_python(who: Strategies) -> bool:
    return isinstance(who, Strategy) or any(isinstance(one, Strategy) for one in who)
