"""The numbers that stand in the rules themselves, by name: limits, distances, modifiers, points."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.engine.errors import DataError
from conquistadors.engine.records import record
from conquistadors.games.conquest.pack.records import Pack
from conquistadors.packs.values import Graded

FILE: Final = "numbers.toml"


@record
class Numbers:
    """Every number of `numbers.toml`; the clause of each stands there."""

    cards_dealt_to: int
    cards_kept: int
    activations: int
    land_discovered: int
    land_undiscovered: int
    land_before_combat: int
    land_alone: int
    sea: int
    sea_before_combat: int
    mar_del_sur_opens: int
    coast_discovery: int
    diplomacy_hostile: int
    diplomacy_allied: int
    diplomacy_imperial: int
    gold_roll_before: int
    gold_roll_king: int
    combat_cannon: int
    rounds_at_least: int
    retreat_hits: int
    passage_hits: int
    gold_kept_in_retreat: int
    death_hits: int
    plunder_before: int
    plunder_king: int
    coast_morale: int
    rally_mosquito: int
    rally_food: int
    gold_a_point: int
    index_loss: int
    gift_least: int
    gift_step: int
    units_town: int
    units_city: int
    units_imperial: int
    empire_reach: int
    empire_cities: int
    empire_cities_least: int
    empire_level: int
    points_first_empire: int
    points_ally: int
    points_imperial: int
    points_capital: int
    players_least: int
    players_most: int
    players_for_brown: int
    start_conquistadors: int
    start_assets: int
    start_villages: int
    start_foot: int
    start_horse: int
    start_cannon: int
    second_village_level: int
    reinforcements_turn: int
    reinforcement_foot: int
    reinforcement_cannon: int
    reinforcement_horse: int
    points_to_win: int
    rally_division: int
    loan_times: int
    pesos_a_gold: int
    points_a_debt: int
    horse_rounds_at_least: int
    shock_horse: int
    shock_cannon: int
    shock_rating: int
    shock_rounds: int
    shock_indian: int
    shock_indian_rounds: int
    royal_part: int
    share_conquistador: int
    foot_a_share: int
    horse_a_share: int
    points_a_gold_divided: int
    legend_distance: int
    legend_distance_french: int
    events_from_turn: int
    governor_dies: int
    malaria: int
    standard_players_least: int
    standard_players_most: int
    standard_points_to_win: int
    standard_points_least: int
    quick_start_pesos: int
    second_choice_turn: int
    players_for_any: int
    standard_reinforcements_turn: int
    late_conquistadors: int
    solitaire_conquistadors: int
    solitaire_chosen: int
    solitaire_turns: int
    enemy_cards_low: int
    enemy_cards_high: int
    reaction_level: int
    reaction_cards_low: int
    reaction_cards_high: int
    reaction_high_level: int
    combat_by_hits: tuple[int, ...]


def graded_numbers(pack: Pack) -> dict[str, Graded]:
    """Each number with its grade and source."""
    try:
        return {name: Graded(**entry) for name, entry in pack.read(FILE)["numbers"].items()}
    except (KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{FILE}: numbers: missing or of a wrong shape: {error}") from None


def numbers_of(pack: Pack) -> Numbers:
    """The numbers of a pack; `DataError` names one that is missing or no whole number."""
    values: dict[str, Any] = {name: graded.value for name, graded in graded_numbers(pack).items()}
    by_hits = pack.read(FILE).get("combat_by_hits", {}).get("modifiers")
    if not isinstance(by_hits, list) or not all(type(value) is int for value in by_hits):
        raise DataError(f"{FILE}: combat_by_hits: a list of whole numbers is needed, by morale hits (6.241)")
    for name, value in values.items():
        if type(value) is not int:
            raise DataError(f"{FILE}: {name}: a whole number is needed, not {value!r}")
    try:
        return Numbers(**values, combat_by_hits=tuple(by_hits))
    except TypeError as error:
        raise DataError(f"{FILE}: numbers: {error}") from None
