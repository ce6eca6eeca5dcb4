"""The panels as HTML: at every stage of games, with hidden hands and strange names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine import CardPlayed, Modifier, Pile, Texts
from conquistadors.engine.events import Event, Rolled, Step
from conquistadors.engine.requests import TABLE, Choice
from conquistadors.engine.rules import procedures
from conquistadors.engine.texts import LANGUAGES
from conquistadors.engine.views import Line
from conquistadors.games import rules_for, scenarios, scene_of
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.builder import begin, build, expedition
from conquistadors.games.conquest.rules.events import BattleResult, ImpulseBegan, RoundBegan
from conquistadors.games.conquest.rules.position import Action, ConquestPosition
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.scene.tracks import end_chance
from conquistadors.scene.panels import Amount, Force, Forces, Note, Part, StripCell, Tag
from conquistadors.scene.words import phrase, signed
from conquistadors.teach.books import CLAUSES_ALONE, Clauses
from conquistadors_widgets import panels
from conquistadors_widgets.faces import Face
from conquistadors_widgets.panels.marks import glyph, initials, paraphrases
from conquistadors_widgets.panels.tracer import step_title, title
from conquistadors_widgets.table_model import TableModel
from conquistadors_widgets.words import words

STRANGE = "<img src=x onerror=alert(1)>"
VOID = {"br", "img", "path", "rect", "circle", "line"}
GAMES = ("basic", "standard", "solitaire")
LOOKS = ("foot", "horse", "cannon", "food", "gold", "king", "allies")
NONE = Clauses({}, CLAUSES_ALONE)


class WellFormed(HTMLParser):
    """Every tag is closed by its own, and no tag or attribute comes from a person."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("img", "script"), attrs
        assert not any(name.startswith("on") for name, _ in attrs), attrs
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID, tag

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def text_of(html: str) -> str:
    """What a reader of the HTML reads; an `AssertionError` if it is not well formed."""
    parser = WellFormed()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return re.sub(r"\s+", " ", "".join(parser.text))


def tab(
    key: str, pos: ConquestPosition, names: Mapping[str, str], language: str = "en", *, seat: str | None = None
) -> str:
    """A tab of the table as HTML, for a seat or a bystander."""
    scene = scene_of(pos.rules)(pos, seat)
    texts = pos.rules.texts(language)
    return panels.parts_html(scene.tab(key), texts, names, language, tab=key, pictures=scene.pictures)


def strip(pos: ConquestPosition, names: Mapping[str, str], language: str = "en") -> str:
    return panels.strip_html(scene_of(pos.rules)(pos).strip, pos.rules.texts(language), names, language)


def all_panels(game: cq.Game[Any], seat: str | None, language: str) -> dict[str, str]:
    view, names = game.view(seat), game.names
    texts, clauses = game.rules.texts(language), paraphrases(game.rules.scenario, language)
    return {
        **{key: tab(key, view.position, names, language, seat=seat) for key in ("expeditions", "hand", "tracks")},
        "strip": strip(view.position, names, language),
        "dice": panels.dice(view.lines, game.rules.rolls, texts, names, language, since=len(game.answers) - 3),
        "story": panels.story(view.lines, game.teller(language), language, clauses, 30, reasons={7: STRANGE}),
        "tracer": panels.tracer(game, language),
    }


def stages(scenario: str, seed: int, answers: int) -> Iterator[cq.Game[Any]]:
    """A game with a strange player, after every answer: the captain plays the first half, chance the second."""
    seats = len(rules_for(scenario, {}).seats)
    game = cq.new_game(scenario, players=[STRANGE, *["Ana", "Ben", "Cé"][: seats - 1]], seed=seed)
    captain, anybody = CaptainBot(seed), RandomBot(seed)
    for number in range(answers):
        if not isinstance(game.pending, Choice):
            break
        bot = captain if number < answers / 2 else anybody
        game.play(bot.answer(game.view(game.pending.who)))
        yield game


