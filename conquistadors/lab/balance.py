"""Is a game that we reconstructed a good one? What many games of bots come to, beside what is wanted of them.

`make balance` lets them play 2,000 games of each kind and writes `data/<game>/lab/balance.csv`; `balance()` reads it
and `targets()` judges it. What is wanted, and of whom, is in `data/<game>/lab/targets.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.files import write_whole
from conquistadors.engine.texts import error_text
from conquistadors.games import DEFAULT, rules_for
from conquistadors.lab.frames import interval, median_interval, seats_of
from conquistadors.lab.framing import pd
from conquistadors.lab.simulation import simulate
from conquistadors.lab.tournaments import tournament_games
from conquistadors.resources import data_root, read_toml

SEED: Final = 2026
"""The games of `balance.csv` are those of this seed."""
Kind = Mapping[str, Any]


class Target(NamedTuple):
    """What is wanted, what was measured, between which values the truth lies, and whether it is as wanted."""

    what: str
    wanted: str
    measured: float
    low: float
    high: float
    met: bool


def plan_of(game: str = DEFAULT) -> dict[str, Any]:
    """All that is wanted of a game, and who plays for it."""
    return read_toml(game, "lab", "targets.toml")


def wanted(game: str = DEFAULT) -> dict[str, dict[str, Any]]:
    """What is wanted of each kind of game, by its name."""
    return {str(kind["id"]): kind for kind in plan_of(game)["game"]}


def by(game: str = DEFAULT) -> list[str]:
    """What is kept of a game. Games that agree in it are counted together."""
    return ["game", "ended", "turns", "winner", str(plan_of(game)["seen"]["counted"]), "points"]


def setup_of(kind: Kind) -> dict[str, Any]:
    """How a kind of game is set up, for `simulate` and tournaments."""
    return {key: kind[key] for key in ("seats", "map", "nations", "until_turn") if key in kind}


def measure(
    games: int,
    only: Sequence[str] = (),
    *,
    seed: int = SEED,
    workers: int | None = None,
    progress: bool = True,
    resume: str | Path | None = None,
    game: str = DEFAULT,
) -> pd.DataFrame:
    """Let bots play all kinds of games, or some, and count those that ended alike: `games` says how many.

    `resume` names a folder: what was played there before an interrupt is not played again.
    """
    known, parts = wanted(game), []
    for name in only:
        if name not in known:
            raise SetupError(error_text("lab.kind", wanted=short_repr(name), known=known))
    for name, kind in known.items():
        if only and name not in only:
            continue
        how: dict[str, Any] = {"games": games, "seed": seed, "workers": workers, "progress": progress}
        how |= {"resume": None if resume is None else Path(resume) / name, **setup_of(kind)}
        if "plans" in kind:
            played = tournament_games(kind["scenario"], {plan: plan for plan in kind["bots"]}, **how)
        else:
            played = simulate(kind["scenario"], bots=plan_of(game)["players"]["bot"], **how)
        parts.append(count_results(name, kind, played, game))
    return pd.concat(parts, ignore_index=True).sort_values(by(game), ignore_index=True)


def count_results(name: str, kind: Kind, played: pd.DataFrame, game: str = DEFAULT) -> pd.DataFrame:
    """The games of a kind, those that ended alike counted together. Where plans compete, the winner is a plan."""
    alone = f"points.{seats_of(played)[0]}"
    played = played.assign(game=name, points=played[alone] if "points" in kind else 0)
    if "plans" in kind:
        sitting = {seat: f"bot.{seat}" for seat in seats_of(played)}
        won = [" ".join(row[sitting[seat]] for seat in str(row["winner"]).split()) for _, row in played.iterrows()]
        played = played.assign(winner=won)
    return played.groupby(by(game), sort=False).size().rename("games").reset_index()


def balance(game: str = DEFAULT) -> pd.DataFrame:
    """What was measured: a row for games of a kind that ended alike, with their number."""
    return pd.read_csv(data_root() / game / "lab" / "balance.csv", keep_default_na=False)


def games_of(measured: pd.DataFrame, name: str) -> pd.DataFrame:
    """The games of a kind, a row for each."""
    part = measured[measured["game"] == name]
    return part.loc[part.index.repeat(part["games"])].drop(columns="games").reset_index(drop=True)


def targets(measured: pd.DataFrame, confidence: float = 0.95, *, game: str = DEFAULT) -> pd.DataFrame:
    """What is wanted, what was measured, and the interval in which the truth lies with this confidence."""
    rows = []
    for name, kind in wanted(game).items():
        each = games_of(measured, name)
        if len(each):
            rows += [(name, len(each), *target) for target in _judged(plan_of(game), kind, each, confidence)]
    table = pd.DataFrame(rows, columns=["game", "games", *Target._fields])
    return table[["game", "what", "games", *Target._fields[1:]]]


def _judged(plan: Mapping[str, Any], kind: Kind, each: pd.DataFrame, confidence: float) -> Iterator[Target]:
    """All that is wanted of a kind of game."""
    of = len(each)

    def part(what: str, wish: str, hits: int, met: bool) -> Target:
        return Target(what, wish, hits / of, *interval(hits, of, confidence), met)

    if "turns" in kind:
        low, high = kind["turns"]["from"], kind["turns"]["to"]
        hits = int((each["ended"] & each["turns"].between(low, high)).sum())
        yield part(f"ends in turns {low}-{high}", "most", hits, hits > of / 2)
        most = 1 / int(kind["seats"]) + float(plan["seats"]["over"])
        for seat, won in _wins(each).items():
            yield part(f"{seat} wins", f"{most:.0%} at most", won, won <= most * of)
    if "plans" in kind:
        least, wins = kind["plans"]["least"], _wins(each)
        for bot in kind["bots"]:
            won = wins.get(bot, 0)
            yield part(f"{bot} wins", f"{least:.0%} at least", won, won >= least * of)
        return
    if "points" in kind:
        low, high = kind["points"]["from"], kind["points"]["to"]
        median = median_interval(each["points"], confidence)
        yield Target("median of points", f"{low}-{high}", *median, low <= median[0] <= high)
        start, most = kind["rare"]["from"], kind["rare"]["most"]
        rare, least = int((each["points"] >= start).sum()), kind["rare"].get("least", 0.0)
        wish = f"{least:.0%}-{most:.0%}" if least else "rare, but seen"
        yield part(f"{start} points or more", wish, rare, max(1, least * of) <= rare <= most * of)
    if "shares" in kind:
        wins, share = _wins(each), kind["shares"].get("least")
        for seat in rules_for(kind["scenario"], setup_of(kind)).seats:
            won = wins.get(seat, 0)
            wish = "told" if share is None else f"{share:.0%} at least"
            yield part(f"{seat} wins", wish, won, won >= (share or 0.0) * of)
    seen = {**plan["seen"], **kind.get("seen", {})}
    found = int((each[seen["counted"]] > 0).sum())
    yield part(seen["target"], seen["wanted"], found, of / 2 < found and (seen["all"] or found < of))


def _wins(each: pd.DataFrame) -> dict[str, int]:
    """How many games each winner has won; a victory that is shared counts for each."""
    won = each["winner"].str.split().explode().dropna().value_counts()
    return {str(name): int(won[name]) for name in sorted(won.index)}


def write(games: int, only: Sequence[str] = (), resume: str | Path | None = None, *, game: str = DEFAULT) -> None:
    """Measure, and keep it: with `only` some kinds of games, what is known of the others stays."""
    found = measure(games, only, resume=resume, game=game)
    if only:
        others = balance(game)
        found = pd.concat([others[~others["game"].isin(only)], found])
    text = found.sort_values(by(game)).to_csv(index=False, lineterminator="\n")
    write_whole(data_root() / game / "lab" / "balance.csv", text)
