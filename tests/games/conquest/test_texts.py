"""The sentences of the Basic Game: none missing, none dead, and whole games told with them."""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.__main__ import main
from conquistadors.engine import Event, Pile
from conquistadors.engine.events import Modifier
from conquistadors.engine.game import Game
from conquistadors.engine.requests import option
from conquistadors.games.conquest.describing import facts
from conquistadors.games.conquest.rules import events
from conquistadors.games.conquest.rules.pesos import ENTRIES
from conquistadors.games.conquest.rules.scenarios import BasicGame
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.resources import data_root, read_toml_file
from support.fortune import Fortune
from support.playthroughs import GAMES, kept, play_through, seed_of
from support.sizes import size

PACKAGE: Final = Path(cq.__file__).parent
GAME: Final = PACKAGE / "games" / "conquest"
SOURCES: Final = [
    *sorted([*GAME.glob("*.py"), *(GAME / "rules").rglob("*.py"), *(GAME / "pack").rglob("*.py")]),
    *[
        PACKAGE / "engine" / name
        for name in ("asking.py", "game.py", "requests.py", "rolls.py", "windows.py", "events.py")
    ],
]
NAMES: Final = ["{who.__class__}", "<b>Ben & Co</b>", "{0}", "{{Diego}}"]


def catalogue(table: str) -> dict[str, Any]:
    """A table of the English catalogue, with what the interface adds to it."""
    found: dict[str, Any] = {}
    for folder in ("common/interface", "conquest/play"):
        found |= read_toml_file(data_root() / folder / "en.toml").get(table, {})
    return found


# What the code names -------------------------------------------------------------------------------------------------


def strings_in(node: ast.AST | None) -> Iterator[str]:
    """The strings that an expression can be, an f-string as a pattern; nothing for a plain name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings_in(node.body)
        yield from strings_in(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(v.value) if isinstance(v, ast.Constant) else "[a-z-]+" for v in node.values)


NODES: Final = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
CALLS: Final = [node for node in NODES if isinstance(node, ast.Call)]


def called(call: ast.Call) -> str:
    """The name of the function, of a method without its object."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return named[0] if named else call.args[place] if len(call.args) > place else None


def given_to(function: str, place: int, name: str = "") -> set[str]:
    """The strings that stand in the code as an argument of a function."""
    found: set[str] = set()
    for call in CALLS:
        if called(call) == function:
            found |= set(strings_in(argument(call, place, name)))
    return found


def reported(event: str, field: str) -> set[str]:
    """The strings that are reported as a field of an event."""
    found: set[str] = set()
    for call in CALLS:
        if called(call) == "report" and getattr(call.args[0], "id", "") == event:
            found |= set(strings_in(argument(call, 99, field)))
    return found


KEY: Final = re.compile(r"[a-z][a-z0-9\[\]+-]*")
EVERYTHING: Final = {found for node in NODES for found in strings_in(node) if KEY.fullmatch(found)}
"""Every string in the code that could be a key."""


def agree(texts: set[str], code: set[str], somewhere: set[str] | None = None) -> None:
    """Every pattern of the code has a text, and every text is wanted there, or at least named somewhere."""
    missing = [pattern for pattern in code if not any(re.fullmatch(pattern, text) for text in texts)]
    dead = [text for text in texts if not any(re.fullmatch(pattern, text) for pattern in somewhere or code)]
    assert (missing, dead) == ([], [])


def test_every_kind_of_question_has_a_prompt_and_every_prompt_is_asked() -> None:
    asked = {"roll"} | given_to("_luck_choice", 3)
    for function in ("Choice", "offer", "pick", "amount", "Aim"):
        asked |= given_to(function, 1, "kind")
    agree(set(catalogue("prompt")), asked, EVERYTHING)


def test_every_verb_has_a_label_and_every_label_is_offered() -> None:
    agree(set(catalogue("option")), given_to("option", 0) | given_to("_luck_choice", 3), EVERYTHING)


def test_every_reason_has_a_text_and_every_text_is_a_reason() -> None:
    reasons = given_to("Bar", 1, "reason") | given_to("needs", 2) | given_to("Aim", 3, "reason")
    agree(set(catalogue("refusal")), reasons, EVERYTHING)


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    agree(set(catalogue("event")), {*EVENTS, "rolled", "drew", "card-played", "adjusted", "resigned"})


