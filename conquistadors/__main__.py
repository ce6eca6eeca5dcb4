"""The command line: `conquistadors fuzz`, `playthrough`, `check-data`, `show-map` and `matrix`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import conquistadors
from conquistadors.engine.errors import ConquistadorsError
from conquistadors.engine.files import write_page
from conquistadors.engine.fuzz import FuzzFailure
from conquistadors.engine.playthrough import playthrough
from conquistadors.engine.texts import LANGUAGES, speaking
from conquistadors.fuzzing import Fuzzing, fuzzed, turn_reached
from conquistadors.games import DEFAULT, KITS, pack_of, scenarios
from conquistadors.teach.matrix import chapters_named, matrix, of_chapters, report, rulings, totals
from conquistadors.teach.places import lessons, untaught

INTERRUPTED: Final = 130
"""The exit code of a command that was ended by Ctrl-C, as shells have it."""
UNREAD: Final = 141
"""The exit code of a command whose reader went away, as shells have it: nobody knows how it would have ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code says whether it went well."""
    chosen = _parser().parse_args(arguments)
    try:
        with speaking(getattr(chosen, "language", None)):
            code: int = chosen.run(chosen)
        if sys.stdout is not None:  # a program without a terminal may have none
            sys.stdout.flush()
    except FuzzFailure as failure:
        path = Path("fuzz-failure.json")
        path.write_text(failure.save, encoding="utf-8")
        print(f"{failure}\n{path} leads there: load it and answer {failure.answer!r}", file=sys.stderr)
        return 1
    except ConquistadorsError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever reads has seen enough: `conquistadors playthrough | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    """What can be asked for. Every option is told in one line of a terminal with 80 columns."""
    lines = partial(argparse.HelpFormatter, max_help_position=26)
    parser = argparse.ArgumentParser(
        prog="conquistadors", description=conquistadors.__doc__.split("\n")[0], formatter_class=lines
    )
    parser.add_argument(
        "-V", "--version", action="version", version=conquistadors.__version__, help="say which version it is"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")

    def command(name: str, short: str, *, choices: str = "") -> argparse.ArgumentParser:
        about = f"{short[:1].upper()}{short[1:]}."
        return commands.add_parser(name, help=short, description=about, epilog=choices or None, formatter_class=lines)

    known = f"Scenarios: {', '.join(scenarios())}."
    fuzzing = command("fuzz", "play at random, with every promise checked", choices=known)
    fuzzing.add_argument(
        "--scenario", choices=list(scenarios()), default="example", metavar="NAME", help="which one to play (example)"
    )
    fuzzing.add_argument("--games", type=_whole(1), default=1000, metavar="N", help="so many games (1000)")
    fuzzing.add_argument(
        "--seed", type=_whole(0), default=0, metavar="N", help="of the first game; then it counts up (0)"
    )
    fuzzing.add_argument("--until-turn", type=_whole(0), metavar="N", help="stop games that count turns at this one")
    fuzzing.add_argument("--workers", type=_whole(1), default=1, metavar="N", help="so many processes (1)")
    fuzzing.add_argument("--resume", type=Path, metavar="FOLDER", help="keep what was played there, and go on from it")
    fuzzing.add_argument("--core-hours", type=_hours, metavar="HOURS", help="begin nothing after so much CPU time")
    fuzzing.set_defaults(run=_fuzz)

    telling = command("playthrough", "tell a random game, with all questions and answers", choices=known)
    telling.add_argument(
        "--scenario", choices=list(scenarios()), default="example", metavar="NAME", help="which one to play (example)"
    )
    telling.add_argument("--seed", type=_whole(0), default=0, metavar="N", help="another seed is another game (0)")
    telling.add_argument("--language", default="en", metavar="LANGUAGE", help=f"{', '.join(LANGUAGES)} (en)")
    telling.add_argument("--until-turn", type=_whole(1), default=6, metavar="N", help="stop there, if turns count (6)")
    telling.set_defaults(run=_playthrough)

    checking = command("check-data", "say all that is wrong with a data pack, or with ours")
    checking.add_argument("pack", nargs="?", type=Path, metavar="FOLDER", help="the pack; ours if none is given")
    checking.add_argument(
        "--game", choices=KITS, default=DEFAULT, metavar="GAME", help=f"{', '.join(KITS)} ({DEFAULT})"
    )
    errata = sorted({each for game in KITS for each in pack_of(game).errata})
    checking.add_argument("--errata", choices=errata, metavar="NAME", help=f"its errata: {', '.join(errata)}")
    checking.set_defaults(run=_check_data)

    drawing = command("show-map", "draw a map of a game as an SVG picture")
    maps = [name for game in KITS for name in pack_of(game).maps]
    drawing.add_argument("map", choices=maps, metavar="MAP", help=", ".join(maps))
    drawing.add_argument("--pack", type=Path, metavar="FOLDER", help="a data pack; ours if none is given")
    drawing.add_argument(
        "--language", choices=LANGUAGES, default="en", metavar="LANGUAGE", help=f"{', '.join(LANGUAGES)} (en)"
    )
    drawing.add_argument("--to", type=Path, metavar="FILE", help="where to; MAP.svg here if none is given")
    drawing.set_defaults(run=_show_map)

    proving = command("matrix", "show each clause with its text, its code and its tests")
    proving.add_argument("--game", default=DEFAULT, metavar="GAME", help=f"{', '.join(KITS)} ({DEFAULT})")
    proving.add_argument("--chapters", metavar="1-14", help="all that have a text if none are given")
    proving.add_argument("--holes", action="store_true", help="only what is missing; fails if anything is")
    proving.add_argument("--rulings", action="store_true", help="the rulings instead of the clauses")
    proving.add_argument("--taught", action="store_true", help="the notebooks that teach each clause instead")
    proving.set_defaults(run=_matrix)
    return parser


def _whole(least: int) -> Callable[[str], int]:
    """Reads a whole number of the command line."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) >= least):
            raise argparse.ArgumentTypeError(f"must be a whole number from {least} on; got {text!r}")
        return int(text)

    return read