@pytest.mark.parametrize("scenario", GAMES)
def test_all_panels_at_every_stage_of_a_game(scenario: str) -> None:
    for number, game in enumerate(stages(scenario, 1, 420)):
        if number % 10:
            continue
        language = tuple(LANGUAGES)[number % 3]
        seat = (*game.rules.seats, None)[number % (len(game.rules.seats) + 1)]
        for name, html in all_panels(game, seat, language).items():
            text = text_of(html)
            assert not re.search(r"\[(panels|name|event|show)\.|None", text), (name, text)


@pytest.mark.parametrize("scenario", GAMES)
def test_nothing_hidden_is_shown(scenario: str) -> None:
    """What differs only in what a seat cannot know looks the same to it."""
    game = list(stages(scenario, 3, 200))[-1]
    seat = game.rules.seats[0]
    truth, twin = game.position, game.rules.redealt(game.position, seat, Random(1))
    assert isinstance(twin, ConquestPosition)
    for pos in (truth, twin):
        assert game.rules.view(pos, seat).hands[seat] == truth.hands[seat]
    shown = [
        (
            *[tab(key, game.rules.view(pos, seat), game.names, seat=seat) for key in ("expeditions", "hand", "tracks")],
            strip(game.rules.view(pos, seat), game.names),
        )
        for pos in (truth, twin)
    ]
    assert shown[0] == shown[1]


@pytest.fixture(scope="module")
def game() -> cq.Game[Any]:
    return list(stages("standard", 5, 400))[-1]


# Expeditions -----------------------------------------------------------------------------------------------------


def expedition_of(game: cq.Game[Any], **changes: object) -> tuple[ConquestPosition, str]:
    pos: ConquestPosition = game.view("red").position
    commander = pos.expeditions_of("red")[0]
    pos.edit(commander, **changes)
    return pos, commander


def test_own_expeditions_come_first_and_in_full(game: cq.Game[Any]) -> None:
    pos, commander = expedition_of(
        game,
        food=1,
        gold=23,
        hits=3,
        kings=("mexica",),
        shown=Pile.of(["bearer", "bearer"]),
        allies=Pile.of(["24@tlaxcala"] * 2),
    )
    html = tab("expeditions", pos, game.names, seat="red")
    own, _, others = html.partition("Other players&#x27; expeditions")
    text = text_of(tab("expeditions", pos, game.names, seat="red"))
    assert f'data-force="{commander}"' in own
    assert "23 gold" in text
    assert "3 of 4 morale hits" in text
    assert own.count('class="cq-panels-full"') >= 3
    assert "Bearer ×2" in unescape(own)
    assert "Mexica" in own
    assert "24 ×2 Tlaxcala" in text
    assert "Com" in own
    assert "Com" not in others
    assert escape(game.names["blue"]) in others


def test_a_bystander_sees_all_expeditions_alike(game: cq.Game[Any]) -> None:
    html = tab("expeditions", game.position, game.names, seat=None)
    assert "All expeditions" in html
    assert "Your expeditions" not in html
    assert "Other players&#x27; expeditions" not in html


def test_the_expedition_at_work_is_marked(game: cq.Game[Any]) -> None:
    pos, commander = expedition_of(game)
    pos.active = "red"
    pos.action = pos.march = pos.battle = None
    pos.impulse = type(pos.impulse)(1, 1, (commander,))
    assert "activated" in tab("expeditions", pos, game.names, seat="red")
    pos.action = Action("rally", commander, pos.expeditions[commander].space)
    assert "acting" in tab("expeditions", pos, game.names, seat="red")


def test_face_down_assets_of_others_are_counted_only(game: cq.Game[Any]) -> None:
    pos, _ = expedition_of(game, assets=Pile.of(["doctor", "interpreter"]))
    assert "Doctor" in tab("expeditions", pos, game.names, seat="red")
    seen = tab("expeditions", game.rules.view(pos, "blue"), game.names, seat="blue")
    assert "Doctor" not in seen
    assert "2 unseen" in seen


def test_the_table_before_the_first_expedition() -> None:
    fresh = cq.new_game("basic", seed=1)
    assert isinstance(fresh.rules, ConquestRules)
    pos = fresh.rules.table(())
    assert "There is no expedition" in tab("expeditions", pos, fresh.names, seat="red")