EVENTS: Final = {
    event.kind: event
    for _, event in inspect.getmembers(events, inspect.isclass)
    if issubclass(event, Event) and event is not Event
}
VARIANTS: Final[dict[str, set[str]]] = {
    "allies-changed": {"joined", "left"},
    "asset-gained": {"known", "unseen"},
    "battle-ended": reported("BattleEnded", "how"),
    "battle-result": {"losses", "morale", "nothing"},
    "came-to-nothing": set(SolitaireGame().decks["enemy"].titles),
    "card-played": reported("CardPlayed", "use") | given_to("_luck_choice", 3),
    "deal-offered": {
        f"{kind}-{said}"
        for kind in ("sale", "sale-pesos", "purchase", "purchase-pesos", "ransom")
        for said in ("accepted", "refused")
    },
    "discarded": {"known", "unseen"},
    "drew": given_to("draw", 99, "name") | {"hidden", "enemy", "reaction"},
    "event-happened": {"nothing", "new-legend", "move-legend", "governor-dies", "smallpox"},
    "fed": {"alone", "haven", "sea", "ally", "shared"},
    "feverish": {"exposed", "spared"},
    "food-changed": reported("FoodChanged", "why") | given_to("gain_food", 3) | {"traded-away"},
    "found": {"nothing", "mosquito", "village", "town", "city", "empire"},
    "gift-given": {"pleased", "unmoved"},
    "gold-changed": given_to("gain_gold", 3) | {"traded-away", "ransom-away", "parted-away"},
    "index-moved": {"better", "worse"},
    "indian-lost": {"flipped", "gone"},
    "king-went": {"gone", "home"},
    "morale-changed": {"better", "worse"},
    "legend-faded": reported("LegendFaded", "why"),
    "legend-placed": {"new", "moved"},
    "legend-settled": {"gone", "stays", "pool"},
    "moved": reported("Moved", "by"),
    "points-scored": reported("PointsScored", "why") | given_to("award", 3),
    "perished": given_to("_bury", 1),
    "pesos-changed": {*ENTRIES, "traded-away"},
    "reshuffled": reported("Reshuffled", "pile") | {"enemy", "reaction"},
    "rolled": {"modified", "plain"},
    "scored": {"free", "indebted"},
    "sudden-shock": {"tried", "succeeds", "fails"},
    "sickened": given_to("infect", 1),
    "turned": reported("Turned", "status"),
}
"""The sentences of an event that has several."""


def test_events_with_several_sentences_have_all_of_them() -> None:
    texts = cq.new_game("basic", seed=1).teller().texts
    several: dict[str, set[str]] = {}
    for key in texts:
        table, _, name = key.partition(".")
        kind, _, variant = name.partition(".")
        if table == "event" and variant:
            several.setdefault(kind, set()).add(variant)
    assert several.keys() == VARIANTS.keys()
    for kind, found in several.items():
        agree(found, VARIANTS[kind])


def test_everything_that_changes_a_roll_and_every_moment_of_a_card_has_a_name() -> None:
    rules = BasicGame(map="both")
    texts = rules.texts("en")
    in_code = given_to("Modifier", 0, "name")
    names = {modifier for roll in rules.rolls.values() for modifier in roll.modifiers if modifier in in_code}
    names |= {*rules.rolls, *rules.seats, *rules.men, *rules.cards, *rules.assets, *rules.empires, *rules.value}
    names |= {"open-mano-de-dios", "indians", "loss", "foot-flipped", "horse-flipped", "cannon-flipped"}
    names |= {f"when-{card.when}" for card in (*rules.cards.values(), *rules.assets.values())}
    names |= {f"deed-{kind}" for kind in (*given_to("Action", 0, "kind"), "combat", "movement", "sea-move")}
    names |= {"deal-sale", "deal-purchase", "deal-ransom"}
    assert sorted(name for name in names if f"name.{name}" not in texts) == []


