"""The people and the events of Conquistador! as cards: what the game makes of them, and what is known of them."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.texts import texts_of
from conquistadors.games.exploration.pack.entries import Person
from conquistadors.games.exploration.pack.records import Pack
from conquistadors.odds.naming import Names
from conquistadors.packs.printed import CardFace, Filter, Gallery

WORDS: Final = "exploration/face/history"
KINDS: Final = ("explorer", "conquistador", "privateer", "event")


def gallery(language: str, pack: Pack) -> Gallery:
    """Everybody by their first turn, then the events."""
    names = Names(language, texts_of(language, WORDS))
    people = sorted(pack.people.values(), key=lambda who: (KINDS.index(who.role), who.arrives, who.departs))
    nations = tuple(dict.fromkeys(who.nation for who in pack.people.values()))
    return Gallery(
        (*(_person(who, pack, names) for who in people), *(_event(event, pack, names) for event in pack.events)),
        (
            Filter("kind", names.say("kind-of-card"), tuple((names.say(f"kind.{kind}"), kind) for kind in KINDS)),
            Filter("nation", names.say("nation"), tuple((names.say(f"name.{each}"), each) for each in nations)),
        ),
    )


def _known(about: str, name: str, pack: Pack, language: str) -> tuple[str, str]:
    """What is known beside the game, and where from."""
    line = pack.history[about].get(name)
    return ("", "") if line is None else (line.text[language], f"; {line.source}")


def _person(who: Person, pack: Pack, names: Names) -> CardFace:
    """3.23  Somebody of history."""
    language, nation = names.language, names.say(f"name.{who.nation}")
    name, text = who.name[language], names.say(f"role.{who.role}")
    when = "turn" if who.arrives == who.departs else "turns"
    turns = names.say(when, {"arrives": who.arrives, "departs": who.departs})
    history, source = _known("people", who.id, pack, language)
    return CardFace(
        who.id,
        name,
        {"kind": (who.role,), "nation": (who.nation,)},
        " ".join((name, text, history, nation, turns)),
        who.grade,
        f"{who.source}{source}",
        who.role,
        names.say(f"kind.{who.role}"),
        text,
        history,
        (nation, turns),
    )


def _event(event: str, pack: Pack, names: Names) -> CardFace:
    """6.41  A result of the Random Events Table."""
    entry, kind = pack.events[event], KINDS[-1]
    numbers = {name: value for name, value in entry.items() if isinstance(value, int)}
    name, text = entry["name"][names.language], names.say(f"event.{event}", numbers)
    history, source = _known("events", event, pack, names.language)
    times = sum(cell.value == event for _, _, cell in pack.tables["events"].cells())
    facts = (names.say("event-number", {"event": event}), names.say("cells", {"count": times}))
    return CardFace(
        f"event-{event}",
        name,
        {"kind": (kind,), "nation": ()},
        " ".join((name, text, history, *facts)),
        entry["grade"],
        f"{entry['source']}{source}",
        kind,
        names.say(f"kind.{kind}"),
        text,
        history,
        facts,
    )
