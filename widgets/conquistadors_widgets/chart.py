"""A distribution as a bar chart, with the same as a table under it and what was assumed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from textwrap import wrap
from threading import Thread
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.platform import THREADS
from conquistadors.engine.records import record
from conquistadors.engine.texts import Texts
from conquistadors.odds.distribution import Distribution, percent, short
from conquistadors.odds.naming import Names
from conquistadors.odds.questions import Headline
from conquistadors.typography import number as written
from conquistadors_widgets.style import styled
from conquistadors_widgets.words import words

Labels = Mapping[Any, str] | Callable[[Any], str]

UPRIGHT: Final = 14
"""Names of results up to this length stand under their bars; longer ones beside bars that lie."""
MOST_TEXTS: Final = 16
"""More bars than this have no numbers on them: the table has."""
TICK: Final = 26
FULL: Final = 8
COLOURS: Final = ("#9a5a24", "#3f7f93")
"""Until the style sheet has the last word: it knows whether the page is dark."""


@record
class Bars:
    """What is drawn: the results in their order, and for each distribution the chance of each."""

    results: tuple[Hashable, ...]
    names: tuple[str, ...]
    series: tuple[tuple[str, tuple[Fraction, ...]], ...]
    language: str | None = None
    """How numbers are written; None: as in the language that is spoken."""

    @property
    def upright(self) -> bool:
        return max((len(name) for name in self.names), default=0) <= UPRIGHT


def bars(
    several: Sequence[tuple[str, Distribution]], named: Callable[[Any], str], order: Sequence[Hashable] = ()
) -> Bars:
    """Distributions side by side: a result that only one of them has is one of the other with chance 0.

    Results stand in the given order, others after them: numbers by size, all else by name.
    """
    united = Distribution([pair for _, each in several for pair in each.items()])
    results = (*[each for each in order if united[each]], *[each for each in united if each not in order])
    series = tuple((title, tuple(each[result] for result in results)) for title, each in several)
    return Bars(results, tuple(named(result) for result in results), series, getattr(named, "language", None))


def headline_html(told: Headline, language: str | None = None) -> str:
    """An answer in a line: its chance in large type, and what else is good to know."""
    more = " · ".join(escape(each) for each in told.more)
    chance = f"<b>{escape(percent(told.chance, language))}</b> {escape(told.of)}"
    return f'<div class="cq-explorers-win">{chance}<small>{more}</small></div>'


def average(odds: Distribution) -> Fraction | None:
    """The mean, where all results are numbers and there is more than one."""
    numbers = all(isinstance(result, int | Fraction) and not isinstance(result, bool) for result in odds)
    return odds.mean() if numbers and len(odds) > 1 else None


def table_html(drawn: Bars, texts: Texts) -> str:
    """The table: a row for each result; the exact fraction is the tooltip of its chance."""
    alone = len(drawn.series) == 1
    say = texts.say
    heads = [say("explorers.result"), *([say("explorers.chance")] if alone else [title for title, _ in drawn.series])]
    heads += [say("explorers.up-to")] if alone else []
    rows = []
    sums = [Fraction(0)] * len(drawn.series)
    for place, name in enumerate(drawn.names):
        cells = []
        for number, (_, chances) in enumerate(drawn.series):
            sums[number] += chances[place]
            cells.append(_cell(chances[place], number, alone, drawn.language))
        cells += [f"<td>{escape(percent(sums[0], drawn.language))}</td>"] if alone else []
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>')
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    return f'<table class="cq-explorers-odds"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _cell(chance: Fraction, number: int, alone: bool, language: str | None) -> str:
    """The chance, over a bar of its length: so the table is a picture, too."""
    told = f' title="{escape(short(chance))}"' if short(chance) else ""
    kind = "" if alone else f" cq-explorers-{'ab'[number]}"
    bar = f'<i class="cq-explorers-mini{kind}" style="width:{float(chance) * 100:.2f}%"></i>'
    return f'<td{told}><span class="cq-explorers-chance">{escape(percent(chance, language))}</span>{bar}</td>'


def text_of(drawn: Bars, title: str = "", notes: Sequence[str] = ()) -> str:
    """The same as plain text."""
    wide = max((len(name) for name in drawn.names), default=0)
    lines = [title] if title else []
    if len(drawn.series) > 1:
        lines += [f"{'AB'[number]}: {name}" for number, (name, _) in enumerate(drawn.series)]
    for place, name in enumerate(drawn.names):
        chances = "".join(f"  {percent(chances[place], drawn.language):>7}" for _, chances in drawn.series)
        lines.append(f"{name:<{wide}}{chances}")
    return "\n".join([*lines, *[f"({note})" for note in notes]])


class DistributionView(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """A distribution, or two side by side: bars, table, assumptions. The figure is made once and changed in place.

    `texts` are those of the game, for the names of its results: `game.rules.texts(language)`.
    """

    def __init__(
        self,
        language: str = "en",
        texts: Texts | None = None,
        *,
        height: int = 260,
        rooted: bool = False,
        tabled: bool = True,
    ) -> None:
        """`rooted` is for a view that is shown by itself: it brings the style sheets along.

        `tabled` is false where the page has the table elsewhere.
        """
        self._language = language
        self._texts = texts
        self._height = height
        self._tabled = tabled
        self.figure: Any = None
        """The plotly figure, once there is something to show."""
        self._title = w.HTML()
        self._place = w.Box()
        self._place.add_class("cq-explorers-figure")
        self._table = w.HTML()
        self.text = ""
        """What is shown, as plain text."""
        super().__init__([*([styled()] if rooted else []), self._title, self._place, self._table])
        for name in (*(["cq"] if rooted else []), "cq-explorers-view"):
            self.add_class(name)
        self.clear()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = self.text
        return bundle

    def speak(self, language: str, texts: Texts | None = None) -> None:
        """Another language from the next distribution on."""
        self._language = language
        self._texts = texts

    def show(
        self, odds: Distribution, title: str = "", labels: Labels | None = None, order: Sequence[Hashable] = ()
    ) -> None:
        """Show a distribution; `labels` name its results where the texts cannot, `order` says which come first."""
        self._show([(title, odds)], title, labels, order)

    def compare(
        self,
        one: Distribution,
        other: Distribution,
        titles: Sequence[str],
        title: str = "",
        labels: Labels | None = None,
        order: Sequence[Hashable] = (),
    ) -> None:
        """Show two distributions side by side."""
        self._show(list(zip(titles, (one, other), strict=True)), title, labels, order)

    def clear(self) -> None:
        """Show nothing."""
        self.text = self._title.value = self._table.value = ""
        self.layout.display = "none"

    def _show(
        self,
        several: list[tuple[str, Distribution]],
        title: str,
        labels: Labels | None,
        order: Sequence[Hashable],
    ) -> None:
        spoken = words(self._language)
        drawn = bars(several, self._named(labels), order)
        notes = _notes([odds for _, odds in several], Names(self._language, self._texts), spoken)
        self.text = text_of(drawn, title, notes)
        self._title.value = f'<h4 class="cq-explorers-head">{escape(title)}</h4>' if title else ""
        said = "".join(f"<li>{escape(note)}</li>" for note in notes)
        table = table_html(drawn, spoken) if self._tabled else ""
        self._table.value = table + (f'<ul class="cq-explorers-notes">{said}</ul>' if said else "")
        self.layout.display = ""  # the table is on the page while the first figure is still being made
        self._draw(drawn)

    def _named(self, labels: Labels | None) -> Callable[[Any], str]:
        names = Names(self._language, self._texts)
        if labels is None:
            return names
        if callable(labels):
            return labels
        return lambda result: labels[result] if result in labels else names(result)

    def _draw(self, drawn: Bars) -> None:
        figure = self.figure = self.figure or _empty_figure(self._height)
        with figure.batch_update():
            for number, bar in enumerate(figure.data):
                title, chances = drawn.series[number] if number < len(drawn.series) else ("", ())
                _fill(bar, drawn, escape(title), chances)
            _set_axes(figure.layout, drawn, self._height)
        figure.send_whole()
        if not self._place.children:
            self._place.children = [figure]


def get_ready() -> None:
    """Load what figures need while people read: the first one would keep them waiting."""
    if THREADS:
        Thread(target=import_module, args=("conquistadors.lab.figures",), daemon=True).start()


def _notes(several: Sequence[Distribution], names: Names, spoken: Texts) -> list[str]:
    """The mean, and what was assumed; said once if it holds for both."""
    means = [average(odds) for odds in several]
    found = []
    if all(mean is not None for mean in means):
        shown = " / ".join(written(float(mean), names.language, ".2f") for mean in means if mean is not None)
        found.append(spoken.say("explorers.mean", {"mean": shown}))
    assumed = [names.assumption(each) for odds in several for each in odds.assumed]
    return [*found, *dict.fromkeys(assumed)]


# The figure ------------------------------------------------------------------------------------------------------


def _empty_figure(height: int) -> Any:
    """The figure with a trace for either series; it is sent when something is in it."""
    from conquistadors.lab.figures import WholeFigure

    layout = {
        "template": "none",
        "height": height,
        "autosize": True,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "bargap": 0.25,
        "hoverlabel": {"bgcolor": "#2e2a25", "font": {"color": "#fbf7ee"}, "bordercolor": "#2e2a25"},
        "legend": {"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
    }
    traces = [{"type": "bar", "marker": {"color": colour}} for colour in COLOURS]
    figure = WholeFigure(traces, layout)
    figure._config = {"displayModeBar": False, "responsive": True}
    return figure


def _fill(bar: Any, drawn: Bars, title: str, chances: Sequence[Fraction]) -> None:
    """One series into its trace; an empty one makes the trace vanish."""
    places, lengths = list(range(len(chances))), [float(chance) for chance in chances]
    bar.visible = bool(chances)
    bar.name = title
    bar.orientation = "v" if drawn.upright else "h"
    bar.x, bar.y = (places, lengths) if drawn.upright else (lengths, places)
    few = len(places) * len(drawn.series) <= MOST_TEXTS
    bar.text = [percent(chance, drawn.language) if few and chance else "" for chance in chances]
    bar.textposition = "outside"
    bar.cliponaxis = False
    said = [f"{escape(name)}: {percent(c, drawn.language)}" for name, c in zip(drawn.names, chances, strict=False)]
    exact = [f" ({short(chance)})" if short(chance) else "" for chance in chances]
    bar.hovertext = [one + other for one, other in zip(said, exact, strict=True)]
    bar.hoverinfo = "text"


def _set_axes(layout: Any, drawn: Bars, height: int) -> None:
    places = list(range(len(drawn.names)))
    ticks = ["<br>".join(wrap(escape(name), TICK)) or " " for name in drawn.names]
    most = max((float(chance) for _, chances in drawn.series for chance in chances), default=1.0)
    names = {
        "tickmode": "array",
        "tickvals": places,
        "ticktext": ticks,
        "showgrid": False,
        "zeroline": False,
        "range": [-0.6, len(places) - 0.4],
        "fixedrange": True,
        "automargin": True,
        "tickangle": 0 if len(places) <= MOST_TEXTS else None,
    }
    scale = {
        "tickmode": "auto",
        "nticks": 6,
        "tickformat": ".0%",
        "showgrid": True,
        "zeroline": True,
        "range": [0, most * 1.15],
        "fixedrange": True,
        "automargin": True,
        "tickangle": 0,
    }
    upright = drawn.upright
    if not upright:
        names["range"] = names["range"][::-1]  # type: ignore[index]  # a list: the first result on top
    layout.xaxis, layout.yaxis = (names, scale) if upright else (scale, names)
    layout.showlegend = len(drawn.series) > 1
    layout.bargap = max(0.25, 1 - len(places) / FULL)  # few bars need not be fat
    lines = sum(tick.count("<br>") + 1 for tick in ticks)
    layout.height = height if upright else max(height, 70 + 20 * max(lines, len(places) * len(drawn.series)))
    layout.margin = {"l": 46, "r": 46, "t": 34 if layout.showlegend else 18, "b": 34}
