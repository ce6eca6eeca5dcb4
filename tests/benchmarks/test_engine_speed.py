"""How fast the engine is, beside python-chess."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import chess
from pytest_benchmark.fixture import BenchmarkFixture

import conquistadors as cq
from conquistadors.engine import saves
from conquistadors.engine.game import Game
from conquistadors.engine.run import Run
from conquistadors.games import rules_for
from conquistadors.games.landfall.rules import Landfall, Ocean
from support.speed import per_call

RULES = Landfall(2)


def answers_per_second(games: int = 25) -> float:
    """Random games to the end, with checks, events and checkpoints: how many requests were answered a second."""
    choose = Random(1)
    answered = 0
    start = time.perf_counter()
    for seed in range(games):
        game: Game[Ocean] = Game.new(RULES, seed=seed)
        while game.pending is not None:
            options = game.options
            game.play(options[int(choose.random() * len(options))])
        answered += len(game.answers)
    return answered / (time.perf_counter() - start)


def perft_positions_per_second() -> float:
    """python-chess: every position to depth 3 set up on the board and taken back."""

    def visit(board: chess.Board, depth: int) -> int:
        seen = 0
        for move in board.legal_moves:
            board.push(move)
            seen += 1 + (visit(board, depth - 1) if depth > 1 else 0)
            board.pop()
        return seen

    start = time.perf_counter()
    seen = visit(chess.Board(), 3)
    return seen / (time.perf_counter() - start)


def nested_run() -> Run[Ocean]:
    """In the middle of a roll, in a voyage, in a turn: the re-roll is asked for."""
    for seed in range(1000):
        game: Game[Ocean] = Game.new(RULES, seed=seed)
        while game.pending is not None:
            if game.pending.kind == "reroll" and len(game.at_work) == 2:
                return game._run
            game.play(game.options[1 if game.pending.kind == "turn" else -1])
    raise AssertionError("no such moment in a thousand games")


def chess_middle_game() -> chess.Board:
    board = chess.Board()
    for move in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]:
        board.push_san(move)
    return board


def test_answered_requests_beside_perft(interleaved: Any) -> None:
    interleaved(
        "answered requests / positions of perft 3",
        answers_per_second,
        perft_positions_per_second,
        "per second",
        "goal: 0.5 or more",
    )


def test_clone_beside_board_copy(interleaved: Any) -> None:
    run, board, bare = nested_run(), chess_middle_game(), chess.Board()
    depth = f"clone after {len(run.since)} answers since the checkpoint"
    goal = "goal: 5 or less"
    interleaved(
        f"{depth} / Board.copy() after 8 moves", per_call(run.clone, 500), per_call(board.copy, 500), "us", goal
    )
    interleaved(f"{depth} / Board.copy() at the start", per_call(run.clone, 500), per_call(bare.copy, 500), "us", goal)


def test_position_copy(benchmark: BenchmarkFixture) -> None:
    pos = nested_run().pos
    assert benchmark(pos.copy) == pos


def test_clone_in_a_nested_procedure(benchmark: BenchmarkFixture) -> None:
    run = nested_run()
    assert benchmark(run.clone).pos == run.pos


def test_save_to_text(benchmark: BenchmarkFixture) -> None:
    game = cq.new_game("example", seed=1)
    for _ in range(25):
        game.play(game.options[0])
    assert benchmark(saves.to_text, game, cq.__version__)


def test_load_from_text(benchmark: BenchmarkFixture) -> None:
    game = cq.new_game("example", seed=1)
    for _ in range(25):
        game.play(game.options[0])
    text = saves.to_text(game, cq.__version__)
    assert benchmark(saves.from_text, text, rules_for, cq.__version__).answers == game.answers
