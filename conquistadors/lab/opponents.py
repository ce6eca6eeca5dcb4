"""Who beats whom: the search against a bot that knows the game, that one against chance, in every scenario.

`make opponents` lets them play and writes `data/<game>/lab/opponents.csv`, game by game; `opponents()` reads it and
says who is better, `alone()` what each comes to as a lone player. Who meets whom is in `data/<game>/lab/targets.toml`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from conquistadors.engine.files import write_whole
from conquistadors.engine.texts import spoken
from conquistadors.games import DEFAULT, kit, play_of, rules_for
from conquistadors.lab.balance import plan_of, setup_of, wanted
from conquistadors.lab.bands import band_of
from conquistadors.lab.frames import by_luck, median_interval, seats_of
from conquistadors.lab.framing import pd
from conquistadors.lab.tournaments import results, solo_points, tournament_games
from conquistadors.resources import data_root

SEED: Final = 1519
"""The games of `opponents.csv` are those of this seed."""
BY: Final = ["game", "bot", "against", "winner", "points", "points.against"]
"""What is kept of a game, or alone of the two games of a pair. Those that agree in it are counted together."""


def meetings(game: str = DEFAULT) -> list[tuple[str, tuple[str, str]]]:
    """The kinds of games that are played, each with a pair of bots."""
    players = plan_of(game)["players"]
    return [(str(kind), (str(one), str(other))) for kind in players["kinds"] for one, other in players["pairs"]]


def measure(
    games: int,
    *,
    seed: int = SEED,
    workers: int | None = None,
    progress: bool = True,
    resume: str | Path | None = None,
    game: str = DEFAULT,
) -> pd.DataFrame:
    """Let them play: so many games of each kind for each pair. `resume` is a folder, as for `balance.measure`."""
    parts, kinds = [], wanted(game)
    how: dict[str, Any] = {"games": games, "seed": seed, "workers": workers, "progress": progress}
    for name, pair in meetings(game):
        kind, bots = kinds[name], {bot: bot for bot in pair}
        folder = None if resume is None else Path(resume) / "-".join((name, *pair))
        played = tournament_games(kind["scenario"], bots, **how, resume=folder, **setup_of(kind))
        parts.append(count_results(name, pair, played))
    return pd.concat(parts, ignore_index=True)


def count_results(kind: str, pair: tuple[str, str], played: pd.DataFrame) -> pd.DataFrame:
    """The games of a pair, those that ended alike counted together. Nobody wins a game that is shared or not ended."""
    one, other = pair
    rows: list[tuple[str, float | None, float | None]] = []
    if len(seats_of(played)) == 1:
        both = [reached for reached in solo_points(played).values() if one in reached and other in reached]
        for mine, theirs in [(reached[one], reached[other]) for reached in both]:
            rows.append((one if mine > theirs else other if theirs > mine else "", mine, theirs))
    else:
        for _, winners in results(played, "bot"):
            rows.append((next(iter(winners)) if len(winners) == 1 else "", None, None))
    table = pd.DataFrame(rows, columns=BY[3:]).assign(game=kind, bot=one, against=other)
    table[BY[4:]] = table[BY[4:]].astype("Int64")
    return table.groupby(BY, dropna=False).size().rename("games").reset_index()


def measured(game: str = DEFAULT) -> pd.DataFrame:
    """What was measured: a row for games of a pair that ended alike, with their number."""
    points = BY[4:]
    table = pd.read_csv(data_root() / game / "lab" / "opponents.csv", dtype=dict.fromkeys(points, "Int64"))
    return table.fillna({"winner": ""})


def opponents(kept: pd.DataFrame | None = None, confidence: float = 0.95, *, game: str = DEFAULT) -> pd.DataFrame:
    """A row for each kind of game and each pair: how often each won, and how likely that or more is between equals.

    With a `chance` below 0.01 the first is better with a confidence of 99 %. Alone, both play the same games: `median`
    is that of the first, true between `low` and `high`; `band` is the verdict on it, by the points it begins at.
    """
    rows, bands = [], _bands(game)
    for (kind, one, other), part in (measured(game) if kept is None else kept).groupby(BY[:3], sort=False):
        won, lost = (int(part[part["winner"] == name]["games"].sum()) for name in (one, other))
        row: dict[str, object] = {"game": kind, "bot": one, "against": other, "games": int(part["games"].sum())}
        row |= {"wins": won, "losses": lost, "chance": by_luck(won, won + lost)}
        if part["points"].notna().all():
            each = part.loc[part.index.repeat(part["games"])]
            median, low, high = median_interval(each["points"], confidence)
            theirs = float(each["points.against"].median())
            row |= {"median": median, "low": low, "high": high, "median.against": theirs}
            row |= {"band": band_of(int(median), bands), "band.against": band_of(int(theirs), bands)}
        rows.append(row)
    return pd.DataFrame(rows)


def _bands(game: str) -> list[tuple[int, str]]:
    """The verdicts on a lone player."""
    rules = rules_for(str(kit(game).alone), {})
    return play_of(rules).bands(rules, spoken())


def alone(kept: pd.DataFrame | None = None, *, game: str = DEFAULT) -> pd.DataFrame:
    """The games of lone players, a row for each, for `bands` and `bands_figure`: by `bot` and by `map`."""
    kept = measured(game) if kept is None else kept
    scenario, parts = str(kit(game).alone), []
    (seat,) = rules_for(scenario, {}).seats
    for name, kind in wanted(game).items():
        of = kept[(kept["game"] == name) & kept["points"].notna()]
        seen: set[str] = set()
        for (one, other), part in of.groupby(BY[1:3], sort=False):
            each = part.loc[part.index.repeat(part["games"])]
            for bot, column in ((str(one), "points"), (str(other), "points.against")):
                if bot not in seen:  # it plays the same games against everybody
                    seen.add(bot)
                    told = {f"bot.{seat}": bot, "winner": "", f"points.{seat}": each[column].astype(int).to_list()}
                    parts.append(pd.DataFrame({"map": kind.get("map", ""), **told}))
    whole = pd.concat(parts, ignore_index=True)
    return whole.assign(scenario=scenario, bot=whole[f"bot.{seat}"])


def write(games: int, resume: str | Path | None = None, *, game: str = DEFAULT) -> None:
    """Measure, and keep it."""
    found = measure(games, resume=resume, game=game)
    write_whole(data_root() / game / "lab" / "opponents.csv", found.to_csv(index=False, lineterminator="\n"))