def test_no_text_asks_for_a_fact_that_nobody_gives() -> None:
    """Prompts: facts of the position and of a question. Labels: subject and target. Events: their fields."""
    pairs = [node for node in NODES if isinstance(node, ast.Tuple) and len(node.elts) == 2]
    somewhere = {name for pair in pairs for name in strings_in(pair.elts[0])}
    known = somewhere | {"who", "dice", *facts(BasicGame().start())}
    assert {kind: blanks(text) - known for kind, text in catalogue("prompt").items() if blanks(text) - known} == {}
    assert all(blanks(text) <= {"subject", "target"} for text in catalogue("option").values())
    for kind, event in EVENTS.items():
        texts = catalogue("event")[kind]
        for text in texts.values() if isinstance(texts, dict) else [texts]:
            assert blanks(text) <= set(event.__annotations__), kind


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


# Whole games ---------------------------------------------------------------------------------------------------------


def bad(text: str) -> bool:
    return "[" in text or "None" in text


TOLD: Final[list[tuple[str, dict[str, Any]]]] = [
    *[("basic", {"seats": seats}) for seats in (2, 3, 4)],
    *[("standard", {"seats": seats}) for seats in (2, 4)],
    ("standard", {"seats": 5, "late": 3}),
    ("standard", {"seats": 3, "quick_start": True, "late": 1}),
]


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "setup"), TOLD)
@pytest.mark.parametrize("player", ["random", "fortune"])
def test_whole_games_are_told_without_a_missing_text(scenario: str, setup: dict[str, Any], player: str) -> None:
    for seed in range(size("TOLD_GAMES", thin=1, soak=4)):
        game = cq.new_game(scenario, map="both", seed=seed, **setup)
        random, fortune = Random(seed), Fortune(seed)
        teller = game.teller()
        for number in range(300):
            if game.pending is None:
                break
            said = [game.prompt, *map(teller.label, game.options), *map(teller.refusal, game.refused)]
            if number % 20 == 0:
                said += [str(game), *[teller.position(game.view(seat).position) for seat in (*game.rules.seats, None)]]
            assert [text for text in said if bad(text) or text != text.strip()] == []
            game.play(random.choice(game.options) if player == "random" else fortune(game))
        stories = [game.log, *[game.view(seat).lines for seat in (*game.rules.seats, None)]]
        for lines in stories:
            assert [line for line in teller.story(lines) if bad(line)] == []


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_a_game_is_told_in_another_language_with_the_names_of_the_pack_in_it(language: str) -> None:
    game = cq.new_game("basic", map="north", seed=3, language=language)
    random = Random(1)
    for _ in range(60):
        game.play(random.choice(game.options))
    assert not any(map(bad, [str(game), *game.teller().story(game.log)]))
    assert game.teller().texts.word("bearer", {}) in ("Porteur", "荷役")


def test_names_of_players_come_through_unchanged() -> None:
    game = cq.new_game("basic", players=NAMES, map="both", seed=5)
    fortune = Fortune(5)
    prompts = []
    for _ in range(600):
        if game.pending is None:
            break
        prompts.append(game.prompt)
        game.play(fortune(game))
    teller = game.teller()
    shown = [
        str(game),
        teller.position(game.view(None).position),
        "\n".join(teller.story(game.log)),
        "\n".join(prompts),
    ]
    for name in NAMES:
        assert all(name in text for text in shown)
        assert name in teller.label(option("deal", game.rules.seats[NAMES.index(name)]))


def test_words_that_are_put_together_are_not_looked_up_again() -> None:
    """A player may call himself as a thing or a seat is called: he keeps his name and gets nobody else's."""
    game = cq.new_game("basic", players=["blue", "24"], map="north", seed=1)
    lines = str(game).split("\n")
    assert any(line.startswith("blue: ") for line in lines)
    assert any(line.startswith("24: ") for line in lines)


def test_indian_units_have_names_and_numbers_stay_numbers() -> None:
    texts = BasicGame(map="both").texts("en")
    assert texts.word("24", {}) == "an Indian unit of 24"
    assert texts.word("24b", {}) == "an Indian unit of 12 (reverse of 24)"
    assert texts.word("24b@tlaxcala", {}) == "an Indian unit of 12 (reverse of 24) from Tlaxcala"
    assert texts.word("cortes/balboa", {}) == "Cortés to Balboa"
    for verb in ("amount", "roll"):
        assert texts.say(f"option.{verb}", {"subject": "24", "target": None}) == "24"
    assert texts.say("option.take", {"subject": "24", "target": None}) == "An Indian unit of 24"


