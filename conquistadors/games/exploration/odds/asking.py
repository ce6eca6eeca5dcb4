"""Questions to explore: what each depends on, the work that answers it by the rules, and how that is told.

`ask("mine", turns=4)` answers one; `cq.explore("mine", game="exploration")` shows it. They are in the kit by name.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final

from conquistadors.engine import SetupError, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import error_text
from conquistadors.games import kit, load
from conquistadors.games.exploration.odds.settings import Asked, given, settings_of
from conquistadors.games.exploration.odds.worlds import Work, empty
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.odds.asking import names_of
from conquistadors.odds.distribution import Distribution, percent
from conquistadors.odds.questions import Headline, Question, Setting, Values, values_of, with_values
from conquistadors.odds.slices import Progress, finished
from conquistadors.typography import number

NOT: Final = "not-so"
"""What becomes of something that has not come."""


@record
class Answer:
    """What a question comes to: the chance of what it asks for, and what else is told of it."""

    chance: Fraction
    told: Mapping[str, Distribution]
    more: tuple[tuple[str, Fraction], ...] = ()
    """Chances (`chance-...`) and means that are told beside it, by the keys of their sentences."""


class Explored(Question):
    """A question of this game. A class for each says what it depends on, and does the work."""

    key: ClassVar[str]
    tells: ClassVar[tuple[str, ...]]
    """What the answer tells, in its order."""

    def __init__(self, language: str, pack: str | None = None) -> None:
        self.rules: ExplorationRules = empty(pack=pack).rules
        self.pack = pack
        self.texts = self.rules.texts(language)
        self._names = names_of(self.rules, language)
        self.title = self._names.say(f"ask.{self.key}")
        self.heads = {part: self._names.say(f"part.{part}") for part in self.asks()}
        self.told = {what: self._names.say(f"told.{what}") for what in self.tells}
        self.order: tuple[Hashable, ...] = ()

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        """What it depends on, by part of the page."""
        raise NotImplementedError

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        """The work that answers it."""
        raise NotImplementedError

    def parts(self, values: Values) -> dict[str, list[Setting]]:
        return {part: with_values(settings_of(asks, self._names), values) for part, asks in self.asks().items()}

    def asked(self, values: Values) -> str:
        """The settings in a row."""
        settings = [setting for part in self.parts(values).values() for setting in part]
        return self._names.say("joint-comma").join(said for said in map(self._said, settings) if said)

    def _said(self, setting: Setting) -> str:
        """A setting in a few words; "" for what is not so, or none."""
        if not setting.value:
            return ""
        if setting.kind == "check":
            return setting.label
        named = [label for label, value in setting.options if value == setting.value]
        facts = {"thing": setting.label, "amount": named[0] if named else setting.value}
        return self._names.say("joint-becomes", facts)

    def steps(self, values: Values) -> Generator[Progress, None, Answer]:
        settings = [setting for part in self.parts(values).values() for setting in part]
        return (yield from self.work(values_of(settings)))

    def headline(self, answer: Answer) -> Headline:
        names = self._names
        more = []
        for key, value in answer.more:
            said = percent(value, names.language) if key.startswith("chance-") else _mean(value, names.language)
            more.append(names.say(f"more.{key}", {"value": said}))
        return Headline(answer.chance, names.say(f"want.{self.key}"), tuple(more))

    def distributions(self, answer: Answer) -> dict[str, Distribution]:
        return {what: answer.told[what] for what in self.tells}

    def label(self, result: Any) -> str:
        return self._names(result)


def _mean(value: Fraction, language: str) -> str:
    return number(float(value), language, ".2f" if value < 10 else ".1f")


def parted(whole: Distribution, tells: tuple[str, ...]) -> dict[str, Distribution]:
    """The distributions of each thing of which all together are told as a row."""
    return {what: whole.map(_at(place)) for place, what in enumerate(tells)}


def _at(place: int) -> Any:
    return lambda row: row[place]


@checks_arguments()
def ask(name: str, *, language: str = "en", pack: str | None = None, **where: Any) -> Answer:
    """The answer to a question of Conquistador! by its name; what is not told has its usual value.

    `ask("voyage", carracks=1, colonists=2).chance`; `.told` has the distributions, and what they assume.
    """
    brought = kit("exploration").explored
    if name not in brought:
        raise SetupError(error_text("face.question", game="exploration", wanted=short_repr(name), known=list(brought)))
    question: Explored = load(brought[name])(language, pack)
    asks = [each for part in question.asks().values() for each in part]
    return finished(question.work(given(asks, where, name)))
