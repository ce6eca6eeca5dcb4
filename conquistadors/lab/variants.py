"""The same games with something else: other options of a scenario, or the data of another pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games import DEFAULT, kit
from conquistadors.lab.frames import joined, row_a_game, seats_of, split
from conquistadors.lab.framing import pd
from conquistadors.lab.simulation import simulate


@checks_arguments("options")
def sweep(
    scenario: str,
    options: Sequence[Mapping[str, Any]] | Mapping[str, Mapping[str, Any]],
    *,
    resume: str | Path | None = None,
    failures: str | Path | None = None,
    language: str | None = None,
    **how: Any,
) -> pd.DataFrame:
    """Play the same games with several sets of options; the column `variant` tells them apart.

    `options` is a list of sets, or sets by name. All other arguments go to `simulate` and are the same for all.
    """
    with speaking(language):
        variants = _variants(options)
        parts = {}
        for number, (name, chosen) in enumerate(variants.items()):
            folder = None if resume is None else Path(resume) / f"variant-{number}"
            saved = None if failures is None else Path(failures) / f"variant-{number}"
            parts[name] = simulate(scenario, resume=folder, failures=saved, **{**how, **chosen})
        return joined(parts)


@checks_arguments()
def compare(
    pack_a: str | Path | None,
    pack_b: str | Path | None,
    *,
    scenario: str | None = None,
    language: str | None = None,
    **how: Any,
) -> pd.DataFrame:
    """Play the same games with two data packs; the column `variant` tells them apart. None is the kit's own data.

    Without a `scenario` it is the first one of the default game.
    """
    with speaking(language):
        names = ["ours" if pack is None else str(pack) for pack in (pack_a, pack_b)]
        if names[0] == names[1]:
            raise SetupError(error_text("lab.same-pack", pack=short_repr(names[0])))
        packs = {name: {"pack": pack} for name, pack in zip(names, (pack_a, pack_b), strict=True)}
        return sweep(scenario or kit(DEFAULT).scenarios[0].id, packs, **how)


def _variants(options: object) -> dict[str, dict[str, Any]]:
    named: dict[str, dict[str, Any]] = {}
    given = options.items() if isinstance(options, Mapping) else [(None, each) for each in _listed(options)]
    for name, chosen in given:
        if not isinstance(chosen, Mapping) or not all(isinstance(key, str) for key in chosen):
            raise SetupError(error_text("lab.variant", wanted=short_repr(chosen)))
        title = name if name is not None else ", ".join(f"{k}={v}" for k, v in chosen.items()) or "as it is"
        if title in named:
            raise SetupError(error_text("lab.same-variant", variant=short_repr(title)))
        named[str(title)] = dict(chosen)
    if not named:
        raise SetupError(error_text("lab.no-variant"))
    return named


def _listed(options: object) -> Sequence[object]:
    if isinstance(options, str) or not isinstance(options, Sequence):
        raise SetupError(error_text("lab.variants", wanted=short_repr(options)))
    return options


def summary(frame: pd.DataFrame, by: str = "variant") -> pd.DataFrame:
    """A row for each variant, or each value of another column: games, how many ended, their turns and points."""
    seats = seats_of(frame)
    each = row_a_game(frame)
    rows = {}
    for name, part in split(each, by if by in each else None).items():
        turns = part["turns"].quantile([0.1, 0.5, 0.9])
        row: dict[str, float] = {"games": len(part), "ended": float(part["ended"].mean())}
        row |= {f"turns {share:.0%}": float(value) for share, value in turns.items()}
        for seat in seats:
            row[f"wins.{seat}"] = float(part["winner"].str.split().map(lambda won, seat=seat: seat in won).mean())
            if f"points.{seat}" in part:
                row[f"points.{seat}"] = float(part[f"points.{seat}"].mean())
        rows[name] = row
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(by)