def _hours(text: str) -> float:
    """Reads a time of the command line."""
    try:
        hours = float(text)
    except ValueError:
        hours = 0.0
    if not 0 < hours < float("inf"):
        raise argparse.ArgumentTypeError(f"must be hours, like 0.5 or 4; got {text!r}")
    return hours


def _fuzz(chosen: argparse.Namespace) -> int:
    how = chosen.until_turn, chosen.workers, chosen.resume, chosen.core_hours
    done = fuzzed(Fuzzing(chosen.scenario, chosen.games, chosen.seed, *how))
    if done.interrupted:
        kept = "the same command goes on from there"
        on = kept if chosen.resume else "with --resume FOLDER they are kept, and an interrupted run goes on"
        played = f"{done.report.games} of {chosen.games} games were played, and every promise was kept"
        print(f"Interrupted: {played}; {on}.", file=sys.stderr)
        return INTERRUPTED
    for line in done.lines():
        print(line)
    return 0


def _check_data(chosen: argparse.Namespace) -> int:
    complaints = pack_of(chosen.game).complaints(chosen.pack, chosen.errata)
    for complaint in complaints:
        print(complaint)
    print(f"{len(complaints)} complaints" if complaints else "nothing is wrong with the data")
    return 1 if complaints else 0


def _show_map(chosen: argparse.Namespace) -> int:
    game = next(game for game in KITS if chosen.map in pack_of(game).maps)
    path: Path = chosen.to or Path(f"{chosen.map}.svg")
    write_page(path, pack_of(game).draw(chosen.map, chosen.pack, chosen.language))
    print(f"drawn to {path}")
    return 0


def _matrix(chosen: argparse.Namespace) -> int:
    rows = (rulings if chosen.rulings else matrix)(game=chosen.game)
    if chosen.chapters is not None:
        rows = of_chapters(rows, chapters_named(chosen.chapters))
    holes = untaught(rows, game=chosen.game) if chosen.taught else [row for row in rows if row.hole]
    told = holes if chosen.holes else rows
    for line in lessons(told, game=chosen.game) if chosen.taught else report(told):
        print(line)
    if chosen.taught:
        print(f"{len(rows)} clauses: {len(holes)} that command something are in no notebook")
        return 1 if chosen.holes and holes else 0
    print(totals(rows, "rulings" if chosen.rulings else "clauses"))
    return 1 if chosen.holes and holes else 0


def _playthrough(chosen: argparse.Namespace) -> int:
    game = conquistadors.new_game(chosen.scenario, seed=chosen.seed, language=chosen.language)
    random = Random(chosen.seed)
    until = partial(turn_reached, chosen.until_turn)
    for line in playthrough(game, lambda asked: random.choice(asked.options), until=until):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
