"""The results of a class: everybody has played a game for one, and history gives each its verdict.

    from conquistadors.lab.classes import verdicts
    verdicts("saves of the class")

Only games that were made alike, and played by the rules, are ranked. How each was made stands beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import conquistadors as cq
from conquistadors.engine.errors import ConquistadorsError, SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.platform import has_pandas
from conquistadors.engine.texts import Texts, error_text, speaking, texts_of
from conquistadors.games import play_of
from conquistadors.lab.bands import band_of
from conquistadors.lab.showing import table

WORDS: Final = ("common/interface", "common/interface/lab")
RESULT: Final = ["rank", "name", "points", "verdict", "turn", "over"]
MADE: Final = ["options", "dice", "seed", "undo", "adjusted", "laid_out", "reseeded"]
COLUMNS: Final = [*RESULT, *MADE, "file", "note"]

Games = str | Path | Iterable[Game[Any] | str | Path]
"""Games, their saves, or a folder of saves."""


def verdicts(games: Games, language: str | None = None) -> Any:
    """The points and the verdict of every pupil, the best first, and how each game was made.

    `options` are those of the scenario (the map among them), `dice` "seeded" or "table", `undo` the policy at the end;
    `adjusted` says how often the table changed the position by hand, `laid_out` whether the game began from a position
    of somebody's own, `reseeded` whether the dice came from another source later. What most have in common is the
    challenge: only such games have a rank, if nothing was corrected in them and the undo was fair. The `note` says why
    another has none. A file that cannot be read is a row, too. Without pandas it is a plain table.
    """
    with speaking(language) as spoken:
        given = sorted(Path(games).glob("*.json")) if isinstance(games, str | Path) else list(games)
        if not given:
            raise SetupError(error_text("teach.no-games"))
        words = texts_of(spoken, *WORDS)
        rows = [_row(each, spoken, words) for each in given]
        _rank(rows, words)
    rows.sort(key=_order)
    if not has_pandas():
        return table([["" if row[name] is None else row[name] for name in COLUMNS] for row in rows], COLUMNS)
    whole = dict.fromkeys(("rank", "points", "turn", "adjusted"), "Int64")
    frame = table([[row[name] for name in COLUMNS] for row in rows], COLUMNS)
    return frame.astype(whole | dict.fromkeys(("over", "laid_out", "reseeded"), "boolean"))


def _order(row: Mapping[str, Any]) -> tuple[object, ...]:
    """Where a row stands: by its rank, then the one with more points, then by name; what has none comes last."""
    rank, points = row["rank"], row["points"]
    return rank is None, rank, points is None, -(points or 0), row["name"]


def _row(given: Game[Any] | str | Path, language: str, words: Texts) -> dict[str, Any]:
    """What is told of one game, or of a file that is none."""
    if isinstance(given, Game):
        return _judged(given, language) | {"file": "", "note": _notes(given, words)}
    file = Path(given).name
    try:
        game = cq.load(given)
        return _judged(game, language) | {"file": file, "note": _notes(game, words)}
    except (ConquistadorsError, OSError) as error:
        return dict.fromkeys(COLUMNS) | {"name": "", "file": file, "note": str(error)}


def _judged(game: Game[Any], language: str) -> dict[str, Any]:
    rules, pos, play = game.rules, game.position, play_of(game.rules)
    bands = play.bands(rules, language)
    if len(rules.seats) != 1 or not bands:
        raise SetupError(error_text("teach.solitaire-only", scenario=short_repr(rules.scenario)))
    (seat,) = rules.seats
    points, source = play.counts(pos, seat)["points"], game.sources[0][1]
    return {
        "rank": None,
        "name": game.names[seat],
        "points": points,
        "verdict": dict(bands)[band_of(points, bands)],
        "turn": play.turn(pos),
        "over": game.ending is not None,
        "options": ", ".join(f"{name}={value}" for name, value in sorted(rules.options.items())),
        "dice": source.kind,
        "seed": str(source.seed),
        "undo": game.undo_policy,
        "adjusted": sum(answer.overrules for answer in game.answers),
        "laid_out": game.origin is not None and not game.origin.answers,
        "reseeded": len(game.sources) > 1,
    }


def _notes(game: Game[Any], words: Texts) -> str:
    """Why a game cannot be ranked whatever the others are like."""
    against = {
        "training": game.undo_policy != "fair",
        "adjusted": any(answer.overrules for answer in game.answers),
        "laid-out": game.origin is not None and not game.origin.answers,
        "cut": game.origin is not None and bool(game.origin.answers),
        "reseeded": len(game.sources) > 1,
    }
    return words.say("list.comma").join(words.say(f"verdicts.{name}") for name, so in against.items() if so)


def _challenge(row: dict[str, Any]) -> Hashable:
    """What games have to have in common to be compared."""
    return row["options"], row["dice"], row["seed"]


def _rank(rows: list[dict[str, Any]], words: Texts) -> None:
    """Rank the games of the challenge that most have taken up; of two as large, the one that comes first."""
    fair = [row for row in rows if not row["note"]]
    if not fair:
        return
    (common, _), *_ = Counter(map(_challenge, fair)).most_common()
    for row in fair:
        if _challenge(row) == common:
            better = [other for other in fair if _challenge(other) == common and other["points"] > row["points"]]
            row["rank"] = 1 + len(better)
        else:
            row["note"] = words.say("verdicts.other")