# Cards -----------------------------------------------------------------------------------------------------------


def test_the_hand_shows_cards_in_our_words_and_others_from_behind(game: cq.Game[Any]) -> None:
    pos: ConquestPosition = game.view("red").position
    pos.hands["red"] = Pile.of(["assassination", "desertion", "desertion", "cortes"])
    pos.edit_faction("red", luck=2)
    html = tab("hand", pos, game.names, seat="red")
    text = text_of(html)
    assert "Hand: 4" in text
    assert "Name one conquistador of another player" in text
    assert "in your own impulse" in text
    assert "Desertion×2" in text
    assert "Combat +" in text
    assert "Mano de Dios (asset)×2" in text
    kinds = re.findall(r"cq-panels-kind-(\w+)", html)
    assert kinds == ["action", "combat", "conquistador", "asset"]
    assert f"{pos.hands['blue'].size} cards" in text


def test_solitaire_has_its_own_texts_and_cards_face_up() -> None:
    lone = cq.new_game("solitaire", seed=1)
    pos: ConquestPosition = lone.view("red").position
    pos.piles["face-up"] = Pile.of(["horse-pits"])
    pos.hands["red"] = Pile.of(["arrest-warrant"])
    text = text_of(tab("hand", pos, lone.names, seat="red"))
    assert "Face up beside the map: 1" in text
    assert "Only if your index is negative" in text


def test_a_bystander_sees_backs_only(game: cq.Game[Any]) -> None:
    html = tab("hand", game.view(None).position, game.names, seat=None)
    assert "<article" not in html
    assert html.count("<tr>") == len(game.rules.seats)


# Tracks ----------------------------------------------------------------------------------------------------------


def test_2_42_the_chance_that_the_turn_ends_is_that_of_the_odds(game: cq.Game[Any]) -> None:
    pos: ConquestPosition = game.view("red").position
    assert end_chance(pos, 1) == 0
    assert end_chance(pos, pos.rules.rounds_most) == 1
    for number in range(1, pos.rules.rounds_most + 1):
        pos.round = number
        text = text_of(tab("tracks", pos, game.names))
        chance = end_chance(pos, number)
        assert (f"the turn ends after it: {chance:.0%}" if chance else "no end-of-turn roll") in text


