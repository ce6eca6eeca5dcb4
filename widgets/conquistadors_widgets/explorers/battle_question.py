"""A battle as it is asked about in the laboratory: two forces, how they fight, and the work that answers it."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import Any, Final

from conquistadors.engine.records import changed
from conquistadors.games.conquest.odds.battle import CHARGES, GOALS
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.games.conquest.odds.tactics import LOSSES
from conquistadors.games.conquest.rules.position import KINDS
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.odds import BattleOdds, Distribution, Draw, battling
from conquistadors.odds.paths import Progress
from conquistadors.odds.policies import LUCK
from conquistadors_widgets.explorers.controls import Setting, kept
from conquistadors_widgets.result_names import Names
from conquistadors_widgets.words import words

SPACE: Final = "tlaxcala"
GAMES: Final = ("basic", "standard")
ENEMIES: Final = ("values", "draw", "expedition")
RETREATS: Final = ("never", "best", "round", "lost")
TOLD: Final = ("outcome", "lost", "enemies", "rounds", "hits", "leader")
"""What is shown of a battle, in this order."""
ORDER: Final = ("won", "retreated", "held", "gone", "lost", "unhurt", "wounded", "captured", "dead")
"""Results that are words, from good to bad."""
MOST_DRAWN: Final = 6
MOST_ROUNDS: Final = 10


class BattleModel:
    """What is set in the laboratory, the question that it makes, and the last answer."""

    def __init__(self, language: str = "en") -> None:
        self._words = words(language)
        self._values: dict[str, Any] = {"foot": 3, "horse": 1}
        self._language = language
        self.answer: BattleOdds | None = None
        self.told: dict[str, Distribution] = {}
        """The distributions of the last answer, by what they tell."""
        self.message = ""
        """Why there is no answer to what is set, or what to do to get it."""

    @property
    def rules(self) -> ConquestRules:
        return rules_of(self._values.get("scenario", GAMES[0]))

    @property
    def names(self) -> Names:
        return Names(self._language, self.rules.texts(self._language))

    def set(self, key: str, value: Any) -> None:
        self._values[key] = value

    def value(self, key: str) -> Any:
        """What is set, or would be if the setting were shown."""
        return next(s.value for part in self.parts().values() for s in part if s.key == key)

    # What can be set ---------------------------------------------------------------------------------------------

    def parts(self) -> dict[str, list[Setting]]:
        """The settings by part of the page: our force, theirs, and how both fight."""
        found = {"ours": self._ours(), "theirs": self._theirs(), "how": self._how()}
        return {
            part: [changed(s, value=kept(s, self._values.get(s.key, s.value))) for s in settings]
            for part, settings in found.items()
        }

    def _say(self, key: str) -> str:
        return self._words.say(f"explorers.{key}")

    def _number(self, key: str, label: str, value: int, low: int, high: int) -> Setting:
        return Setting(key, "number", label, value, (), low, high)

    def _choice(self, key: str, values: Sequence[str], label: str = "") -> Setting:
        options = tuple((self._say(f"way.{value}"), value) for value in values)
        return Setting(key, "choice", label or self._say(f"battle.{key}"), values[0], options)

    def _men(self, key: str, first: str) -> Setting:
        rules, names = self.rules, self.names
        men = sorted(rules.men.values(), key=lambda man: (-man.combat, man.full_name))
        options = tuple((f"{names.thing(man.id)} {man.combat:+d}", man.id) for man in men)
        return Setting(key, "choice", self._say(f"battle.{key}"), first, options)

    def _cards(self, key: str, target: str) -> list[Setting]:
        """The Combat cards that help one side: they are played as soon as may be."""
        names, rules = self.names, self.rules
        cards = [c for c in rules.cards.values() if c.type == "combat" and (c.target == "own") == (target == "own")]
        in_play = [card for card in cards if rules.standard or not card.standard_only]
        hint = self._say(f"battle.{key}")
        return [Setting(f"{key} {card.id}", "check", names.thing(card.id), value=False, hint=hint) for card in in_play]

    def _units(self, prefix: str, first: Sequence[int]) -> list[Setting]:
        most = self.rules.card_units
        named = zip(KINDS, first, strict=True)
        return [self._number(prefix + kind, self.names.thing(kind), count, 0, most) for kind, count in named]

    def _ours(self) -> list[Setting]:
        armour = [card.id for card in self.rules.assets.values() if card.when == "combat"]
        return [
            *self._units("", (0, 0, 0)),
            self._men("leader", "cortes"),
            self._number("hits", self.names.setting("hits"), 0, 0, self.rules.hits_most),
            Setting("allies", "text", self._say("battle.allies"), "", hint=self._say("battle.allies-hint")),
            *[Setting(f"asset {each}", "check", self.names.thing(each), value=False) for each in armour],
            *self._cards("cards", "own"),
        ]

    def _theirs(self) -> list[Setting]:
        enemy = self._choice("enemy", ENEMIES)
        kind = kept(enemy, self._values.get("enemy"))
        if kind == "values":
            hint = ", ".join(sorted({str(value) for value in self.rules.value}, key=_by_value))
            force = [Setting("values", "text", self._say("battle.values"), "40, 30, 20", hint=hint)]
        elif kind == "draw":
            force = [self._number("draw", self._say("battle.draw"), 2, 1, MOST_DRAWN)]
        else:
            force = [*self._units("foe-", (3, 1, 0)), self._men("foe", "alvarado")]
        ambush = Setting("ambush", "check", self._say("battle.ambush"), value=False)
        attacked = Setting("attacked", "check", self._say("battle.attacked"), value=False)
        return [
            enemy,
            *force,
            attacked,
            *([] if kind == "expedition" else [ambush]),
            *self._cards("enemy_cards", "other"),
        ]

    def _how(self) -> list[Setting]:
        scenario = self._choice("scenario", GAMES)
        retreat = self._choice("retreat", RETREATS)
        when = kept(retreat, self._values.get("retreat"))
        after = [self._number("after", self._say(f"battle.after-{when}"), 2, 1, MOST_ROUNDS)]
        standard = kept(scenario, self._values.get("scenario")) == "standard"
        return [
            scenario,
            *([self._choice("charge", CHARGES)] if standard else []),
            self._choice("losses", LOSSES),
            self._choice("enemy_losses", LOSSES),
            retreat,
            *(after if when in ("round", "lost") else []),
            self._choice("mano", LUCK, "Mano de Dios"),
            self._choice("goal", tuple(GOALS)),
        ]

    # The question ------------------------------------------------------------------------------------------------

    def arguments(self) -> dict[str, Any]:
        """What is set as `odds.battle` takes it."""
        set_ = {s.key: s.value for part in self.parts().values() for s in part}
        enemy, when = set_["enemy"], set_["retreat"]
        against: Any = Draw(set_["draw"]) if enemy == "draw" else _listed(set_.get("values", ""))
        if enemy == "expedition":
            against = _units(set_, "foe-")
        return {
            "units": _units(set_, ""),
            "against": against,
            "leader": set_["leader"],
            "foe": set_.get("foe", "alvarado"),
            "hits": set_["hits"],
            "allies": [each if "@" in each else f"{each}@{SPACE}" for each in _listed(set_["allies"])],
            "assets": _checked(set_, "asset"),
            "scenario": set_["scenario"],
            "attacks": not set_["attacked"],
            "ambush": set_.get("ambush", False),
            "cards": _checked(set_, "cards"),
            "enemy_cards": _checked(set_, "enemy_cards"),
            "mano": set_["mano"],
            "losses": {"spaniards": set_["losses"], "indians": set_["enemy_losses"]},
            "retreat": {when: set_["after"]} if when in ("round", "lost") else when,
            "charge": set_.get("charge", CHARGES[0]),
            "goal": set_["goal"],
        }

    def asked(self) -> str:
        """The two forces in a few words."""
        set_ = {s.key: s.value for part in self.parts().values() for s in part}
        theirs = {
            "values": ", ".join(_listed(set_.get("values", ""))),
            "draw": f"{self._say('battle.draw')} {set_.get('draw')}",
            "expedition": self._force(set_, "foe-", "foe"),
        }
        return f"{self._force(set_, '', 'leader')} – {theirs[set_['enemy']]}"

    def _force(self, set_: dict[str, Any], prefix: str, leader: str) -> str:
        if leader not in set_:
            return ""
        units = [f"{set_[prefix + kind]} {self.names.thing(kind)}" for kind in KINDS if set_[prefix + kind]]
        return f"{self.names.thing(set_[leader])}: {', '.join(units)}"

    def steps(self) -> Generator[Progress, None, BattleOdds]:
        """The work that answers it, in slices; what does not go together is a `SetupError` at its first step."""
        return (yield from battling(**self.arguments()))

    # The answer --------------------------------------------------------------------------------------------------

    def answered(self, odds: BattleOdds) -> None:
        """The work is done."""
        self.answer = odds
        self.told = {what: odds.rounds(MOST_ROUNDS) if what == "rounds" else odds.of(what) for what in TOLD}

    def label(self, result: Any) -> str:
        """A result of a battle by name."""
        key = f"explorers.outcome.{result}"
        return self._words.say(key) if isinstance(result, str) and key in self._words else self.names(result)

    def title(self, what: str) -> str:
        return self._say(f"told.{what}")


def _units(values: dict[str, Any], prefix: str) -> str:
    return ", ".join(f"{values[prefix + kind]} {kind}" for kind in KINDS if values[prefix + kind])


def _checked(values: dict[str, Any], kind: str) -> list[str]:
    """What is checked of some kind of thing."""
    return [key.removeprefix(f"{kind} ") for key, value in values.items() if key.startswith(f"{kind} ") and value]


def _listed(text: str) -> list[str]:
    """Values that a person typed, with commas or spaces between them."""
    return [part for part in re.split(r"[\s,;、，]+", text) if part]


def _by_value(unit: str) -> tuple[int, str]:
    return int(unit.removesuffix("b")), unit
