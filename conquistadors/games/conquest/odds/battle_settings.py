"""A battle as it is set in an explorer: two forces, how they fight, and what is told of the answer."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import Any, Final

from conquistadors.engine import SetupError, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.odds.battle import BattleOdds, battling
from conquistadors.games.conquest.odds.battle_question import CHARGES, GOALS, LOSSES, Draw
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.games.conquest.rules.position import KINDS, front
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.odds.asking import names_of
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.policies import LUCK
from conquistadors.odds.questions import Headline, Question, Setting, Values, kept, values_of, with_values
from conquistadors.odds.slices import Progress
from conquistadors.scene.words import signed
from conquistadors.typography import number

SPACE: Final = "tlaxcala"
GAMES: Final = ("basic", "standard")
ENEMIES: Final = ("values", "draw", "expedition")
RETREATS: Final = ("never", "best", "round", "lost")
COUNTED: Final = ("round", "lost")
"""Retreats after so much of something."""
TOLD: Final = ("outcome", "lost", "enemies", "rounds", "hits", "leader")
"""What is shown of a battle, in this order."""
MOST_DRAWN: Final = 6
MOST_ROUNDS: Final = 10


class BattleSettings(Question):
    """The question "battle" of the explorers: any force against any other."""

    order = ("won", "retreated", "held", "gone", "lost", "unhurt", "wounded", "captured", "dead")

    def __init__(self, language: str) -> None:
        self._language = language
        rules = rules_of(GAMES[0])
        self.texts = rules.texts(language)
        self._names = names_of(rules, language)
        self.title = self._names.say("battle-title")
        self.heads = {part: self._names.say(f"battle.{part}") for part in ("ours", "theirs", "how")}
        self.told = {what: self._names.say(f"told.{what}") for what in TOLD}

    def parts(self, values: Values) -> dict[str, list[Setting]]:
        """Our force, theirs, and how both fight."""
        made = _Made(_rules(values), self._language, values)
        found = {"ours": made.ours(), "theirs": made.theirs(), "how": made.how()}
        return {part: with_values(settings, values) for part, settings in found.items()}

    def arguments(self, values: Values) -> dict[str, Any]:
        """What is set as `odds.battle` takes it."""
        now = self._now(values)
        enemy, when = now["enemy"], now["retreat"]
        against: Any = Draw(now["draw"]) if enemy == "draw" else _listed(now.get("values", ""))
        if enemy == "expedition":
            against = _units(now, "foe-")
        return {
            "units": _units(now, ""),
            "against": against,
            "leader": now["leader"],
            "foe": now.get("foe", "alvarado"),
            "hits": now["hits"],
            "allies": [each if "@" in each else f"{each}@{SPACE}" for each in _listed(now["allies"])],
            "assets": _checked(now, "asset"),
            "scenario": now["scenario"],
            "attacks": not now["attacked"],
            "ambush": now.get("ambush", False),
            "cards": _checked(now, "cards"),
            "enemy_cards": _checked(now, "enemy_cards"),
            "mano": now["mano"],
            "losses": {"spaniards": now["losses"], "indians": now["enemy_losses"]},
            "retreat": {when: now["after"]} if when in COUNTED else when,
            "charge": now.get("charge", CHARGES[0]),
            "goal": now["goal"],
        }

    def asked(self, values: Values) -> str:
        """The two forces in a few words."""
        now, names = self._now(values), names_of(_rules(values), self._language)
        theirs = {
            "values": ", ".join(_listed(now.get("values", ""))),
            "draw": f"{names.say('battle.draw')} {now.get('draw')}",
            "expedition": _force(now, "foe-", "foe", names),
        }
        return f"{_force(now, '', 'leader', names)} – {theirs[now['enemy']]}"

    def _now(self, values: Values) -> dict[str, Any]:
        return values_of(setting for part in self.parts(values).values() for setting in part)

    def steps(self, values: Values) -> Generator[Progress, None, BattleOdds]:
        """What does not go together is a `SetupError` at the first step."""
        self._check(values)
        return (yield from battling(**self.arguments(values)))

    def _check(self, values: Values) -> None:
        """The usual mistakes, told without the place where the battle is laid out: nobody has asked for one."""
        rules, now = _rules(values), self._now(values)
        for prefix in ("", "foe-") if now["enemy"] == "expedition" else ("",):
            units = sum(int(now[f"{prefix}{kind}"]) for kind in KINDS)
            if not units:
                raise SetupError(error_text("battle.no-units"))
            if units > rules.card_units:
                raise SetupError(error_text("battle.card-full", most=rules.card_units, wanted=units))
        theirs = _listed(now["values"]) if now["enemy"] == "values" else []
        if now["enemy"] == "values" and not theirs:
            raise SetupError(error_text("battle.no-enemy"))
        for unit in dict.fromkeys([*theirs, *[each.split("@")[0] for each in _listed(now["allies"])]]):
            if unit not in rules.value:
                known = sorted(rules.value, key=lambda each: (rules.value[each], each))
                raise SetupError(error_text("battle.no-such-unit", wanted=short_repr(unit), known=known))
        counters = [front(unit) for unit in theirs]
        for unit in dict.fromkeys(counters):
            if counters.count(unit) > (most := rules.cup.count_of(unit)):
                raise SetupError(error_text("battle.not-so-many", unit=unit, most=most, wanted=counters.count(unit)))

    def headline(self, answer: BattleOdds) -> Headline:
        lost = self._names.say(
            "mean-lost", {"mean": number(float(answer.of("lost").mean()), self._names.language, ".2f")}
        )
        rounds = self._names.say(
            "mean-rounds", {"mean": number(float(answer.mean_rounds), self._names.language, ".2f")}
        )
        return Headline(answer.win, self._names.say("win"), (lost, rounds))

    def distributions(self, answer: BattleOdds) -> dict[str, Distribution]:
        return {what: answer.rounds(MOST_ROUNDS) if what == "rounds" else answer.of(what) for what in TOLD}

    def label(self, result: Any) -> str:
        """A result of a battle by name."""
        known = isinstance(result, str) and f"outcome.{result}" in self._names
        return self._names.say(f"outcome.{result}") if known else self._names(result)


class _Made:
    """The settings, made from the rules: units, men and cards are those of the game that is asked about."""

    def __init__(self, rules: ConquestRules, language: str, values: Values) -> None:
        self._rules, self._values = rules, values
        self._names: Names = names_of(rules, language)

    def ours(self) -> list[Setting]:
        armour = [card.id for card in self._rules.assets.values() if card.when == "combat"]
        say, names = self._names.say, self._names
        return [
            *self._units("", (3, 1, 0)),
            self._men("leader", "cortes"),
            Setting("hits", "number", names.setting("hits"), 0, (), 0, self._rules.hits_most),
            Setting("allies", "text", say("battle.allies"), "", hint=say("battle.allies-hint")),
            *[Setting(f"asset {each}", "check", names.thing(each), value=False) for each in armour],
            *self._cards("cards", "own"),
        ]

    def _by_value(self, unit: str) -> tuple[int, str]:
        return self._rules.value[front(unit)], unit

    def theirs(self) -> list[Setting]:
        say, enemy = self._names.say, self._choice("enemy", ENEMIES)
        kind = kept(enemy, self._values.get("enemy"))
        if kind == "values":
            hint = ", ".join(sorted({str(value) for value in self._rules.value}, key=self._by_value))
            force = [Setting("values", "text", say("battle.values"), "40, 30, 20", hint=hint)]
        elif kind == "draw":
            force = [Setting("draw", "number", say("battle.draw"), 2, (), 1, MOST_DRAWN)]
        else:
            force = [*self._units("foe-", (3, 1, 0)), self._men("foe", "alvarado")]
        ambush = Setting("ambush", "check", say("battle.ambush"), value=False)
        attacked = Setting("attacked", "check", say("battle.attacked"), value=False)
        return [
            enemy,
            *force,
            attacked,
            *([] if kind == "expedition" else [ambush]),
            *self._cards("enemy_cards", "other"),
        ]

    def how(self) -> list[Setting]:
        scenario = self._choice("scenario", GAMES)
        retreat = self._choice("retreat", RETREATS)
        when = kept(retreat, self._values.get("retreat"))
        after = [Setting("after", "number", self._names.say(f"battle.after-{when}"), 2, (), 1, MOST_ROUNDS)]
        standard = kept(scenario, self._values.get("scenario")) == "standard"
        return [
            scenario,
            *([self._choice("charge", CHARGES)] if standard else []),
            self._choice("losses", LOSSES),
            self._choice("enemy_losses", LOSSES),
            retreat,
            *(after if when in COUNTED else []),
            self._choice("mano", LUCK, "Mano de Dios"),
            self._choice("goal", tuple(GOALS)),
        ]

    def _choice(self, key: str, values: Sequence[str], label: str = "") -> Setting:
        options = tuple((self._names.say(f"way.{value}"), value) for value in values)
        return Setting(key, "choice", label or self._names.say(f"battle.{key}"), values[0], options)

    def _men(self, key: str, first: str) -> Setting:
        men = sorted(self._rules.men.values(), key=lambda man: (-man.combat, man.full_name))
        options = tuple((f"{self._names.thing(man.id)} {signed(man.combat)}", man.id) for man in men)
        return Setting(key, "choice", self._names.say(f"battle.{key}"), first, options)

    def _cards(self, key: str, target: str) -> list[Setting]:
        """The Combat cards that help one side: they are played as soon as may be."""
        names, rules = self._names, self._rules
        cards = [c for c in rules.cards.values() if c.type == "combat" and (c.target == "own") == (target == "own")]
        in_play = [card for card in cards if rules.standard or not card.standard_only]
        hint = names.say(f"battle.{key}")
        return [Setting(f"{key} {card.id}", "check", names.thing(card.id), value=False, hint=hint) for card in in_play]

    def _units(self, prefix: str, first: Sequence[int]) -> list[Setting]:
        named = zip(KINDS, first, strict=True)
        most = self._rules.card_units
        return [Setting(prefix + kind, "number", self._names.thing(kind), count, (), 0, most) for kind, count in named]


def _rules(values: Values) -> ConquestRules:
    return rules_of(values.get("scenario", GAMES[0]))


def _force(now: Values, prefix: str, leader: str, names: Names) -> str:
    if leader not in now:
        return ""
    units = [f"{now[prefix + kind]} {names.thing(kind)}" for kind in KINDS if now[prefix + kind]]
    return f"{names.thing(now[leader])}: {', '.join(units)}"


def _units(values: dict[str, Any], prefix: str) -> str:
    return ", ".join(f"{values[prefix + kind]} {kind}" for kind in KINDS if values[prefix + kind])


def _checked(values: dict[str, Any], kind: str) -> list[str]:
    """What is checked of some kind of thing."""
    return [key.removeprefix(f"{kind} ") for key, value in values.items() if key.startswith(f"{kind} ") and value]


def _listed(text: str) -> list[str]:
    """Values that a person typed, with commas or spaces between them."""
    return [part for part in re.split(r"[\s,;、，]+", text) if part]
