"""Frames of games as tables and figures: verdicts, length, ways to victory, and how it came to that."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import Texts, error_text, speaking
from conquistadors.games import DEFAULT, kit, play_of, rules_for
from conquistadors.lab.bands import band_of
from conquistadors.lab.frames import interval, row_a_game, seats_of, split, sure
from conquistadors.lab.framing import pd
from conquistadors.lab.odds import COLOURS, lab_texts


def bands(
    frame: pd.DataFrame, *, by: str | None = None, confidence: float = 0.95, language: str | None = None
) -> pd.DataFrame:
    """How many games of a lone player end with which verdict, with the Wilson interval of their part."""
    with speaking(language) as language:
        return _bands(frame, by, confidence, language)


def _bands(frame: pd.DataFrame, by: str | None, confidence: float, language: str) -> pd.DataFrame:
    sure(confidence)
    seats, each = seats_of(frame), row_a_game(frame)
    scenario = frame.attrs.get("scenario", frame["scenario"].iloc[0] if len(frame) else kit(DEFAULT).alone)
    rules = rules_for(str(scenario), frame.attrs.get("options", {}))
    verdicts = play_of(rules).bands(rules, language)
    if len(seats) != 1 or not verdicts:
        raise SetupError(error_text("lab.verdicts"))
    rows = []
    for name, part in split(each, by).items():
        starts = [band_of(int(points), verdicts) for points in part[f"points.{seats[0]}"]]
        for start, text in verdicts:
            games = starts.count(start)
            low, high = interval(games, len(starts), confidence)
            rows.append((name, start, text, games, games / max(1, len(starts)), low, high))
    table = pd.DataFrame(rows, columns=[by or "", "from", "verdict", "games", "part", "low", "high"])
    return table if by is not None else table.drop(columns="")


def bands_figure(frame: pd.DataFrame, *, by: str | None = None, language: str | None = None) -> Any:
    """The score bands of a lone player: a bar for each verdict, with its interval."""
    from conquistadors.lab.figures import LabFigure
    from conquistadors.lab.plotting import go

    table = bands(frame, by=by, language=language)
    bars = [
        go.Bar(
            name=escape(name),
            x=[f"{start}+" for start in part["from"]],
            y=list(part["part"]),
            hovertext=list(part["verdict"]),
            error_y={
                "type": "data",
                "symmetric": False,
                "array": list(part["high"] - part["part"]),
                "arrayminus": list(part["part"] - part["low"]),
            },
        )
        for name, part in split(table, by).items()
    ]
    say = lab_texts(language).say
    return LabFigure(bars, _layout(say("lab.points"), say("lab.part"), bars, percent=True))


def length_figure(frame: pd.DataFrame, *, by: str | None = None, language: str | None = None) -> Any:
    """How long games last: a bar for each number of turns."""
    from conquistadors.lab.figures import LabFigure
    from conquistadors.lab.plotting import go

    say = lab_texts(language).say
    with speaking(language):
        parts = split(row_a_game(frame), by)
    bars = []
    for name, part in parts.items():
        counted = part["turns"].value_counts(normalize=True).sort_index()
        bars.append(go.Bar(name=escape(name), x=[int(turn) for turn in counted.index], y=[float(n) for n in counted]))
    return LabFigure(bars, _layout(say("lab.turns"), say("lab.part"), bars, percent=True))


def time_figure(
    frame: pd.DataFrame, *, what: str = "points", by: str | None = None, language: str | None = None
) -> Any:
    """Points over time: the median of every seat turn by turn, and the middle 80 % of the games around it.

    `what` may also be "worth" (points with the gold that can still become points) or a part of the points.
    """
    with speaking(language):
        return _time_figure(frame, what, by)


def _time_figure(frame: pd.DataFrame, what: str, by: str | None) -> Any:
    from conquistadors.lab.figures import LabFigure
    from conquistadors.lab.plotting import go

    if "turn" not in frame:
        raise SetupError(error_text("lab.per-turn"))
    lines: list[Any] = []
    for name, part in split(frame, by).items():
        for column in _counted(frame, what):
            title = escape(" ".join(filter(None, (name, column.partition(".")[2]))))
            colour = COLOURS[len(lines) // 2 % len(COLOURS)]
            by_turn = part.groupby("turn")[column]
            low, median, high = (list(by_turn.quantile(share)) for share in (0.1, 0.5, 0.9))
            turns = sorted(set(part["turn"]))
            line = {"name": title, "legendgroup": title, "line": {"color": colour}}
            around = {"legendgroup": title, "showlegend": False, "hoverinfo": "skip", "opacity": 0.15}
            lines.append(go.Scatter(x=turns, y=median, mode="lines+markers", **line))
            lines.append(
                go.Scatter(
                    x=turns + turns[::-1], y=high + low[::-1], mode="none", fill="toself", fillcolor=colour, **around
                )
            )
    texts = lab_texts(None)
    return LabFigure(lines, _layout(texts.say("lab.turn"), _titled(what, texts), lines))


def _titled(what: str, texts: Texts) -> str:
    """What is counted, in words; columns of your own are called as they are."""
    return texts.say(f"lab.{what}") if f"lab.{what}" in texts else what


def ways_figure(frame: pd.DataFrame, *, by: str | None = None, language: str | None = None) -> Any:
    """Ways to victory: what the points of the winners were made of, on average; of all seats where nobody wins."""
    with speaking(language):
        return _ways_figure(frame, by)


def _ways_figure(frame: pd.DataFrame, by: str | None) -> Any:
    from conquistadors.lab.figures import LabFigure
    from conquistadors.lab.plotting import go

    seats = seats_of(frame)
    whole = _counted(frame, "points")[0]
    seat = whole.partition(".")[2]
    known = [str(name).partition(".")[0] for name in frame.columns if str(name).endswith(f".{seat}")]
    ways = [way for way in known if way not in ("bot", "points", "worth")]
    if not ways:
        raise SetupError(error_text("lab.no-ways", scenario=frame["scenario"].iloc[0]))
    groups: dict[str, dict[str, float]] = {}
    for name, part in split(row_a_game(frame), by).items():
        won = {seat: part[part["winner"].str.split().map(lambda names, seat=seat: seat in names)] for seat in seats}
        counted = won if any(len(games) for games in won.values()) else dict.fromkeys(seats, part)
        of = sum(len(games) for games in counted.values())
        groups[name] = {
            way: float(sum(games[f"{way}.{seat}"].sum() for seat, games in counted.items())) / max(1, of)
            for way in ways
        }
    texts = lab_texts(None)
    bars = [
        go.Bar(
            name=_titled(way, texts), x=[escape(name) for name in groups], y=[parts[way] for parts in groups.values()]
        )
        for way in ways
    ]
    return LabFigure(bars, _layout(by or "", texts.say("lab.points"), bars, stacked=True))


def _counted(frame: pd.DataFrame, what: str) -> list[str]:
    """The columns of all seats that count something."""
    found = [str(name) for name in frame.columns if str(name).startswith(f"{what}.")]
    if not found or what == "bot":
        counted = {str(name).partition(".")[0] for name in frame.columns if "." in str(name)} - {"bot", "option"}
        raise SetupError(error_text("lab.not-counted", wanted=short_repr(what), known=sorted(counted)))
    return found


def _layout(x: str, y: str, traces: Sequence[object], *, percent: bool = False, stacked: bool = False) -> Any:
    from conquistadors.lab.plotting import go

    return go.Layout(
        xaxis={"title": x},
        yaxis={"title": y, "rangemode": "tozero", **({"tickformat": ".0%"} if percent else {})},
        barmode="relative" if stacked else "group",
        showlegend=len(traces) > 1,
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0},
        template="simple_white",
        colorway=COLOURS,
    )
