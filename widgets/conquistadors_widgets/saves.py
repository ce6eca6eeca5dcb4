"""How the game at a table is saved, and the games that can take its place."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import conquistadors as cq
from conquistadors.engine.autosave import Autosave, Saving
from conquistadors.engine.errors import SaveWarning
from conquistadors.engine.game import Game
from conquistadors.games import takes_seats
from conquistadors.readers import nameless
from conquistadors.saved import SavedGame, SavedGames, file_name, unfinished
from conquistadors_widgets.screen import Screen


class SitsDown(Protocol):
    """Lets those at the table go on with another game."""

    def __call__(self, game: Game[Any], *, read: bool = False, looks_on: bool = False) -> None: ...


class Saves:
    """The saves of a table."""

    def __init__(
        self,
        screen: Screen,
        folder: Path | None,
        attempt: Callable[[Callable[[], object]], None],
        sit_down: SitsDown,
    ) -> None:
        """`folder` is where games are saved and looked for: None for that of the kit.

        `attempt` does something that may be refused, `sit_down` is told of another game.
        """
        self._screen = screen
        self._say = screen.say
        self._folder = cq.saves_folder() if folder is None else folder
        self._attempt = attempt
        self._sit_down = sit_down
        self._declined = False
        self._offered: tuple[Game[Any], SavedGame | None] | None = None

    # How it is saved ---------------------------------------------------------------------------------------------

    @property
    def keeps(self) -> Autosave | None:
        """What saves the game while it is played, if anything does."""
        keeps = self._screen.game.after_answer
        return keeps if isinstance(keeps, Autosave) else None

    @property
    def saving(self) -> Saving | None:
        """How the game is saved; None if nothing saves it."""
        return None if self.keeps is None else self.keeps.state

    @property
    def looks_on(self) -> bool:
        """Whether the game is open elsewhere, or has gone on there: then nothing is played here."""
        return self.keeps is not None and self.keeps.elsewhere(self._screen.game)

    @property
    def saving_told(self) -> tuple[str, str]:
        """How the game is saved, in a few words, and what to do about it."""
        saving, keeps = self.saving, self.keeps
        if saving is None or keeps is None:
            return self._say("saving-off"), self._say("saving-off-help")
        kind = "visit" if saving.kind == "saved" and nameless() else saving.kind
        facts = {"time": f"{saving.at or datetime.now():%H:%M}", "why": saving.why, "folder": str(keeps.folder)}
        return self._say(f"saving-{kind}", **facts), self._say(f"saving-{kind}-help", **facts)

    def save_again(self) -> None:
        """Try once more to save the game."""
        if self.keeps is not None:
            self.keeps.write(self._screen.game)
        self._screen.message = ""

    def look_on(self) -> None:
        """Show the game as it stands where it is played."""
        self._go_on_with(self._read_again, looks_on=True)

    def take_over(self) -> None:
        """Go on here from where the other table is."""

        def taken() -> Game[Any]:
            game = self._read_again()
            assert isinstance(game.after_answer, Autosave)
            game.after_answer.take_over(game)
            return game

        self._go_on_with(taken)
        if not self._screen.message:
            self._screen.message = self._say("not-taken" if self.looks_on else "taken-over")

    def _read_again(self) -> Game[Any]:
        keeps = self.keeps
        assert keeps is not None
        return cq.load(keeps.path(self._screen.game), autosave=keeps.folder)

    # Other games -------------------------------------------------------------------------------------------------

    def branch(self) -> None:
        """Go on in a second game from here; the first stays as it is."""
        screen, first, keeps = self._screen, self.saving, self.keeps

        def branched() -> None:
            second = screen.game.branch()
            if keeps is not None:
                cq.keep_saved(second, keeps.folder).write(second)
            self._sit_down(second)

        self._attempt(branched)
        now = self.saving
        if now is not None and now.kind == "failed":
            screen.message = screen.message or self._say("branched-unsaved", why=now.why)
        elif first is None or first.kind in ("new", "failed"):
            screen.message = screen.message or self._say("branched-only")
        else:
            screen.message = screen.message or self._say("branched")

    def play_again(self) -> None:
        """A new game of the same kind with the same players; the one that is over stays saved."""
        screen, keeps = self._screen, self.keeps
        rules = screen.game.rules
        options: dict[str, Any] = dict(rules.options)
        if takes_seats(rules.scenario):
            options["seats"] = len(rules.seats)

        def begun() -> None:
            game = cq.new_game(
                rules.scenario,
                players=[screen.game.kept_names[seat] for seat in rules.seats],
                undo=screen.game.undo_policy,
                asking=screen.game.asking,
                language=screen.language,
                autosave=None if keeps is None else keeps.folder,
                **options,
            )
            self._sit_down(game)
            game.language = screen.language

        self._attempt(begun)

    def save_as(self, name: str) -> None:
        """Save under a name, in the folder of the saves."""
        file = file_name(name)
        if not file:
            self._screen.message = self._say("name-needed")
            return
        self._attempt(lambda: cq.save(self._screen.game, self._folder / f"{file}.json"))
        self._screen.message = self._screen.message or self._say("saved", name=file)

    @property
    def to_go_on_with(self) -> SavedGame | None:
        """A game of the same kind that was not played to its end, while nothing has been decided in this one."""
        screen = self._screen
        undecided = screen.last_decision < 0 if self.saving is None else self.saving.kind == "new"
        fresh = screen.game.origin is None and undecided and screen.game.read_from is None
        if not fresh or self._declined or self.looks_on:
            return None
        if self._offered is None or self._offered[0] is not screen.game:
            self._offered = (screen.game, unfinished(self._folder, screen.game.rules, screen.language))
        return self._offered[1]

    def go_on_told(self, found: SavedGame) -> str:
        """What could be gone on with: the turn, the points, when."""
        points = [str(points) for _, points in found.points if points is not None]
        key = "go-on-points" if points else "go-on-turn"
        return self._say(key, turn=found.turn, points=", ".join(points), date=f"{found.at:%Y-%m-%d %H:%M}")

    def go_on(self) -> None:
        """Go on with that game."""
        found = self.to_go_on_with
        if found is not None:
            self.load(found.path.stem)

    def decline(self) -> None:
        """Play this game, and do not ask again."""
        self._declined = True
        self._screen.message = ""

    def saved(self) -> SavedGames:
        """The saves in the folder, the last first."""
        return cq.saved_games(self._folder, language=self._screen.language)

    def load(self, name: str) -> None:
        """Go on with a saved game; what was played here stays saved."""
        self._go_on_with(lambda: cq.load(self._folder / f"{name}.json", autosave=self._folder))

    def resume(self) -> None:
        """Go on with the game that was played last."""
        self._go_on_with(lambda: cq.resume(self._folder))

    def _go_on_with(self, read: Callable[[], Game[Any]], *, looks_on: bool = False) -> None:
        """Go on with another game. What has to be said of its save is said at the table."""

        def taken() -> None:
            language = self._screen.language
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always", SaveWarning)
                game = read()
            self._sit_down(game, read=True, looks_on=looks_on)
            game.language = language
            told.extend(str(warning.message) for warning in said if issubclass(warning.category, SaveWarning))

        told: list[str] = []
        self._attempt(taken)
        self._screen.message = self._screen.message or " ".join(told)
