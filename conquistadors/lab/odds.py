"""Odds as DataFrames and as figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Final

from conquistadors.engine.errors import SetupError
from conquistadors.engine.platform import has_pandas
from conquistadors.engine.texts import Texts, error_text, speaking, texts_of
from conquistadors.games import DEFAULT
from conquistadors.lab.showing import table
from conquistadors.odds import Distribution, LuckOfARoll, PositionOdds
from conquistadors.odds.dice import rolls_of
from conquistadors.typography import number

if TYPE_CHECKING:
    import pandas as pd

    from conquistadors.odds import BattleOdds


def _framed(rows: list[Any], columns: list[str]) -> pd.DataFrame:
    """A frame; `SetupError` says where none can be made."""
    if not has_pandas():
        raise SetupError(error_text("lab.no-pandas"))
    from conquistadors.lab.framing import pd

    return pd.DataFrame(rows, columns=columns)


def frame(odds: Distribution) -> pd.DataFrame:
    """A row for each result: in how many ways of how many it comes, its chance, and that of this row or one above."""
    rows = [(result, ways, of, float(chance), float(up_to)) for result, ways, of, chance, up_to in odds.rows()]
    return _framed(rows, ["result", "ways", "of", "chance", "cumulative"])


def catalogue(language: str | None = None, *, game: str = DEFAULT) -> Any:
    """Every die roll of a game, with its clause, its dice, and what else the game says of it."""
    with speaking(language) as language:
        known = rolls_of(game, language)
    rows = [
        {"roll": roll.name, "title": roll.title, "clause": roll.rule, "dice": roll.dice, **known.facts(roll.name)}
        for roll in known.known.values()
    ]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return table([[row.get(name) for name in columns] for row in rows], columns)


def figure(odds: Distribution | Mapping[str, Distribution], title: str = "", *, language: str | None = None) -> Any:
    """A bar for each result, numbers in their order; several distributions, by name, side by side."""
    from conquistadors.lab.figures import LabFigure
    from conquistadors.lab.plotting import go

    several = {"": odds} if isinstance(odds, Distribution) else dict(odds)
    texts = lab_texts(language)
    bars = [
        go.Bar(
            name=escape(name),
            x=[escape(each.words()[0](result)) for result in each],
            y=[float(chance) for chance in each.values()],
            text=[number(float(chance), texts.language, ".1%") for chance in each.values()],
            hovertext=[f"{escape(each.words()[0](result))}: {_ways(each, result, texts)}" for result in each],
            textposition="outside",
            textangle=0,
            cliponaxis=False,
        )
        for name, each in several.items()
    ]
    layout = _layout(escape(title), barmode="group", showlegend=len(several) > 1)
    layout.update(xaxis={"type": "category"}, yaxis={"tickformat": ".0%", "rangemode": "tozero"})
    results = list(dict.fromkeys(result for each in several.values() for result in each))
    numbers = sorted(result for result in results if isinstance(result, int))
    if len(numbers) == len(results) and numbers != results:
        layout.update(xaxis={"categoryorder": "array", "categoryarray": [str(number) for number in numbers]})
    return LabFigure(bars, layout)


def _ways(odds: Distribution, result: Any, texts: Texts) -> str:
    """In how many of how many cases, as long as that can be read."""
    if odds.of >= MOST_CASES:
        return number(float(odds[result]), texts.language, ".6%")
    return texts.say("lab.ways", {"ways": odds.ways(result), "of": odds.of})


def lab_texts(language: str | None) -> Texts:
    """What figures say, in a language or in the one that is spoken."""
    with speaking(language) as language:
        return texts_of(language, "common/interface/lab")


def _layout(title: str, **more: Any) -> Any:
    """What all figures have in common."""
    from conquistadors.lab.plotting import go

    legend = {"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0}
    margin = {"l": 60, "r": 20, "t": 80 if title else 50, "b": 50}
    return go.Layout(title=title, template="simple_white", colorway=COLOURS, legend=legend, margin=margin, **more)


COLOURS: Final = ("#2f5d62", "#b5542b", "#d9a441", "#5a3e6b", "#7a8450")
"""Sea, brick, gold, purple and maize: told apart in print, and by those who see few colours."""
MOST_CASES: Final = 1_000_000


def position_frame(odds: PositionOdds) -> pd.DataFrame:
    """A row for each thing that an option may change: by option and bound, what changes, how, and with what chance."""
    rows: list[tuple[Any, ...]] = []
    for option, bounds in odds.items():
        for reactions, weighed in bounds.items():
            if weighed.outcomes is None:
                rows.append((option, reactions, weighed.why, None, None))
                continue
            for what in weighed.things():
                parts = weighed.of(what).items()
                rows += [(option, reactions, what, how, float(chance)) for how, chance in parts if how is not None]
    return _framed(rows, ["option", "reactions", "what", "how", "chance"])


def battle_frame(odds: BattleOdds) -> pd.DataFrame:
    """A row for every result of a battle: what is told, the result, and its chance."""
    told = ("outcome", "lost", "enemies", "hits", "leader", "king", "index", "gold")
    rows = [(what, result, float(chance)) for what in told for result, chance in odds.of(what).items()]
    return _framed(rows, ["what", "result", "chance"])


def luck_frame(rolls: Iterable[LuckOfARoll]) -> pd.DataFrame:
    """A row for every roll of a game: what was expected of it and what came, in numbers and in victory points."""
    rows = [
        (
            each.answer,
            each.roll,
            each.who,
            each.total,
            str(each.result),
            float(each.chance),
            *[None if number is None else float(number) for number in (each.expected, each.actual)],
            *[None if number is None else float(number) for number in (each.points_expected, each.points_actual)],
            None if each.points is None else float(each.points),
        )
        for each in rolls
    ]
    columns = ["answer", "roll", "who", "total", "result", "chance", "expected", "actual"]
    return _framed(rows, [*columns, "points expected", "points", "luck"])


def luck_figure(
    rolls: Iterable[LuckOfARoll],
    names: Mapping[str, str] | None = None,
    *,
    language: str | None = None,
    game: str = DEFAULT,
) -> Any:
    """The luck of every player in victory points, added up in the course of a game."""
    from conquistadors.lab.figures import LabFigure
    from conquistadors.lab.plotting import go

    with speaking(language) as language:
        known = rolls_of(game, language)
    sums: dict[str, list[tuple[int, float, str]]] = {}
    for each in rolls:
        if each.points is not None:
            line = sums.setdefault(each.who, [(0, 0.0, "")])
            title = known.known[each.roll].title if each.roll in known.known else each.roll
            line.append((each.answer, line[-1][1] + float(each.points), f"{title}: {known.names(each.result)}"))
    lines = [
        go.Scatter(
            name=escape((names or {}).get(who, who)),
            x=[answer for answer, _, _ in points],
            y=[total for _, total, _ in points],
            hovertext=[text for _, _, text in points],
            line={"shape": "hv"},
        )
        for who, points in sums.items()
    ]
    say = lab_texts(language).say
    layout = _layout(
        "", xaxis={"title": say("lab.answer")}, yaxis={"title": say("lab.points-of-luck"), "zeroline": True}
    )
    return LabFigure(lines, layout)
