"""Many games on a cluster: separate processes, one of which is killed half-way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pandas.testing import assert_frame_equal

from conquistadors.lab.asking import bot_seed, seed_of
from conquistadors.lab.simulation import simulate
from support.players import Doomed

distributed = pytest.importorskip("distributed")

GAMES = 40


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    """A client of two worker processes, each with one thread."""
    how = {"dashboard_address": "127.0.0.1:0", "local_directory": str(tmp_path / "dask"), "silence_logs": "CRITICAL"}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **how) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.long  # three processes of Dask start for one assertion; executors are tested in test_simulation.py
@pytest.mark.filterwarnings("default")  # of a cluster that loses a worker
def test_a_cluster_that_loses_a_worker_gives_the_same_frame(client: Any, tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    how: dict[str, Any] = {"games": GAMES, "seed": 7, "progress": False}
    how["bots"] = {"red": partial(Doomed, flag, bot_seed(seed_of(7, GAMES // 2), "red")), "blue": "random"}
    workers = set(client.run(os.getpid).values())
    on_cluster = simulate("example", executor=client.get_executor(), **how)
    assert len(workers) == 2
    assert int(flag.read_text(encoding="utf-8")) in workers
    assert_frame_equal(on_cluster, simulate("example", workers=1, **how))