def test_rolls_are_called_by_their_titles_or_their_cards() -> None:
    texts = BasicGame().texts("en")
    assert texts.word("plunder-gold", {}) == "Plunder gold"
    assert texts.word("discovery", {}) == "Discovery"
    assert texts.word("stormy-weather", {}) == "Stormy Weather"
    assert (
        texts.word((Modifier("rating", 2), Modifier("fever-coast", -1)), {}) == "rating +2, fever coast \N{MINUS SIGN}1"
    )


def test_the_clauses_of_the_game_come_with_it() -> None:
    assert len(cq.clauses("basic")) == 404


# The table -----------------------------------------------------------------------------------------------------------


def table() -> Game[Any]:
    game = cq.new_game("basic", players=["Ana", "Ben"], map="north", seed=1)
    fortune = Fortune(1)
    while not (game.position.turn == 2 and game.position.round == 1):
        game.play(fortune(game))
    return game


def test_the_table_shows_what_everybody_may_see_and_hides_the_rest() -> None:
    game = table()
    pos = game.position
    teller = game.teller()
    for seat, other in (("red", "blue"), ("blue", "red")):
        text = teller.position(game.view(seat).position)
        hidden = teller.texts.say("show.unseen", {"count": pos.hands[other].size})
        assert hidden in text
        hand = teller.texts.word(pos.hands[seat].titles[0], {})
        assert hand in text
    unseen = teller.position(game.view(None).position)
    for seat in ("red", "blue"):
        for title in pos.hands[seat].titles:
            assert f"{teller.texts.word(title, {})}," not in unseen


def test_the_table_shows_every_part_of_an_expedition() -> None:
    game = table()
    pos = game.position
    commander = pos.expeditions_of("red")[0]
    companion = next(man for man in pos.rules.men if man not in pos.captains)
    pos.captains[companion] = type(pos.captains[commander])("red", commander, wounded=True)
    allies, shown = Pile.of(["24b@tlaxcala", "10@tlaxcala", "10@tlaxcala"]), Pile.of(["interpreter"])
    assets = Pile.of(["bearer", "interpreter", "interpreter"])
    pos.edit(commander, gold=7, food=2, hits=3, allies=allies, shown=shown, assets=assets, kings=("mexica",))
    pos.edit_faction("red", warrant=True, luck=2)
    pos.edit_site("tlaxcala", marker="city", ally="red", out=True, garrison=Pile.of(["30"]))
    text = game.teller().position(pos)
    for part in (
        *(
            "7 gold",
            "2 food",
            "3 morale hits",
            "using Interpreter",
            "face down: Bearer, 2 Interpreter cards",
            "the Mexica king",
            "wounded",
        ),
        *("an Indian unit of 12 (reverse of 24) from Tlaxcala", "2 Indian units of 10 from Tlaxcala", "WANTED"),
        *("Tlaxcala: city, ally of Ana, plundered out, an Indian unit of 30", "Mano de Dios on the table: 2"),
        f"with {game.teller().texts.word(companion, {})}",
    ):
        assert part in text
    for language, parts in {
        "fr": ("2 unités indiennes de 10 (Tlaxcala)", "2 cartes « Interprète »"),
        "ja": ("トラスカラの戦闘値10のインディオ・ユニット2つ", "「通訳」2枚"),
    }.items():
        text = game.teller(language).position(pos)
        assert [part for part in parts if part not in text.replace("\N{NO-BREAK SPACE}", " ")] == []


def test_the_command_line_tells_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playthrough", "--scenario", "basic", "--seed", "4", "--until-turn", "2"]) == 0
    said = capsys.readouterr().out
    assert "--- Turn 1 --- (2.0)" in said
    assert "--- Turn 2 --- (2.0)" in said
    assert not any(bad(line) for line in said.split("\n"))


# The golden games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_told_as_it_was(name: str) -> None:
    """Where a rule was changed on purpose, `make refresh` tells it anew."""
    old = kept(name)
    new, won, _ = play_through(name, seed_of(old))
    assert won
    first = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    assert first is None, f"line {first + 1}: {new[first]!r} instead of {old[first]!r}"
    assert len(old) == len(new)
