"""How one game of the laboratory is played, and what is told of it. There is no DataFrame here: a process that plays
loads neither pandas nor a figure."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypedDict

import conquistadors
from conquistadors.bots import Bot
from conquistadors.bots.guests import GuestBot
from conquistadors.engine import saves
from conquistadors.engine.chance import Seeded
from conquistadors.engine.errors import GuestError, RuleError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.requests import PASS, Chance, ChanceValue, Choice, Option, Procedure, Request, Seat
from conquistadors.engine.rules import Ending, Rules
from conquistadors.engine.texts import speaking
from conquistadors.engine.views import Options, View
from conquistadors.games import play_of
from conquistadors.lab.asking import Question, bot_seed, seed_of
from conquistadors.lab.players import Player, Sampler, glancing
from conquistadors.odds.asking import asking

FORFEIT: Final = "forfeit"
"""The reason for which a game is over that a guest lost by default."""
MOST_ANSWERS: Final = 1_000_000
"""No game comes near this many answers; one that does is going round in circles, and counts as a failure."""

Cell = bool | int | float | str | None
Row = list[Cell]


class _Watch:
    """Looks on at one game, whenever a player is asked something, and makes its rows.

    A turn is over when the first question of the next one is asked, or when the game is over.
    """

    def __init__(self, question: Question, number: int) -> None:
        self.question = question
        self.rules = question.rules
        self.number = number
        self.seed = seed_of(question.seed, number)
        self.seating: dict[Seat, Player] = dict(question.seatings[number % len(question.seatings)])
        self._tally = play_of(self.rules)
        self._turn = 0
        self._turns: list[Row] = []

    def asked(self, pos: Any, answers: int) -> bool:
        """A player is asked something in this position; True if the game need not be played on."""
        if answers > MOST_ANSWERS:
            raise RuleError(f"no end after {MOST_ANSWERS} answers")
        turn = self._tally.turn(pos)
        if self.question.until_turn is not None and turn >= self.question.until_turn:
            return True
        if turn != self._turn:
            self._turn_over(pos, answers)
            self._turn = turn
        return False

    def rows(self, pos: Any, answers: int, ending: Ending | None) -> list[Row]:
        """The rows of the game, which stops here."""
        return self._told(pos, answers, ending or Ending((), "", "until-turn"), ended=ending is not None)

    def forfeited(self, pos: Any, answers: int, seat: Seat) -> list[Row]:
        """The rows of a game in which the guest at a seat has failed: all others have won, and it has no points."""
        loser = self.seating[seat]
        others = tuple(other for other in self.rules.seats if self.seating[other] != loser)
        return self._told(pos, answers, Ending(others, "", FORFEIT), ended=False)

    def _told(self, pos: Any, answers: int, ending: Ending, *, ended: bool) -> list[Row]:
        sitting = [self.seating[seat].name for seat in self.rules.seats]
        how = (" ".join(ending.winners), ending.reason, ending.rule)
        told: Row = [self.number, self.seed, *sitting, ended, *how, self._turn]
        if not self.question.per_turn:
            return [[*told, answers, *self._counted(pos)]]
        self._turn_over(pos, answers)
        return [[*told, *row] for row in self._turns]

    def _turn_over(self, pos: Any, answers: int) -> None:
        if self.question.per_turn and self._turn:
            worth = [asking(self.rules).worth(pos, seat) for seat in self.rules.seats]
            told = [float(each) for each in worth if each is not None]
            self._turns.append([self._turn, answers, *self._counted(pos), *told])

    def _counted(self, pos: Any) -> Row:
        counted = [count for seat in self.rules.seats for count in self._tally.counts(pos, seat).values()]
        return [*self._tally.table(pos).values(), *counted]


# One game --------------------------------------------------------------------------------------------------------


class Failure(TypedDict):
    """A game that could not be played: load the save and give the answer, if there is one, to see why."""

    game: int
    seed: int
    error: str
    answers: int
    """How many answers had been given."""
    answer: str
    """What the bot wanted to answer then; empty if the bot failed itself."""
    save: str
    """The text of the save; empty where there is none."""


class Forfeit(NamedTuple):
    """A game that a guest lost by default: the rows that tell of it, and how it failed."""

    rows: list[Row]
    failure: Failure


class Played(TypedDict):
    """A chunk of games that was played."""

    first: int
    stop: int
    rows: list[Row]
    failures: list[Failure]


def play_chunk(question: Question, first: int, stop: int, attempt: int = 0) -> Played:  # noqa: ARG001  # see spread()
    """Play the games from `first` to before `stop`. What goes wrong in one of them does not touch the others.

    It is told in English, and so are the games: a chunk is the same whoever plays it.
    """
    played = Played(first=first, stop=stop, rows=[], failures=[])
    with speaking("en"):
        for number in range(first, stop):
            result = play_game(question, number)
            if isinstance(result, Forfeit):
                played["rows"] += result.rows
                played["failures"].append(result.failure)
            elif isinstance(result, list):
                played["rows"] += result
            else:
                played["failures"].append(result)
    return played


def play_game(question: Question, number: int) -> list[Row] | Failure | Forfeit:
    """The rows of one game, or how it failed; both where a guest failed."""
    seating = question.seatings[number % len(question.seatings)]
    quick = glancing(question.rules.kit)
    if any(getattr(sits.make, "func", sits.make) not in quick for _, sits in seating):
        return play_fully(question, number)
    try:
        return play_quickly(question, number)
    except Exception as error:  # played once more, with a record: that makes the save
        failed = play_fully(question, number)
        if isinstance(failed, list):
            error.add_note("the same game with a record did not fail")
            return _failure(_Watch(question, number), error, None, "")
        return failed


def play_quickly(question: Question, number: int) -> list[Row]:
    """A game of bots that look at the table alone, answer for answer the one that `play_fully` plays."""
    watch = _Watch(question, number)
    source = Seeded(watch.seed)
    bots: dict[Seat, Bot] = {seat: sits.make(bot_seed(watch.seed, seat)) for seat, sits in watch.seating.items()}
    rules = question.rules
    pos = rules.start()
    course = _course(rules, pos)
    answers = 0
    pending = next(course, None)
    while pending is not None:
        answer: Option | ChanceValue | None
        if type(pending) is Chance:
            answer = source.answer(answers, pending)
        else:
            assert type(pending) is Choice
            if pending.passes and _nothing_else(pending):
                answer = PASS
            elif watch.asked(pos, answers):
                return watch.rows(pos, answers, None)
            else:
                if pending.who not in bots:
                    bots[pending.who] = Sampler(bot_seed(watch.seed, pending.who))
                answer = _glance(bots[pending.who], _Table(rules, pos, pending))
        answers += 1
        try:
            pending = course.send(answer)
        except StopIteration:
            break
    return watch.rows(pos, answers, rules.ending(pos))


class _Table:
    """A table without a record, for those who need none."""

    __slots__ = ("pending", "pos", "rules")

    def __init__(self, rules: Rules[Any], pos: Any, pending: Choice) -> None:
        self.rules = rules
        self.pos = pos
        self.pending: Request | None = pending


def _glance(bot: Bot, table: _Table) -> Option:
    """The answer of a bot that sees the table and no more."""
    assert type(table.pending) is Choice
    if type(bot) is Sampler:
        return bot.pick(table.pending)
    view: View[Any] = View(table, table.pending.who, Options(table.pending.legal()))
    answer = bot.answer(view)
    if answer not in view.options:
        raise RuleError(f"{answer} is not allowed")
    return answer


def _course(rules: Rules[Any], pos: Any) -> Procedure[None]:
    """One step after the other, without the copies that a `Run` keeps to be cloned."""
    while rules.ending(pos) is None:
        yield from rules.step(pos)


def _nothing_else(choice: Choice) -> bool:
    """Whether the seat can only pass, which a game does by itself."""
    forbids = choice.forbids
    return all(forbids(candidate) is not None for candidate in choice.candidates())


def _sampler(samplers: dict[Seat, Sampler], seat: Seat, seed: int) -> Sampler:
    if seat not in samplers:
        samplers[seat] = Sampler(bot_seed(seed, seat))
    return samplers[seat]


def play_fully(question: Question, number: int) -> list[Row] | Failure | Forfeit:
    """A game of any bots. They are shown what their seat knows; who has no bot (the table) answers at random.

    A guest that fails has lost; where another bot fails, nobody knows who would have won.
    """
    watch = _Watch(question, number)
    samplers: dict[Seat, Sampler] = {}
    bots: dict[Seat, Bot] = {}
    game: Game[Any] | None = None
    seat, tried = "", ""
    try:
        game = Game.new(question.rules, seed=watch.seed)
        game.id = f"game{number}"
        bots.update({seat: sits.make(bot_seed(watch.seed, seat)) for seat, sits in watch.seating.items()})
        while isinstance(pending := game.pending, Choice):
            if watch.asked(game.position, len(game.answers)):
                break
            seat, tried = pending.who, ""
            bot = bots[seat] if seat in bots else _sampler(samplers, seat, watch.seed)
            chosen = bot.pick(pending) if type(bot) is Sampler else bot.answer(game.view(seat))
            tried = chosen.id if isinstance(chosen, Option) else short_repr(chosen)
            game.play(chosen)
        return watch.rows(game.position, len(game.answers), game.ending)
    except GuestError as error:
        assert game is not None
        failure = _failure(watch, error, game, tried)
        return Forfeit(watch.forfeited(game.position, len(game.answers), seat), failure)
    except (Exception, SystemExit) as error:  # whatever it is: the other games go on
        return _failure(watch, error, game, tried)
    finally:
        for guest in [bot for bot in bots.values() if isinstance(bot, GuestBot)]:
            guest.close()


def _failure(watch: _Watch, error: BaseException, game: Game[Any] | None, tried: str) -> Failure:
    save = ""
    if game is not None:
        try:
            save = saves.to_text(game, conquistadors.__version__)
        except Exception as worse:  # then there is no save, and the seed has to do
            error.add_note(f"and there is no save of it: {worse}")
    said = "; ".join([str(error), *getattr(error, "__notes__", [])])
    return Failure(
        game=watch.number,
        seed=watch.seed,
        error=f"{type(error).__name__}: {said}",
        answers=0 if game is None else len(game.answers),
        answer=tried,
        save=save,
    )
