"""Every game of the kit, played at random: what a table shows of it is complete, and tells no secret."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice, Option, Seat
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import Scenario, kits, scene_of
from conquistadors.resources import read_toml
from conquistadors.scene.contract import Scene, targets
from conquistadors.scene.maps import Badge, Piece
from conquistadors.scene.panels import Card
from conquistadors.scene.words import Phrase, say
from support.sizes import size

GAMES: Final = size("SCENE_GAMES", thin=1, soak=12)
"""So many games of every scenario, with its variants in turn."""
STEPS: Final = frozenset({*range(30), *range(30, 240, 7)})
"""After so many answers a scene is looked at: some sixty times."""
SCENARIOS: Final = [scenario for kit in kits() for scenario in kit.scenarios]
FIELDS: Final[dict[type, tuple[str, ...]]] = {}
MISSING: Final = re.compile(r"\[[a-z][\w.-]*\]")


def collect(thing: object, found: list[Any]) -> list[Any]:
    """All records that something is made of."""
    if type(thing) is tuple:
        for part in thing:
            collect(part, found)
    elif names := fields_of(type(thing)):
        found.append(thing)
        for name in names:
            collect(getattr(thing, name), found)
    return found


def fields_of(record: type) -> tuple[str, ...]:
    if record not in FIELDS:
        known = dataclasses.fields(record) if dataclasses.is_dataclass(record) else ()
        FIELDS[record] = tuple(field.name for field in known)
    return FIELDS[record]


def everything(scene: Scene, rules: Any) -> tuple[object, ...]:
    """All that a scene shows."""
    spaces = [space for sheet in scene.sheets(rules) for space in scene.spaces(rules, sheet)]
    tabs = tuple(scene.tab(key) for key in scene.tabs)
    about = tuple(map(scene.space, spaces))
    return scene.maps, scene.active, scene.own, scene.strip, scene.contest, tabs, about


def asked_of(game: Game[Any], seat: Seat | None) -> Choice | None:
    pending = game.pending
    return pending if isinstance(pending, Choice) and pending.who == seat else None


def played(scenario: Scenario, number: int) -> Iterator[Game[Any]]:
    """A game at random, at the moments at which one looks."""
    variants = scenario.variants
    options: dict[str, Any] = dict(variants[number * max(1, len(variants) // GAMES) % len(variants)])
    game = cq.new_game(scenario.id, seed=number, **options)
    choose = Random(f"{scenario.id} {number}")
    for step in range(max(STEPS) + 1):
        if step in STEPS:
            yield game
        if game.pending is None:
            return
        game.play(choose.choice(game.options))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_a_scene_is_complete_and_tells_no_secret(scenario: Scenario, number: int) -> None:
    said: set[Phrase] = set()
    dealt = Random(number)
    for look, game in enumerate(played(scenario, number)):
        rules, pos = game.rules, game.position
        eyes = (*rules.seats, None)
        for seat in eyes:
            asked = asked_of(game, seat)
            scene = scene_of(rules)(rules.view(pos, seat), seat, asked)
            shown = everything(scene, rules)
            records = collect(shown, [])
            speak_all(said, records, rules)
            look_at_all([each for each in records if isinstance(each, Piece)], scene, rules)
            if asked is not None:
                point_at_all(scene, records, rules, asked.legal())
                speak_all(said, map(told_standing, filter(None, map(scene.standing, asked.legal()))), rules)
            other = rules.redealt(pos.copy(), seat, dealt) if seat == eyes[look % len(eyes)] else None
            if other is not None:
                again = scene_of(rules)(rules.view(other, seat), seat, asked)
                assert everything(again, rules) == shown, f"{seat or 'a bystander'} is shown what nobody told them"


def speak_all(said: set[Phrase], records: Iterable[Any], rules: Any) -> None:
    """Every phrase that was not said yet can be said in every language."""
    for phrase in records:
        if isinstance(phrase, Phrase) and phrase not in said:
            said.add(phrase)
            for language in LANGUAGES:
                told = say(phrase, rules.texts(language), dict.fromkeys(rules.seats, "Ana"))
                assert told
                assert not MISSING.search(told), (language, phrase)


def told_standing(stands: Option) -> Phrase:
    """What a table says of an answer that is given every time."""
    parts = (("subject", stands.subject), ("target", stands.target))
    return Phrase(f"standing.{stands.verb}", tuple((name, part) for name, part in parts if part is not None))


@cache
def drawn_in(folder: str) -> dict[str, Any]:
    return read_toml(folder, "pieces.toml")


def look_at_all(pieces: Iterable[Piece], scene: Scene, rules: Any) -> None:
    """Every piece has a picture, a name of which letters stand on it, and a space."""
    data = drawn_in(scene.pictures)
    spaces = {space for sheet in scene.sheets(rules) for space in scene.spaces(rules, sheet)}
    for piece in pieces:
        assert piece.look in data["pieces"]
        assert {*piece.states} - {"active"} <= set(data.get("states", {}))
        assert {badge.look for badge in piece.badges} <= set(data.get("badges", {}))
        assert piece.space in spaces
        assert not piece.letters or piece.letters in scene.lettered(rules)
    ids = [piece.id for piece in pieces]
    assert len(set(ids)) == len(ids)


def point_at_all(scene: Scene, records: Iterable[Any], rules: Any, options: Iterable[Option]) -> None:
    """An answer that names a space, a piece or a card finds it."""
    spaces = {space for sheet in scene.sheets(rules) for space in scene.spaces(rules, sheet)}
    stands = {piece.id: piece.space for piece in records if isinstance(piece, Piece)}
    cards = {card.name for card in records if isinstance(card, Card) and isinstance(card.name, str)}
    for option in options:
        named = {part for part in (option.subject, option.target) if part is not None}
        found = scene.where(option)
        if found is not None:
            kind, thing = found
            assert thing in {"space": spaces, "piece": set(stands), "card": cards}[kind], option
        if named & spaces:
            assert found is not None
            assert found[0] == "space", option
            assert found[1] in named
        elif here := {stands[piece] for piece in named & set(stands)}:
            assert (found is not None and found[0] == "piece" and found[1] in named) == (len(here) == 1), option
        elif named & cards:
            assert found is not None, option
            assert found[0] == "card", option
            assert found[1] in named
    aimed = targets(scene, options)
    assert set(aimed) <= spaces


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.id)
def test_maps_and_legends_are_named_and_drawn_in_every_language(scenario: Scenario) -> None:
    for options in (scenario.variants[0], scenario.variants[-1]):
        rules = scenario.make(options)
        scenes = scene_of(rules)
        for language in LANGUAGES:
            texts = rules.texts(language)
            assert all(f"tab.{key}" in texts for key in scenes.tabs)
            for sheet, title in scenes.sheets(rules).items():
                assert not MISSING.search(say(title, texts))
                layout = scenes.ground(rules, sheet, language).layout
                assert tuple(scenes.spaces(rules, sheet)) == tuple(layout.points)
                assert all(f"name.{space}" in texts for space in layout.points)
            meanings = [say(row.meaning, texts) for row in scenes.legend(rules)]
            assert len(set(meanings)) == len(meanings)
            assert not any(MISSING.search(meaning) for meaning in meanings)
        for row in scenes.legend(rules):
            if isinstance(row.sign, Piece):
                assert row.sign.look in drawn_in(scenes.pictures)["pieces"]
            elif isinstance(row.sign, Badge):
                assert row.sign.look in drawn_in(scenes.pictures)["badges"]
        assert all(f"name.{thing}" in rules.texts("en") for thing in scenes.lettered(rules))


def test_a_game_of_which_nothing_is_known_shows_nothing() -> None:
    scene = Scene(object())
    assert everything(scene, None) == ((), None, (), (), None, (), ())
    assert scene.where(Option("go", "go")) is None
    for part in (scene.tab, scene.space, lambda key: scene.ground(None, key, "en")):
        with pytest.raises(KeyError):
            part("x")
