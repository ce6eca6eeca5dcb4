"""Conquistadors: learn, play and analyse the board games on the opening of the New World.

    import conquistadors as cq
    game = cq.new_game("example", players=["Ana", "Ben"], seed=1518)
    game.prompt, game.options
    game.play("sail open")

Importing this needs the standard library only. `play()` loads the Jupyter face when it is first used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conquistadors.engine import saves
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.autosave import Autosave
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
from conquistadors.engine.files import not_written
from conquistadors.engine.game import OPENLY, Asking, Game, UndoPolicy
from conquistadors.engine.setup import number_of_players
from conquistadors.engine.texts import error_text, speak, speaking
from conquistadors.engine.views import View
from conquistadors.games import rules_for, scenarios, takes_seats
from conquistadors.packs.allowed import allow_named, allow_pack
from conquistadors.readers import saves_folder, served
from conquistadors.resources import data_root
from conquistadors.saved import SavedGames, found_save, last_played, listed, saved_rules, unfinished

if TYPE_CHECKING:
    from conquistadors.bots import Bot
    from conquistadors.bots.guests import Guest
    from conquistadors.teach.rulebook import rule
    from conquistadors_class.join import join
    from conquistadors_widgets import (
        Table,
        battle_lab,
        card_gallery,
        explore,
        export_games,
        goal,
        import_games,
        map_atlas,
        odds_explorer,
        player_aid,
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
    "allow_pack",
    "battle_lab",
    "card_gallery",
    "clauses",
    "data_root",
    "explore",
    "export_games",
    "goal",
    "import_games",
    "join",
    "load",
    "map_atlas",
    "new_game",
    "odds_explorer",
    "play",
    "player_aid",
    "quiz",
    "replay",
    "resume",
    "rule",
    "save",
    "saved_games",
    "saves_folder",
    "speak",
    "table_view",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """The rulebook, a class, and the explorers, viewer and quiz of the Jupyter face: loaded when first used."""
        if name == "rule":
            from conquistadors.teach.rulebook import rule

            return rule
        if name == "join":
            from conquistadors_class.join import join

            return join
        import conquistadors_widgets

        if name in __all__ and name in conquistadors_widgets.__all__:
            return getattr(conquistadors_widgets, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@checks_arguments("players")
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
    """Start a new game and bring it to its first question.

    `players` are the names at the seats; if a scenario is for any number of players, they also set the number.
    `chance` is "seeded", or "table" if you roll real dice and type in the result. Give a `seed` if everybody is to get
    the same dice; somebody who has seen some of them can guess the rest (`Seeded`). Without a seed nobody can.
    `undo` is "fair" (it stops at the last roll or revealed card) or "training" (it takes back everything). `asking` is
    "openly", where nobody passes unseen at a table of several people, or "quickly" (`Game.asking`). `autosave` names a
    folder where the game is saved after every answer. `language` is that of the game and of its errors; None is the
    one you have chosen with `speak()`. All other arguments are options of the scenario.
    """
    with speaking(language):
        if number_of_players(players) and "seats" not in options and takes_seats(scenario):
            options["seats"] = len(players)
        rules = rules_for(scenario, options)
        allow_named(options)
        source = source_named(chance, Seeded.fresh().seed if seed is None else seed)
        game: Game[Any] = Game.new(rules, players, chance=source, undo=undo)
        game.asking = asking
        if autosave is not None:
            keep_saved(game, autosave)
        return game


@checks_arguments()
def clauses(scenario: str = "example", language: str | None = None) -> dict[str, str]:
    """Return the rules of a scenario in our own words, by clause number."""
    with speaking(language) as language:
        texts = rules_for(scenario, {}).texts(language)
    return {key.removeprefix("rules."): texts.say(key) for key in texts if key.startswith("rules.")}


@checks_arguments()
def save(game: Game[Any], path: str | Path) -> Path:
    """Save a game to a file. If something goes wrong meanwhile, the file is still the old save or already the new one.

    `SaveError` says why the file cannot be written.
    """
    try:
        saves.write(game, Path(path), __version__)
    except OSError as error:
        with speaking(game.language):
            raise not_written(path, error) from None
    return Path(path)


@checks_arguments()
def load(path: str | Path, *, autosave: str | Path | None = None, language: str | None = None) -> Game[Any]:
    """Load a saved game by playing it again answer by answer; `SaveError` says what is wrong with the file.

    `path` is a file, or the name you gave the save at a table.

    With `language` the game goes on in that language, otherwise in its own. A save may use only data packs that you
    have allowed (`allow_pack()`).
    """
    with speaking(language) as spoken:
        game = saves.read(found_save(path, saves_folder()), saved_rules, __version__)
        if language is not None:
            game.language = spoken
        if autosave is not None:
            keep_saved(game, autosave)
        return game


@checks_arguments()
def resume(folder: str | Path | None = None, *, reader: str | None = None, language: str | None = None) -> Game[Any]:
    """Load the game that was played last, after a kernel restart or the next day. It is saved in the same place.

    The kit looks in the `folder`, or in the folder of the `reader`. It skips a file that it cannot read, with a
    warning. `saved_games()` lists all saved games.
    """
    with speaking(language) as spoken:
        chosen = saves_folder(reader) if folder is None else Path(folder)
        game = last_played(chosen, __version__)
        if language is not None:
            game.language = spoken
        keep_saved(game, chosen)
        return game


@checks_arguments()
def saved_games(
    folder: str | Path | None = None, *, reader: str | None = None, language: str | None = None
) -> SavedGames:
    """List the saved games, the last one first: game, date, turn, points and names. `load(each.path)` loads one."""
    with speaking(language) as language:
        return listed(saves_folder(reader) if folder is None else Path(folder), language)


def _own_folder(game: Game[Any], folder: Path) -> Path:
    """Where a game is saved if nobody says otherwise. A position that was laid out is a try, and is kept apart."""
    tried = game.origin is not None and not game.origin.answers
    return folder / "tries" if tried else folder


def keep_saved(game: Game[Any], folder: str | Path) -> Autosave:
    """From now on, save the game to the folder after every answer, from the next decision on."""
    keeps = game.after_answer
    if not isinstance(keeps, Autosave) or keeps.folder != Path(folder):
        game.after_answer = keeps = Autosave(Path(folder), __version__)
        keeps.begin(game)
    return keeps


def _gone_on(game: Game[Any], folder: Path) -> Game[Any]:
    """On a page without code cells a reload brings back the game that was played there; elsewhere a table offers it."""
    found = unfinished(folder, game.rules) if served() else None
    if found is None:
        return game
    try:
        return load(found.path, language=game.language)
    except SaveError:
        return game  # the table lists it, and says what is wrong


@checks_arguments()
def play(
    game: str | Game[Any] = "example",
    *,
    bots: Mapping[str, Bot | Guest | str] | str | None = None,
    autosave: str | Path | None = None,
    reader: str | None = None,
    ready: bool = False,
    large: bool = False,
    language: str | None = None,
    **setup: Any,
) -> Table:
    """Play in a notebook cell: a new game of a scenario, or a game that you already have.

    `bots` says which bot plays which seat: "random", one that knows the game (such as "captain"), any object that
    answers, or somebody else's bot as a `conquistadors.bots.guest("bot.py")`. A single name is for every seat but the
    first. The game is saved after every answer, in `autosave` or in the folder of the `reader` (`saves_folder()`). A
    game that begins from a position you built is saved in a folder "tries" there, so that `resume()` does not bring it
    back. With `ready`, bots make the set-up, and you begin with the first impulse. `large` is for a projector.
    `language` changes the language of a game that you already have. All other arguments go to `new_game`.
    """
    from conquistadors.bots.naming import bots_by_seat
    from conquistadors.bots.preparing import make_ready
    from conquistadors_widgets import Table

    if language is None and isinstance(game, Game):
        language = game.language
    with speaking(language) as language:
        if not isinstance(game, Game):
            playing = _gone_on(new_game(game, **setup), saves_folder(reader) if autosave is None else Path(autosave))
        elif setup:
            raise SetupError(error_text("setup.under-way", options=setup))
        else:
            playing = game
            playing.language = language
        sitting = bots_by_seat({} if bots is None else bots, playing.rules)
        if ready and playing.read_from is None:
            make_ready(playing)
        folder = saves_folder(reader) if autosave is None else Path(autosave)
        if playing.after_answer is None or autosave is not None:
            keep_saved(playing, _own_folder(playing, folder) if autosave is None else folder)
        return Table(playing, sitting, folder, large=large)