def test_tracks_show_favour_points_money_and_warrants(game: cq.Game[Any]) -> None:
    pos: ConquestPosition = game.view("red").position
    pos.edit_faction("blue", index=-3, pesos=17, debt=4, warrant=True, converted=9, awards=0)
    pos.sites.clear()  # nobody holds a city
    html = tab("tracks", pos, game.names)
    (row,) = re.findall(r"Ana</span></th>(.*?)</tr>", html)
    assert [text_of(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] == [
        "9", "0", signed(-6), signed(-8), signed(-5), "", "17", "4", "Arrest Warrant",
    ]  # fmt: skip
    assert "Needed: 200" in text_of(html)


def test_solitaire_shows_turns_and_verdicts() -> None:
    lone = list(stages("solitaire", 2, 60))[-1]
    pos: ConquestPosition = lone.view("red").position
    pos.edit_faction("red", converted=120, index=0, debt=0)
    html = tab("tracks", pos, lone.names)
    assert f"of {pos.rules.n.solitaire_turns}" in text_of(html)
    (reached,) = re.findall(r'<tr class="cq-panels-now"[^>]*><th scope="row">(\d+)', html)
    assert reached == "100"


# Dice ------------------------------------------------------------------------------------------------------------


def log(*events: Event) -> list[Line]:
    return [Line(number, number, event) for number, event in enumerate(events)]


def rolled(natural: int, *modifiers: Modifier, roll: str = "discovery") -> Rolled:
    total = natural + sum(m.value for m in modifiers)
    return Rolled(who="red", roll=roll, natural=natural, modifiers=modifiers, total=total, rule="4.11")


def test_a_roll_line_by_line(game: cq.Game[Any]) -> None:
    texts = game.rules.texts("en")
    mano = CardPlayed(who="red", card="mano-de-dios", use="modify", rule="1.53")
    again = CardPlayed(who="red", card="mano-de-dios", use="reroll", rule="1.53")
    first, second = rolled(2, Modifier("fever-coast", -1)), rolled(5, Modifier("fever-coast", -1))
    lines = log(mano, first, Step(procedure="x", step="y", rule=""), again, second)
    (thrown,) = panels.rolls_in(lines)
    assert thrown.throws == (
        panels.Throw("red", "discovery", 5, (Modifier("fever-coast", -1),), 4, 2, ("modify", "reroll")),
    )
    text = text_of(panels.dice(lines, game.rules.rolls, texts, game.names, "en"))
    assert f"the die25fever coast{signed(-1)}total4" in text
    assert "re-rolled" in text
    assert STRANGE in text


def test_rolls_of_a_battle_stand_together_and_others_apart() -> None:
    both = rolled(7, roll="combat-spanish"), rolled(9, roll="combat-indian")
    result = BattleResult(side="indians", losses=1, morale=False, rule="6.31")
    lines = log(*both, result, rolled(8, roll="end-of-turn"), RoundBegan(turn=1, round=4, rule="2.0(5)"), rolled(1))
    battle, end, discovery = panels.rolls_in(lines)
    assert [throw.roll for throw in battle.throws] == ["combat-spanish", "combat-indian"]
    assert battle.outcome == (result,)
    assert end.outcome == discovery.outcome == ()


def test_only_new_rolls_are_shown_or_the_last_as_an_earlier_one(game: cq.Game[Any]) -> None:
    texts = game.rules.texts("en")
    lines = log(rolled(1), Step(procedure="x", step="y", rule=""), rolled(3, roll="plunder-gold"))
    assert "Discovery" in panels.dice(lines, game.rules.rolls, texts, game.names, "en")
    since = panels.dice(lines, game.rules.rolls, texts, game.names, "en", since=2)
    assert "The last roll" not in since
    assert "The last roll, from earlier" in panels.dice(lines, game.rules.rolls, texts, game.names, "en", since=9)
    assert "No dice" in panels.dice([], game.rules.rolls, texts, game.names, "en")


# Story -----------------------------------------------------------------------------------------------------------


def test_the_story_is_newest_first_with_lines_headings_and_rules(game: cq.Game[Any]) -> None:
    lines = game.view("red").lines
    clauses = paraphrases("standard", "en")
    html = panels.story(lines, game.teller("en"), "en", clauses)
    numbers = [int(n) for n in re.findall(r'<li value="(\d+)" data-line="\1"', html)]
    told = [line for line in lines if not isinstance(line.event, Step)]
    assert numbers == sorted(numbers, reverse=True)
    assert len(re.findall("data-line", html)) in (201, 202)  # and the headings under which the first of them stands
    assert numbers[0] == max(
        line.number for line in told if line.event.kind not in ("turn-began", "round-began", "impulse-began")
    )
    assert "<h5" in html
    assert "</summary>" in html
    assert html.count("<details") == html.count("</details>")


def test_an_impulse_stands_under_the_round_to_which_it_belongs(game: cq.Game[Any]) -> None:
    began, impulse = RoundBegan(turn=2, round=3, rule="2.0(5)"), ImpulseBegan(who="red", rule="2.0(5)")
    lines = log(began, rolled(1), impulse, rolled(2), impulse, rolled(3), RoundBegan(turn=2, round=4, rule="2.0(5)"))
    for most, numbers in ((9, [6, 0, 4, 5, 2, 3, 1]), (2, [6, 0, 4, 5])):
        html = panels.story(lines, game.teller("en"), "en", NONE, most)
        assert [int(n) for n in re.findall(r'data-line="(\d+)"', html)] == numbers
    assert html.index("round 3") < html.index("<h5")


def test_citations_open_the_clause_that_they_belong_to() -> None:
    clauses = paraphrases("standard", "en")
    for citation, clause in (("6.34", "6.34"), ("6.22(2)", "6.22"), ("G-6.34b", "6.34"), ("2.0(5)", "2.0")):
        assert clauses.meant(citation) == clause
        assert panels.rule_text(citation, "standard", "en") == clauses[clause]
        assert f"<summary>{citation}</summary>" in panels.rule_mark(citation, clauses)
    for unknown in ("G-time", "99.9", "J3"):
        assert panels.rule_text(unknown, "standard", "en") is None
        assert "<details" not in panels.rule_mark(unknown, clauses)
    assert panels.with_rule("March <on>? (6.22(2))", clauses).startswith("March &lt;on&gt;? <details")
    assert panels.with_rule("Nothing (at all)", clauses) == "Nothing (at all)"


def test_reasons_of_bots_stand_with_the_line_that_followed(game: cq.Game[Any]) -> None:
    lines = game.view(None).lines
    steps = [n for n, line in enumerate(lines) if isinstance(line.event, Step) and n > len(lines) - 60]
    reasons = {lines[steps[0]].number: STRANGE, lines[-1].number + 5: "last words", 0: "too old"}
    html = panels.story(lines, game.teller("en"), "en", NONE, 60, reasons=reasons)
    assert f'<em class="cq-panels-why">{escape(STRANGE)}</em>' in html
    assert "last words" in html
    assert "too old" not in html
    assert "Nothing has happened" in panels.story([], game.teller("en"), "en", NONE)


# Tracer ----------------------------------------------------------------------------------------------------------


def test_the_tracer_marks_the_step_of_every_procedure_at_work() -> None:
    for game in stages("standard", 4, 120):
        html = panels.tracer(game, "en")
        reached = [work for work in game.at_work if work.step is not None]
        assert html.count('aria-current="step"') == len(reached)
        assert html.count("<strong>") == len(game.at_work)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_procedure_and_step_has_a_title(language: str) -> None:
    checked = 0
    for kit, scenario in scenarios().values():
        texts = rules_for(scenario.id, {}).texts(language)
        folder = f"/conquistadors/games/{kit.id}/"
        ours = [card for code, card in procedures().items() if folder in getattr(code, "co_filename", "")]
        assert ours
        checked += len(ours)
        for card in ours:
            assert f"panels.procedure.{card.name.strip('_')}" in texts, card
            for step in card.steps:
                assert f"panels.step.{step}" in texts, (card.name, step)
    assert checked > 100


def test_the_words_of_a_game_come_before_those_of_all() -> None:
    race, conquest = rules_for("example", {}), rules_for("basic", {})
    deal = next(card for card in procedures().values() if card.name == "deal")
    assert title(deal, race.texts("en")) == "Cards are dealt"
    assert title(deal, conquest.texts("en")) == "A card or a deal between players"
    bare = Texts("en", {})  # a game without words for it
    assert step_title("roll", bare) == "roll the dice"
    assert title(deal, bare) == "deal"


def test_no_word_of_a_game_is_among_those_of_all() -> None:
    """What the scenes and procedures of one game alone say stands in its own folder."""
    shared = {key for key in words("en") if key.startswith("panels.")}
    for key in ("own-expeditions", "kind.action", "rating.rally", "favour", "procedure.plunder", "step.course"):
        assert f"panels.{key}" not in shared
    for key in ("hand", "points", "total", "step.roll"):
        assert f"panels.{key}" in shared


def test_a_finished_game_has_no_rule_at_work() -> None:
    game = cq.new_game("example", seed=1)
    bots = {seat: RandomBot(1) for seat in (*game.rules.seats, TABLE)}
    while isinstance(game.pending, Choice):
        game.play(bots[game.pending.who].answer(game.view(game.pending.who)))
    assert "The game is over" in panels.tracer(game, "en")


def test_initials() -> None:
    assert [initials(name) for name in ("F. Pizarro", "de León", "コルテス", "F. ピサロ", "ana", "")] == [
        "FP", "L", "コ", "Fピ", "a", "",
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", ["standard", "solitaire"])
def test_men_who_can_be_chosen_are_shown_with_their_ratings(scenario: str, language: str) -> None:
    setup: dict[str, Any] = {"seats": 2} if scenario == "standard" else {"map": "south"}
    game = cq.new_game(scenario, seed=1, language=language, **setup)
    rest = [seat for seat in game.rules.seats if seat != "red"]
    model = TableModel(game, dict.fromkeys(rest, RandomBot(1)))
    offered = [option.subject for option in game.options]
    html = Face(model, lambda *_: None, lambda _: None).panels["expeditions"](model)
    assert re.findall('data-offered="([^"]+)"', html) == offered
    assert html.count("cq-panels-ratings") == len(offered)
    model.press(game.options[0].id)
    chosen = Face(model, lambda *_: None, lambda _: None).panels["expeditions"](model)
    assert f'data-offered="{offered[0]}"' not in chosen


def test_nobody_is_offered_behind_a_curtain_or_in_another_question() -> None:
    game = cq.new_game("standard", seed=1, seats=2)
    two = TableModel(game, {})
    assert two.curtain
    assert "data-offered" not in Face(two, lambda *_: None, lambda _: None).panels["expeditions"](two)
    force = expedition("red", "tlaxcala", "3 foot")
    one = TableModel(begin(build(expeditions={"cortes": force}), seed=1), {"blue": RandomBot(1)})
    assert "data-offered" not in Face(one, lambda *_: None, lambda _: None).panels["expeditions"](one)


# Parts of any game -------------------------------------------------------------------------------------------------


def drawn(*parts: Part, pictures: str = "") -> str:
    texts = Texts("en", {"name.cog": "a <cog>", "panels.waits": "waits & sees"})
    return panels.parts_html(parts, texts, {"red": STRANGE}, "en", tab="fleet", pictures=pictures)


def test_parts_know_no_game_and_escape_every_word() -> None:
    ship = Force("<1>", "cog", "red", "red", "waits", units=(), rows=(), warning="<!>", short=True)
    html = drawn(Forces("cog", (ship,), "other"), Note("<nothing>", "none"))
    assert html.startswith('<div class="cq-panels cq-panels-fleet"><section class="cq-panels-side cq-panels-other">')
    assert text_of(html).count(STRANGE) == 2  # who owns it, and where it is
    assert "waits & sees" in text_of(html)
    assert "nothing" in text_of(html)
    assert 'data-force="&lt;1&gt;"' in html


def test_a_look_without_a_drawing_is_shown_without_one() -> None:
    force = Force("cog", "cog", units=(Amount("cog", 3, "foot"), Amount("cog", 4, "kraken")))
    assert drawn(Forces("cog", (force,)), pictures="conquest/face").count("<svg") == 1
    assert drawn(Forces("cog", (force,)), pictures="landfall/face").count("<svg") == 0
    assert drawn(Forces("cog", (force,))).count("<svg") == 0
    assert "<b>4</b>" in drawn(Forces("cog", (force,)))
    assert [style for look in LOOKS for style in re.findall("cq-panels-(fill|line)", glyph(look, "conquest/face"))] == [
        "fill", "fill", "fill", "line", "line", "fill", "line",
    ]  # fmt: skip


def test_the_table_shows_the_drawings_of_its_game() -> None:
    force = expedition("red", "tlaxcala", "3 foot, 1 horse")
    model = TableModel(begin(build(expeditions={"cortes": force}), seed=1), {"blue": RandomBot(1)})
    html = Face(model, lambda *_: None, lambda _: None).panels["expeditions"](model)
    assert 'class="cq-panels cq-panels-expeditions"' in html
    assert html.count("<svg") == 4  # foot, horse, food, gold


def test_a_line_without_points_and_points_without_more() -> None:
    texts = Texts("en", {"panels.late": "late"})
    cells = [StripCell(phrase("panels.late"), strong=True), StripCell(owner="red", points=3, tags=(Tag("<b>"),))]
    html = panels.strip_html(cells, texts, {"red": "Ana"}, "en")
    assert "<b>late</b>" in html
    assert text_of(html) == "lateAna 3 points <b>"
