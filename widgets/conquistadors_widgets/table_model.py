"""What a table shows and what its controls do, without any widget: tested by pressing its buttons."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from conquistadors.bots import Bot
from conquistadors.bots.reasons import Reason
from conquistadors.engine.chance import Seeded, TableDice
from conquistadors.engine.errors import ConquistadorsError, UndoError
from conquistadors.engine.events import SCENE
from conquistadors.engine.game import Asking, Game, UndoPolicy
from conquistadors.engine.requests import PASS, Choice, Option, Seat, parse_option
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import speaking
from conquistadors.scene.contract import Scene
from conquistadors.scene.forms import Form
from conquistadors.scene.gestures import Order
from conquistadors.scene.words import say
from conquistadors_widgets import quiet
from conquistadors_widgets.controls import AT_ONCE, BY_STEPS, SEND, Button, Switch
from conquistadors_widgets.forms import Forms
from conquistadors_widgets.gestures import ORDER, Hands
from conquistadors_widgets.saves import Saves
from conquistadors_widgets.screen import Screen
from conquistadors_widgets.slices import Wait

STRAIGHT: Final = 2
"""From so many answers with the same verb on they stand in a group of their own."""


class Thinks(Protocol):
    """What a bot that thinks holds so far."""

    @property
    def option(self) -> Option:
        """The best answer yet."""


class TableModel(Screen):
    """A game at a table: a screen, and what whoever looks at it can do."""

    def __init__(self, game: Game[Any], bots: Mapping[Seat, Bot], folder: Path | None = None) -> None:
        """`folder` is where games are saved and looked for: None for that of the kit."""
        super().__init__(game, bots)
        self._advice: dict[int, Reason] = {}
        """What bots had in mind, by the number of the line to which it led."""
        self.pause = 0.0
        """How many seconds people get to look at what a bot did."""
        self._narrowed: tuple[str, ...] = ()
        self._thought: Thinks | None = None
        self._again: list[int] = []
        """How many decisions each step back has taken back at once, the last one last."""
        self.forms = Forms(self)
        self.hands = Hands(self, self.forms)
        self.saves = Saves(self, folder, self.attempt, self._go_on_with)
        with speaking(game.language):
            self._begin()

    def _begin(self, *, looks_on: bool = False) -> None:
        """Those who have just sat down begin, or go on; or they only look on."""
        game = self.game
        self._again = []
        if (keeps := self.saves.keeps) is not None:
            keeps.bots = frozenset(self._bots)
            if looks_on:
                keeps.look_on()
            else:
                keeps.open(game)

    def _go_on_with(self, game: Game[Any], *, read: bool = False, looks_on: bool = False) -> None:
        """Go on with another game; with one that was `read`, those bots that have a seat in it."""
        self._seat(game, {seat: bot for seat, bot in self._bots.items() if seat in game.rules.seats or not read})
        self._begin(looks_on=looks_on)
        if read:
            self._advice.clear()

    # Answers -----------------------------------------------------------------------------------------------------

    @property
    def narrowed(self) -> bool:
        """Whether only those answers are shown that aim at a space."""
        return bool(self._narrowed)

    def groups(self) -> list[list[Button]]:
        """The answers: those with the same verb in a group of their own, the others together between them.

        Of a form, whose numbers are filled in beside them, the buttons to send it and to be asked bit by bit.
        """
        if (form := self.forms.shown) is not None:
            refusal = None if form.refusal is None else self.teller.refusal(form.refusal)
            return [[Button(SEND, self.say("send"), refusal, place="send"), Button(BY_STEPS, self.say("step-by-step"))]]
        by_verb: dict[str, list[Button]] = {}
        scene = self.scene
        for option in self.options:
            if not self._narrowed or option.id in self._narrowed:
                on_map = not self._narrowed and (scene.where(option) or ("",))[0] == "space"
                place = "pass" if option == PASS else "end" if option.verb in scene.ends and not option.subject else ""
                button = Button(option.id, self._label(option, scene), on_map=on_map, place=place)
                by_verb.setdefault(option.verb, []).append(button)
        groups: list[list[Button]] = []
        alone = False
        for buttons in by_verb.values():
            if alone and len(buttons) < STRAIGHT:
                groups[-1].extend(buttons)
            else:
                groups.append(buttons)
            alone = len(buttons) < STRAIGHT
        if self.forms.fits:
            groups.append([Button(AT_ONCE, self.say("at-once"))])
        return groups

    def orders(self) -> list[list[Button]]:
        """What can be ordered with what is held: what is done where it stands, then where it can go."""
        hands = self.hands
        here: list[Button] = []
        there: list[Button] = []
        for number, order in enumerate(hands.orders):
            button = Button(f"{ORDER} {number}", hands.label(order), on_map=order.space is not None)
            if not self._narrowed or button.answer in self._narrowed:
                (here if order.space is None else there).append(button)
        return [group for group in (here, there) if group]

    def offered(self) -> list[list[Button]]:
        """All that can be pressed: the answers, what can be ordered, and passes that ask for the like less often."""
        rest = [] if self._narrowed else [self.quieter()]
        return [*self.groups(), *[group for group in (*self.orders(), *rest) if group]]

    def _label(self, option: Option, scene: Scene) -> str:
        """What a button says: the answer, and what it costs or leads to."""
        teller, note = self.teller, scene.note(option)
        noted = "" if note is None else say(note, teller.texts, teller.names)
        return f"{teller.label(option)} \N{MIDDLE DOT} {noted}" if noted else teller.label(option)

    def refused(self) -> list[Button]:
        """What one might think of but may not do."""
        if self.curtain or self.waits_for_bot or self.forms.shown is not None:
            return []
        teller = self.teller
        return [Button(r.option.id, teller.label(r.option), teller.refusal(r)) for r in self.game.refused]

    def buttons(self) -> list[Button]:
        """All of them: the answers, then what is refused."""
        return [button for group in self.groups() for button in group] + self.refused()

    def press(self, answer: str) -> None:
        """Answer; a bad answer leaves the game as it was and its reason in `message`."""
        if self.curtain:
            self.message = self.say("behind-curtain", who=self.game.names[self.curtain])
            return
        if self.waits_for_bot:
            self.message = self.say("bot-thinks")
            return
        if answer in (SEND, BY_STEPS, AT_ONCE):
            self._press_form(answer)
            return
        if answer.startswith(f":{quiet.QUIET} "):
            self._quieten(answer[1:])
            return
        if (order := self.hands.order(answer)) is not None:
            self._give_order(order)
            return
        refusal = None if self.waits_for_dice or self.game.pending is None else self.game.why_not(answer)
        if refusal is not None:
            self.message = self.teller.refusal(refusal)
            return
        self._standing.offer_after(answer)
        self._change(lambda: self.game.play(answer))

    def pick(self, space: str, aimed: Mapping[str, Sequence[str]]) -> None:
        """A click on the map: the answer that aims at the space, a choice of several, or the reason why not."""
        if self.waits_for_bot:
            self.message = self.say("bot-thinks")
            return
        offered = {button.answer for group in self.offered() for button in group}
        answers = [answer for answer in aimed.get(space, ()) if answer in offered]
        pieces, held = self.hands.pieces_at(space), self.hands.held
        there = any(answer.startswith(ORDER) for answer in answers)
        self._narrowed = ()
        if pieces and not there and held not in pieces:
            self._take(pieces[0])
        elif len(answers) == 1:
            self.press(answers[0])
        elif answers:
            self._narrowed = tuple(answers)
            self.message = self.say("several", space=self.teller.texts.word(space, {}))
        else:
            self.message = self._why_not_there(space, {answer for each in aimed.values() for answer in each})

    def point(self, thing: str) -> None:
        """A click on a card or a force at hand: the answer that points at it, a choice of several, or why not."""
        if self.waits_for_bot or self.curtain:
            return
        kind, _, id_ = thing.partition(" ")
        scene, name = self.scene, self.teller.texts.word(id_, self.game.names)
        self._narrowed = ()
        if kind == "force" and id_ in self.hands.movable:
            self._take(id_)
            return
        wanted = ("card", id_) if kind == "card" else ("piece", id_)
        answers = [option.id for option in self.options if scene.where(option) == wanted]
        if len(answers) == 1:
            self.press(answers[0])
        elif answers:
            self._narrowed = tuple(answers)
            self.message = self.say("several", space=name)
        else:
            named = [r for r in self.game.refused if id_ in (r.option.subject, r.option.target)]
            refusals = " ".join(self.teller.refusal(refusal) for refusal in named)
            self.message = refusals or self.say("not-for-this", thing=name)

    def _take(self, piece: str) -> None:
        """Take a piece in hand: what it can do is shown, and nothing is answered yet."""
        self.hands.take(piece)
        self.message = self.say("held", piece=self.teller.texts.word(piece, self.game.names))

    def _give_order(self, order: Order) -> None:
        """Give the answers of an order one after the other, until another question comes than was expected."""
        began, seat = len(self.game.answers), self.asked

        def given() -> None:
            for kind, answer in order.answers:
                asked = self.game.pending
                if not isinstance(asked, Choice) or (asked.who, asked.kind) != (seat, kind):
                    break
                if answer not in self.game.options:
                    break
                self.game.play(answer)

        self._change(given)
        if len(self.game.answers) > began:
            self.game.group(began)

    def widen(self) -> None:
        """Show all answers again."""
        self._narrowed = ()
        self.message = ""

    def _why_not_there(self, space: str, elsewhere: Collection[str]) -> str:
        """The refusals that name the space; why what aims elsewhere cannot aim there; or that nothing aims at it."""
        pending = self.game.pending
        if isinstance(pending, Choice) and not self.curtain:
            teller = self.teller
            named = [r for r in self.game.refused if space in (r.option.subject, r.option.target)]
            if named:
                return " ".join(teller.refusal(refusal) for refusal in named)
            for tried in dict.fromkeys(_aimed_at(o, space) for o in self.game.options if o.id in elsewhere):
                refusal = None if tried is None else self.game.why_not(tried)
                if refusal is not None and refusal.bar.reason != "not-offered":
                    return teller.refusal(refusal)
        rule = "" if pending is None else pending.rule
        return self.say("nothing-there", space=self.teller.texts.word(space, {}), rule=rule)

    # Forms -------------------------------------------------------------------------------------------------------

    def _press_form(self, button: str) -> None:
        """Send the form as it is filled in; or ask bit by bit what could be answered at once, or no longer."""
        form, began = self.forms.shown, len(self.game.answers)
        if button != SEND or form is None:
            self.forms.wanted = button != BY_STEPS
            self.message = ""
        elif form.refusal is not None:
            self.message = self.teller.refusal(form.refusal)
        else:
            self._change(lambda: self._play_form(form))
            self.game.group(began)

    def _play_form(self, form: Form) -> None:
        """Its answers in a row. Where people are asked openly, who can only pass is asked as well, and passes."""
        for answer in form.answers:
            while answer != PASS.id and tuple(self.game.options) == (PASS,):
                self.game.play(PASS)
            self.game.play(answer)

    # Standing answers --------------------------------------------------------------------------------------------

    def _switches(self, stands: Iterable[str]) -> list[Switch]:
        kept = self._standing.of(self.seat)
        return [Switch(each, self._told_standing(each), each in kept) for each in dict.fromkeys(stands)]

    def _told_standing(self, stands: str) -> str:
        """In words; what the game does not know (a save may hold anything) as it is."""
        option = parse_option(stands)
        if option is not None and option.verb == quiet.QUIET:
            how = re.split("[-:]", str(option.target))[0]
            return self.say(f"quiet-{'luck-' if option.subject == quiet.LUCK else ''}{how}")
        if option is None or f"standing.{option.verb}" not in self.teller.texts:
            return stands
        facts = {"subject": option.subject, "target": option.target}
        return self.teller.texts.say(f"standing.{option.verb}", facts, self.teller.names)

    @property
    def standing(self) -> list[Switch]:
        """What the table answers by itself for whoever looks."""
        return self._switches(self._standing.of(self.seat))

    @property
    def standing_now(self) -> list[Switch]:
        """What it has just answered by itself for whoever looks, and what it offers to after their last answer."""
        offered = self._standing.offered(self.seat)
        return self._switches([*self._standing.since(self.seat), *([] if offered is None else [offered])])

    def quieter(self) -> list[Button]:
        """Answers that pass, and ask for the like less often from now on."""
        asked = self.game.pending
        if self.asked is None or self.curtain or self.forms.shown is not None or not isinstance(asked, Choice):
            return []
        found = quiet.ways(self.game, asked, alone=len(self.people) == 1)
        told = [self.say("quiet-pass", pass_=self.teller.label(ends), how=self._told_standing(s)) for s, ends in found]
        return [Button(f":{setting}", label) for (setting, _), label in zip(found, told, strict=True)]

    def _quieten(self, setting: str) -> None:
        """Pass, and ask for the like less often."""
        asked, seat = self.game.pending, self.asked
        known = dict(quiet.ways(self.game, asked, alone=len(self.people) == 1)) if isinstance(asked, Choice) else {}
        if seat is not None and setting in known and not self.saves.looks_on:
            self._standing.quieten(seat, setting)
            self._change(lambda: self.game.play(known[setting]))

    @property
    def luck_asked(self) -> str:
        """How often whoever looks is asked about luck."""
        return quiet.setting_on(self._standing.of(self.seat), quiet.LUCK)

    def ask_luck(self, how: str) -> None:
        """Ask about luck always, after a bad result, or never."""
        if self.seat is not None:
            self._standing.quieten(self.seat, "" if how == quiet.ALWAYS else f"{quiet.QUIET} {quiet.LUCK} {how}")

    @property
    def answered_itself(self) -> list[str]:
        """What the table has answered for whoever looks since they last decided something, in words."""
        return [self.say("as-always", answer=self._told_standing(each)) for each in self._standing.since(self.seat)]

    def switch(self, stands: str) -> None:
        """Let the table answer something by itself, or ask again; for whoever looks."""
        if self.seat is None:
            return
        self._standing.switch(self.seat, stands)
        self.message = ""
        if (keeps := self.saves.keeps) is not None:
            keeps(self.game)

    # Bots --------------------------------------------------------------------------------------------------------

    def bots_answer(self) -> Generator[object, None, None]:
        """Let the bots answer, and what stands, until a person has to or the game is over.

        In slices, where a bot thinks in slices.
        """
        while isinstance(self.game.pending, Choice) and not self.saves.looks_on:
            if self.game.pending.who not in self._bots:
                if not self._standing.give():
                    return
                yield Wait(self.pause)
                continue
            bot, view = self._bots[self.game.pending.who], self.game.view(self.game.pending.who)
            thinking: Callable[[Any], Iterator[Thinks]] | None = getattr(bot, "thinking", None)
            if thinking is None:
                chosen = bot.answer(view)
                self._answered(chosen, getattr(bot, "why", None))
            else:
                self._thought = None
                for self._thought in thinking(view):
                    yield self._thought
                self.settle()
            yield Wait(self.pause)

    def settle(self) -> None:
        """A bot that thinks is content with the best that it has so far."""
        thought, self._thought = self._thought, None
        if thought is not None:
            self._answered(thought.option, thought)

    def _answered(self, chosen: Option, advice: object) -> None:
        asked, told = self.game.pending, len(self.game.events_so_far()[0])
        assert asked is not None
        self.game.play(chosen)
        self._remember_why(Reason(asked.who, asked.kind, advice), told)

    def _remember_why(self, reason: Reason, told: int) -> None:
        """A reason belongs to the line that the answer led to; one that only ended an impulse led to none."""
        events = self.game.events_so_far()[0][told:]
        if reason.advice is not None and events and not events[0].kind.endswith("-began"):
            self._advice[told] = reason

    @property
    def reasons(self) -> dict[int, str]:
        """Why bots did what they did, by the number of the line in which it is told: what whoever looks may hear."""
        teller, seat, game = self.teller, self.seat, self.game
        heard = {line: reason for line, reason in self._advice.items() if reason.heard_by(seat, game)}
        told = {line: self.why(reason.advice, teller) for line, reason in heard.items()}
        at = game.events_so_far()[1]
        for number, stands in self._standing.given.items():
            if game.answers[number].who == seat:
                always = self.say("as-always", answer=self._told_standing(stands))
                told[at[number]] = f"{told.get(at[number], '')} {always}".strip()
        return {line: why for line, why in told.items() if why}

    def why(self, advice: object, teller: Teller | None = None) -> str:
        """The reason of an advice with its clause. A bot that speaks one language only just has a `reason`."""
        teller = teller or self.teller
        tells: Callable[..., str] | None = getattr(advice, "in_words", None)
        reason = getattr(advice, "reason", "") if tells is None else tells(self.language, teller.names)
        clause = teller.texts.say("list.clause", {"clause": getattr(advice, "rule", "")})
        return f"{reason}{clause}" if reason else ""

    def let_bots_answer(self) -> None:
        """The same at once."""
        for _ in self.bots_answer():
            pass

    # Taking back, saving, dice -----------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last decision of a person, and what the bots did since; of a form, all of it.

        What the table has answered by itself is taken back alike, and then it asks.
        """
        last = [(n, a.who) for n, a in enumerate(self.game.answers) if not a.auto and a.who not in self._bots]
        number, who = last[-1] if last else (0, None)
        began = next((group.start for group in self.game.groups if number in group), number)
        taken = sum(n >= began for n, _ in last)

        def taken_back() -> None:
            self.game.undo(seat=who)
            while len(self.game.answers) > began:
                self.game.undo(seat=who)

        again = [*self._again, taken]
        self._go_back(taken_back)
        if len(self.game.answers) <= began:
            self._again = again

    def _go_back(self, action: Callable[[], object]) -> None:
        """Take something back, or play it again: whatever is asked then is asked, also if an answer stands."""
        before = len(self.game.answers)
        self._change(action)
        if len(self.game.answers) != before:
            self._standing.ask()

    def undo_to(self, line: int) -> None:
        """Take back everything from the decision on that led to a line of the story."""
        self._go_back(lambda: self.game.undo(to=line))

    def restart_turn(self) -> None:
        """Take back everything since this turn or impulse began, as far as that may be taken back."""
        self._go_back(self._back_to_the_beginning)

    def _back_to_the_beginning(self) -> None:
        began = [line for line in self.game.log if line.event.heading == SCENE]
        if not began:
            raise UndoError(self.say("nothing-to-restart"))
        taken = 0
        while len(self.game.answers) > began[-1].answers:
            before = len(self.game.answers)
            try:
                self.game.undo()
            except UndoError:
                if not taken:
                    raise
                break
            if len(self.game.answers) < began[-1].answers:  # that decision came before it
                self.game.redo()
                break
            taken += before - len(self.game.answers)

    def redo(self) -> None:
        """Play once more what was taken back last; what was taken back at once, at once."""
        *before, count = self._again or [1]
        began = len(self.game.answers)

        def again() -> None:
            self.game.redo()
            for _ in range(count - 1):
                if self.game.can_redo:
                    self.game.redo()

        self._go_back(again)
        if len(self.game.answers) > began:
            if count > 1:
                self.game.group(began)
            self._again = before

    def undo_policy(self, policy: UndoPolicy) -> None:
        self._change(lambda: setattr(self.game, "undo_policy", policy))

    def ask(self, way: Asking) -> None:
        """Whether people are asked openly or quickly (`Game.asking`), from the next question on."""
        self._change(lambda: setattr(self.game, "asking", way))

    def use_dice(self, kind: Literal["seeded", "table"]) -> None:
        """Let the kit roll, or type what the dice on the table show."""
        seed = self.game.sources[-1][1].seed
        self._change(lambda: self.game.use_chance(TableDice(seed) if kind == "table" else Seeded(seed)))

    @property
    def real_dice(self) -> bool:
        return self.game.sources[-1][1].kind == "table"

    def speak(self, language: str) -> None:
        self.game.rules.texts(language)
        self.game.language = language
        self.message = ""

    def _change(self, action: Callable[[], object]) -> None:
        """Change the game, unless it is open elsewhere."""
        if self.saves.looks_on:
            self._narrowed = ()
            self.message = self.say("looks-on")
        else:
            self.attempt(action)

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something that may be refused: then nothing has changed, and `message` says why."""
        self._narrowed = ()
        try:
            with speaking(self.language):
                action()
            self.message = ""
        except ConquistadorsError as error:
            self.message = str(error)
        kept = len(self.game.events_so_far()[0])
        self._advice = {line: advice for line, advice in self._advice.items() if line < kept}
        self._standing.forget()
        self._again = []


def _aimed_at(option: Option, space: str) -> str | None:
    """The same answer with another space in the place of what it aims at."""
    if option.target is not None:
        return f"{option.verb} {option.subject} {space}"
    return None if option.subject is None else f"{option.verb} {space}"
