"""Conquistadors: learn, play and analyse the board games on the opening of the New World.

    import conquistadors as cq
    game = cq.new_game("example", players=["Ana", "Ben"], seed=1518)
    game.prompt, game.options
    game.play("sail open")

Importing this needs the standard library only. `play()` loads the Jupyter face when it is first used.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conquistadors.engine import saves
from conquistadors.engine.chance import Script, Seeded, Source, TableDice, source_named
from conquistadors.engine.codec import Json
from conquistadors.engine.errors import (
    ConquistadorsError,
    DataError,
    IllegalAnswer,
    RuleError,
    SaveError,
    SaveWarning,
    ScriptError,
    SetupError,
    UndoError,
)
from conquistadors.engine.game import OPENLY, Asking, Game, UndoPolicy
from conquistadors.engine.setup import number_of_players
from conquistadors.engine.texts import error_text, speak, speaking
from conquistadors.engine.views import View
from conquistadors.games import rules_for, scenarios, takes_seats
from conquistadors.resources import data_root

if TYPE_CHECKING:
    from conquistadors.bots import Bot
    from conquistadors.bots.guests import Guest
    from conquistadors.teach.rulebook import rule
    from conquistadors_widgets import (
        Table,
        battle_lab,
        card_gallery,
        explore,
        map_atlas,
        odds_explorer,
        quiz,
        replay,
        table_view,
    )

__version__: Final = "0.2.0"

SCENARIOS: Final = tuple(scenarios())
"""What `new_game` can be asked for."""

__all__ = [
    "SCENARIOS",
    "ConquistadorsError",
    "DataError",
    "Game",
    "IllegalAnswer",
    "RuleError",
    "SaveError",
    "SaveWarning",
    "Script",
    "ScriptError",
    "Seeded",
    "SetupError",
    "Source",
    "TableDice",
    "UndoError",
    "View",
    "battle_lab",
    "card_gallery",
    "clauses",
    "data_root",
    "explore",
    "load",
    "map_atlas",
    "new_game",
    "odds_explorer",
    "play",
    "quiz",
    "replay",
    "resume",
    "rule",
    "save",
    "saves_folder",
    "speak",
    "table_view",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """The rulebook, and the explorers, viewer and quiz of the Jupyter face: loaded when they are first used."""
        if name == "rule":
            from conquistadors.teach.rulebook import rule

            return rule
        import conquistadors_widgets

        if name in __all__ and name in conquistadors_widgets.__all__:
            return getattr(conquistadors_widgets, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def new_game(
    scenario: str = "example",
    *,
    players: Sequence[str] = (),
    seed: int | None = None,
    chance: str = "seeded",
    undo: UndoPolicy = "fair",
    asking: Asking = OPENLY,
    language: str | None = None,
    autosave: str | Path | None = None,
    **options: Json,
) -> Game[Any]:
    """A new game, brought to its first question.

    `players` are names for the seats, and say how many there are where a scenario leaves that open. `chance` is
    "seeded", or "table" for real dice whose result is typed in. A `seed` that is given can be guessed from some of its
    dice (`Seeded`): it is for games in which all are to meet the same dice. Without one they are anybody's guess.
    `undo` is "fair" (stops at the last roll or revealed card) or "training". `asking` is "openly", where no person
    passes unseen at a table of several, or "quickly" (`Game.asking`). `autosave` names a folder that
    gets the game after every answer. `language` is that of the game and of its errors; None is the one that is spoken
    (`speak()`), as everywhere. All else are options of the scenario.
    """
    with speaking(language):
        if number_of_players(players) and "seats" not in options and takes_seats(scenario):
            options["seats"] = len(players)
        rules = rules_for(scenario, options)
        source = source_named(chance, Seeded.fresh().seed if seed is None else seed)
        game: Game[Any] = Game.new(rules, players, chance=source, undo=undo)
        game.asking = asking
        if autosave is not None:
            keep_saved(game, autosave)
        return game


def clauses(scenario: str = "example", language: str | None = None) -> dict[str, str]:
    """The rules of a scenario in our own words, by clause number."""
    with speaking(language) as language:
        texts = rules_for(scenario, {}).texts(language)
    return {key.removeprefix("rules."): texts.say(key) for key in texts if key.startswith("rules.")}


def save(game: Game[Any], path: str | Path) -> Path:
    """Write a game to a file. Whatever happens meanwhile, the file is the old save or the new one."""
    saves.write(game, Path(path), __version__)
    return Path(path)


def load(path: str | Path, *, autosave: str | Path | None = None, language: str | None = None) -> Game[Any]:
    """The game of a save, played again answer by answer; `SaveError` says what is wrong with the file.

    With `language` it goes on in that language; without, in its own.
    """
    with speaking(language) as spoken:
        game = saves.read(Path(path), rules_for, __version__)
        if language is not None:
            game.language = spoken
        if autosave is not None:
            keep_saved(game, autosave)
        return game


def resume(folder: str | Path | None = None, *, language: str | None = None) -> Game[Any]:
    """The game that was saved last, after a kernel restart or the next day. It goes on being saved there."""
    chosen = saves_folder() if folder is None else Path(folder)
    with speaking(language):
        return load(saves.latest(chosen), autosave=chosen, language=language)


def saves_folder() -> Path:
    """Where games are saved unless another folder is named: `$CONQUISTADORS_SAVES`, or one in the home folder."""
    return Path(os.environ.get("CONQUISTADORS_SAVES") or Path.home() / ".conquistadors" / "saves")


def _own_folder(game: Game[Any]) -> Path:
    """Where a game is saved if nobody says otherwise. A position that was laid out is a try, and is kept apart."""
    tried = game.origin is not None and not game.origin.answers
    return saves_folder() / "tries" if tried else saves_folder()


def keep_saved(game: Game[Any], folder: str | Path) -> None:
    """From now on, save the game to the folder after every answer, beginning with the position as it is."""
    game.after_answer = saves.Autosave(Path(folder), __version__)
    game.after_answer(game)


def play(
    game: str | Game[Any] = "example",
    *,
    bots: Mapping[str, Bot | Guest | str] | None = None,
    autosave: str | Path | None = None,
    ready: bool = False,
    large: bool = False,
    language: str | None = None,
    **setup: Any,
) -> Table:
    """Play in a notebook cell: a new game of the scenario, or a game that you have already.

    `bots` seats a bot at some seats: "random", one that knows the game (such as "captain"), any object that answers, or
    somebody else's bot as a `conquistadors.bots.guest("bot.py")`.
    The game is saved after every answer, to `autosave` or `saves_folder()`; one that begins from a position of your own
    is kept in a folder "tries" there, so that `resume()` brings back a game and not a try. With `ready` captains make
    the set-up, and the first impulse comes at once. `large` is for a projector. A game that you have already goes on in
    `language`, if that is given. All else goes to `new_game`.
    """
    from conquistadors.bots.naming import bots_by_seat
    from conquistadors.bots.preparing import make_ready
    from conquistadors_widgets import Table

    if language is None and isinstance(game, Game):
        language = game.language
    with speaking(language) as language:
        if not isinstance(game, Game):
            playing = new_game(game, **setup)
        elif setup:
            raise SetupError(error_text("setup.under-way", options=setup))
        else:
            playing = game
            playing.language = language
        sitting = bots_by_seat(bots or {}, playing.rules)
        if ready:
            make_ready(playing)
        if playing.after_answer is None or autosave is not None:
            keep_saved(playing, _own_folder(playing) if autosave is None else autosave)
        return Table(playing, sitting, None if autosave is None else Path(autosave), large=large)
