"""1.4  The expeditions as cards: who leads, where, with what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from conquistadors.engine import UNSEEN, Pile, Seat, Texts
from conquistadors.games.conquest.describing import facts
from conquistadors.games.conquest.rules.expeditions import food_limit
from conquistadors.games.conquest.rules.position import KINDS, Indies, Units, ally_of, each_of
from conquistadors_widgets.panels.marks import (
    counted,
    glyph,
    named,
    none,
    pips,
    player,
    said,
    signed,
    tag,
    token,
)

RATINGS = ("combat", "diplomacy", "rally")


def expeditions(
    pos: Indies, names: Mapping[Seat, str], language: str, *, mine: Seat | None, offered: Sequence[str] = ()
) -> str:
    """All expeditions that the seat sees: its own in full, those of the others in short.

    Before them the men who are offered, if the question is which of them comes.
    """
    others = [seat for seat in pos.rules.seats if seat != mine]
    parts = [
        _offered(pos, offered, language),
        _side(pos, [mine], names, language, "own") if mine is not None else "",
        _side(pos, others, names, language, "all" if mine is None else "other"),
    ]
    inside = "".join(parts) or none(said(language, "no-expeditions"))
    return f'<div class="cq-panels cq-panels-expeditions">{inside}</div>'


def _offered(pos: Indies, men: Sequence[str], language: str) -> str:
    """22.13, 23.13  Men to choose from: their ratings, and what is known of them."""
    texts = pos.rules.texts(language)
    cards = [
        f'<article class="cq-panels-card" data-offered="{escape(man)}"><header><div>'
        f"<strong>{named(texts, man)}</strong></div>{_ratings(pos, man, language)}</header>"
        f"<p>{escape(pos.rules.men[man].history[language])}</p></article>"
        for man in men
    ]
    return (
        f'<section class="cq-panels-side cq-panels-offered"><h4>{said(language, "offered")}</h4>'
        f'<p class="cq-panels-told">{said(language, "offered-help")}</p>'
        f'<div class="cq-panels-cards">{"".join(cards)}</div></section>'
        if cards
        else ""
    )


def _side(pos: Indies, seats: list[Seat], names: Mapping[Seat, str], language: str, whose: str) -> str:
    """One's own expeditions, or those of all others; a bystander sees all alike."""
    texts, full = pos.rules.texts(language), whose == "own"
    cards = [
        card
        for seat in seats
        for card in (
            *[_card(pos, each, names, texts, language, full=full) for each in pos.expeditions_of(seat)],
            *_elsewhere(pos, seat, names, texts, language),
        )
    ]
    title = said(language, f"{whose}-expeditions")
    how = "own" if full else "other"
    return (
        f'<section class="cq-panels-side cq-panels-{how}"><h4>{title}</h4>'
        f'<div class="cq-panels-cards">{"".join(cards)}</div></section>'
        if cards
        else ""
    )


def _card(pos: Indies, commander: str, names: Mapping[Seat, str], texts: Texts, language: str, *, full: bool) -> str:
    expedition = pos.expeditions[commander]
    mark = _mark(pos, commander)
    name = texts.word(commander, {})
    state = f'<span class="cq-panels-state">{said(language, mark)}</span>' if mark else ""
    whose = "" if full else f"{player(expedition.owner, names)} · "
    lines = [
        f'<p class="cq-panels-row cq-panels-units">{_units(pos.units(commander), texts, short=not full)}</p>',
        f'<p class="cq-panels-row">{_stores(pos, commander, language, short=not full)}</p>',
        _things(pos, commander, texts, language),
        _companions(pos, commander, texts, language, full=full),
    ]
    return (
        f'<article class="cq-panels-card{f" cq-panels-{mark}" if mark else ""}" data-expedition="{escape(commander)}">'
        f"<header>{token(expedition.owner, name)}<div><strong>{escape(name)}</strong>{state}"
        f"<small>{whose}{named(texts, expedition.space)}</small></div>"
        f"{_ratings(pos, commander, language) if full else ''}</header>{''.join(lines)}</article>"
    )


def _mark(pos: Indies, commander: str) -> str:
    """Whether the expedition is at work, or has been activated in this impulse."""
    battle = pos.battle
    fighting = () if battle is None else (battle.attacker.expedition, battle.defender.expedition)
    if commander in (facts(pos)["doer"], *fighting):
        return "at-work"
    used = commander in pos.impulse.activated and commander not in pos.impulse.left
    return "activated" if used and pos.expeditions[commander].owner == pos.active else ""


def _units(units: Units, texts: Texts, *, short: bool) -> str:
    """Units by kind; kinds that are missing are left out."""
    there = [counted(kind, units.of(kind), named(texts, kind), short=short) for kind in KINDS if units.of(kind)]
    return "".join(there) or f'<span class="cq-panels-none">{escape(texts.say("show.nothing"))}</span>'


