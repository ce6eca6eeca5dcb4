"""Prompts, labels and the story of a game, as plain text in the reader's language. Whoever makes HTML escapes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from conquistadors.engine.events import Event, Step
from conquistadors.engine.requests import Asked, Bar, Chance, Option, Refusal, Seat
from conquistadors.engine.rules import Ending, Rules
from conquistadors.engine.setup import translated_names
from conquistadors.engine.texts import spoken

if TYPE_CHECKING:
    from conquistadors.engine.views import Line


class Teller:
    """Puts what the engine says into words."""

    def __init__(self, rules: Rules[Any], names: Mapping[Seat, str], language: str) -> None:
        """`names` are those of the seats as they are kept; here they are put into the language."""
        self.texts = rules.texts(language)
        self.names = translated_names(names, self.texts)
        self._rules = rules

    def prompt(self, pos: Any, request: Asked | Chance | None, ending: Ending | None) -> str:
        """What is asked, as a sentence with its clause."""
        if request is None:
            return "" if ending is None else self.ending(ending)
        facts: dict[str, object] = {**self._rules.facts(pos), "who": request.who}
        if isinstance(request, Chance):
            facts |= {"dice": str(request.dice), "roll": request.kind}
            key = "prompt.roll"
        else:
            facts |= dict(request.facts)
            key = f"prompt.{request.kind}"
        return self._under(request.rule, self.texts.say(key, facts, self.names))

    def ending(self, ending: Ending) -> str:
        """How the game ended: who won, if it was that kind of game, and why."""
        facts = {"winners": ending.winners}
        why = self._under(ending.rule, self.texts.say(f"ending.{ending.reason}", facts, self.names))
        if not ending.winners:
            return why
        key = "one" if len(ending.winners) == 1 else "several"
        won = self.texts.say(f"ending.{key}", facts, self.names)
        return won + self.texts.say("list.sentence") + why

    def label(self, option: Option) -> str:
        """What a button for the option says."""
        facts = {"subject": option.subject, "target": option.target}
        return self.texts.say(f"option.{option.verb}", facts, self.names).rstrip(
            " ："
        )  # an option need not have a subject

    def row(self, options: Iterable[Option]) -> str:
        """A row of answers, one after the other."""
        return " \N{RIGHTWARDS ARROW} ".join(map(self.label, options))

    def refusal(self, refusal: Refusal) -> str:
        """Why not, with the clause."""
        reason = self.texts.say(f"refusal.{refusal.bar.reason}", dict(refusal.bar.facts), self.names)
        tried = refusal.option
        named = self.label(tried) if f"option.{tried.verb}" in self.texts else tried.id
        return self._under(refusal.rule, named + self.texts.say("list.reason") + reason)

    def event(self, event: Event) -> str:
        """A line of the story, with its clause if it happened under one."""
        said = self.happened(event)
        return self._under(event.rule, said) if event.rule else said

    def happened(self, event: Event) -> str:
        """The same line without its clause."""
        key = self.texts.first_of(f"event.{event.kind}.{event.variant()}", f"event.{event.kind}")
        return self.texts.say(key, event.facts(), self.names)

    def story(self, lines: Iterable[Line]) -> list[str]:
        """The log as a story. Steps of procedures are for the tracer and stay out of it."""
        return [self.event(line.event) for line in lines if not isinstance(line.event, Step)]

    def position(self, pos: Any) -> str:
        return self._rules.describe(pos, self.texts, self.names)

    def _under(self, clause: str, sentence: str) -> str:
        return sentence + self.texts.say("list.clause", {"clause": clause})


def reason(rules: Rules[Any], bar: Bar) -> str:
    """Why something is not allowed, for an error: in the language that is spoken, without the clause."""
    return rules.texts(spoken()).say(f"refusal.{bar.reason}", dict(bar.facts))
