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
from conquistadors.engine.files import why
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
    """A new game, brought to its first question.

    `players` are names for the seats, and say how many there are where a scenario leaves that open. `chance` is
    "seeded", or "table" for real dice whose result is typed in. A `seed` that is given can be guessed from some of its
    dice (`Seeded`): it is for games in which all are to meet the same dice. Without one they are anybody's guess.
    `undo` is "fair" (stops at the last roll or revealed card) or "training". `asking` is "openly", where no person
    passes unseen at a table of several, or "quickly" (`Game.asking`). `autosave` names a folder that gets the game
    after every answer, from the first decision on. `language` is that of the game and of its errors; None is the one
    that is spoken (`speak()`), as everywhere. All else are options of the scenario.
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
    """The rules of a scenario in our own words, by clause number."""
    with speaking(language) as language:
        texts = rules_for(scenario, {}).texts(language)
    return {key.removeprefix("rules."): texts.say(key) for key in texts if key.startswith("rules.")}


@checks_arguments()
def save(game: Game[Any], path: str | Path) -> Path:
    """Write a game to a file. Whatever happens meanwhile, the file is the old save or the new one.

    `SaveError` says why the file cannot be written.
    """
    try:
        saves.write(game, Path(path), __version__)
    except OSError as error:
        with speaking(game.language):
            raise SaveError(error_text("save.not-written", file=Path(path).name or str(path), why=why(error))) from None
    return Path(path)


@checks_arguments()
def load(path: str | Path, *, autosave: str | Path | None = None, language: str | None = None) -> Game[Any]:
    """The game of a save, played again answer by answer; `SaveError` says what is wrong with the file.

    `path` is a file, or the name that a save in `saves_folder()` was given at a table.

    With `language` it goes on in that language; without, in its own. A save may name a data pack that you have allowed
    (`allow_pack()`), and no other.
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
    """The game that somebody played last, after a kernel restart or the next day. It goes on being saved there.

    It is looked for in the `folder`, or in that of the `reader`. A file that cannot be read is passed over, with a
    warning. `saved_games()` lists all of them.
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
    """The saved games, the last one first: game, date, turn, points and names. `load(each.path)` goes on with one."""
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
    """Play in a notebook cell: a new game of the scenario, or a game that you have already.

    `bots` seats a bot at some seats: "random", one that knows the game (such as "captain"), any object that answers, or
    somebody else's bot as a `conquistadors.bots.guest("bot.py")`; a name by itself is for every seat but the
    first.
    The game is saved after every answer of yours, to `autosave` or the folder of the `reader` (`saves_folder()`); one
    that begins from a position of your own is kept in a folder "tries" there, so that `resume()` brings back a game and
    not a try. With `ready` captains make the set-up, and the first impulse comes at once. `large` is for a projector. A
    game that you have already goes on in `language`, if that is given. All else goes to `new_game`.
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