def _stores(pos: Indies, commander: str, language: str, *, short: bool) -> str:
    """Food, gold and spirits."""
    expedition = pos.expeditions[commander]
    rules = pos.rules
    most = food_limit(pos, commander, hidden=UNSEEN not in expedition.assets.titles)
    label = said(language, "hits", hits=expedition.hits, most=rules.hits_most)
    food = counted("food", f"{expedition.food}<small>/{most}</small>", said(language, "food"), short=short)
    gold = counted("gold", expedition.gold, said(language, "gold"), short=short)
    word = "" if short else f' <span class="cq-panels-word">{label}</span>'
    hits = f'<span class="cq-panels-count">{pips(expedition.hits, rules.hits_most, label)}{word}</span>'
    return f"{food}{gold}{hits}"


def _things(pos: Indies, commander: str, texts: Texts, language: str) -> str:
    """Kings, Indian allies, assets open and face down, and what holds for this turn."""
    expedition = pos.expeditions[commander]
    rows: list[tuple[str, Iterable[str]]] = [
        ("kings", [f"{glyph('king')} {named(texts, king)}" for king in expedition.kings]),
        ("allies", _allies(pos, expedition.allies, texts)),
        ("in-use", _each(expedition.shown, texts)),
        ("face-down", _assets(expedition.assets, texts, language)),
        ("now", [escape(texts.say(f"show.{s}")) for s in ("ashore", "healthy") if getattr(expedition, s)]),
    ]
    made = [f"<dt>{said(language, key)}</dt><dd>{''.join(map(tag, things))}</dd>" for key, things in rows if things]
    return f'<dl class="cq-panels-things">{"".join(made)}</dl>' if made else ""


def _allies(pos: Indies, allies: Pile, texts: Texts) -> list[str]:
    """5.24  Indian units by their value and origin, the strongest first; in full words for those who hover."""
    strength = pos.rules.value
    found = sorted(each_of(allies), key=lambda each: (-(strength[ally_of(each[0])[0]] or 0), each[0]))
    return [
        f'<span title="{named(texts, title)}"><b>{strength[unit]}</b>{f" ×{count}" if count > 1 else ""}'
        f" {named(texts, origin)}</span>"
        for title, count in found
        for unit, origin in [ally_of(title)]
    ]


def _assets(assets: Pile, texts: Texts, language: str) -> list[str]:
    if UNSEEN in assets.titles:
        return [said(language, "unknown", count=assets.size)]
    return _each(assets, texts)


def _each(pile: Pile, texts: Texts) -> list[str]:
    return [f"{named(texts, title)}{f' ×{count}' if count > 1 else ''}" for title, count in each_of(pile)]


def _companions(pos: Indies, commander: str, texts: Texts, language: str, *, full: bool) -> str:
    """Every man of the expedition who has a card of his own here, with ratings and the units that he leads."""
    members = pos.members(commander)
    hurt = [man for man in members if pos.captains[man].wounded]
    if not full:
        others = "".join(tag(named(texts, man)) for man in members[1:])
        wounded = "".join(tag(_hurt(man, texts), warns=True) for man in hurt)
        told = f"<dt>{said(language, 'with')}</dt><dd>{others}</dd>" if others else ""
        told += f"<dt>{said(language, 'now')}</dt><dd>{wounded}</dd>" if wounded else ""
        return f'<dl class="cq-panels-things">{told}</dl>' if told else ""
    if len(members) == 1:
        return f'<p class="cq-panels-warn">{_hurt(commander, texts)}</p>' if hurt else ""
    rows = "".join(
        f'<li><span class="cq-panels-man">{named(texts, man)}</span>'
        f"<span>{_units(pos.captains[man].units, texts, short=True)}</span>"
        f"{tag(escape(texts.say('show.hurt')), warns=True) if man in hurt else ''}"
        f"{_ratings(pos, man, language) if man != commander else ''}</li>"
        for man in members
    )
    return f'<p class="cq-panels-title">{said(language, "men")}</p><ul class="cq-panels-men">{rows}</ul>'


def _hurt(man: str, texts: Texts) -> str:
    return f"{named(texts, man)}: {escape(texts.say('show.hurt'))}"


def _ratings(pos: Indies, man: str, language: str) -> str:
    """1.331  The three ratings of a conquistador."""
    known = pos.rules.men[man]
    cells = [
        f'<span title="{said(language, f"rating.{rating}")}"><abbr>{said(language, f"rating-short.{rating}")}</abbr>'
        f"<b>{signed(getattr(known, rating))}</b></span>"
        for rating in RATINGS
    ]
    return f'<span class="cq-panels-ratings">{"".join(cells)}</span>'


def _elsewhere(pos: Indies, seat: Seat, names: Mapping[Seat, str], texts: Texts, language: str) -> list[str]:
    """Men who wait to be placed, and men whom others hold."""
    waiting = [
        man
        for man, captain in sorted(pos.captains.items())
        if captain.owner == seat and captain.expedition not in pos.expeditions and man not in pos.expeditions
    ]
    lines = [(said(language, "waiting"), named(texts, man)) for man in waiting]
    lines += [
        (said(language, "captive", names, captor=held.captor), named(texts, man))
        for man, held in sorted(pos.captives.items())
        if held.owner == seat
    ]
    return [
        f'<p class="cq-panels-aside">{player(seat, names)}: <strong>{man}</strong> {what}</p>' for what, man in lines
    ]
