"""How captains differ: what they like and what they fear, beside what the tables of a game come to."""

from __future__ import annotations

from typing import Final, NamedTuple


class Style(NamedTuple):
    """What a captain holds dear. In points, unless it is said otherwise."""

    # plans
    patience: float = 2.0
    """What an action has to bring that leaves everything as it is: there is a world to discover."""
    friendship: float = 1.0
    """What an alliance is worth, as a multiple of its points."""
    peace: float = 0.0
    """What it costs to plunder a place that is not hostile yet."""
    chain: float = 0.3
    """What the country beyond a find is worth, for each point of its hope."""
    known: float = 0.2
    """How much of that is left when an empire is known: the chain has led to the end."""
    legend: float = 0.5
    """What the danger of a legend costs."""
    spirits: float = 3.0
    """What it is worth to lift a hit, more so the more there are."""
    ransom: float = 6.0
    """What it is worth to beat another expedition, besides its gold."""
    waste: float = 0.05
    """What it costs to leave a point of allies behind."""
    spared: float = 0.1
    """What a find is worth where an empire might be, but not with the cards in hand: a space is discovered only once,
    and the cards will come."""
    opened: float = 0.6
    """What an empire is worth that may lie next to a find: it has to be reached first."""
    later: float = 0.9
    """What a gain is worth an action later."""
    lasting: float = 1.0
    """What a place is worth that can be plundered again in a later turn, in first plunders."""

    # forces
    unit: float = 0.2
    """What a unit is worth for each point of its combat value."""
    defeat: float = 6.0
    """What a lost battle costs, besides the gold at stake."""
    leader: float = 1.0
    """What the danger for a leader costs in a battle."""
    allies: float = 0.02
    """What a point of Indian allies is worth."""
    pessimism: float = 1.15
    """How much stronger an enemy is taken to be: cards may help it."""
    alone: float = 1.2
    """The same where a deck of cards helps it every time."""
    weak: float = 60.0
    """An army of a lower value needs help from home: nearly every one, for men are what all gold comes from."""
    guards: float = 5.0
    """Only from an army of so many units men are left behind."""
    flee: float = 0.3
    """Below this chance of winning a captain retreats."""
    easy: float = 0.97
    """Above this chance no card is needed."""

    # things
    food: float = 1.2
    """What a food point is worth to men who have none."""
    anger: float = 1.5
    """What it costs that a place turns hostile."""
    king: float = 4.0
    """What a captured king is worth."""
    card: float = 1.8
    """What an Asset card is worth."""
    luck: float = 3.0
    """What a Mano de Dios has to bring."""
    saved: float = 9.0
    """What it or a card for a discovery has to bring elsewhere, as long as an empire is looked for."""
    support: float = 0.7
    """What another card has to bring."""
    death: float = 7.0
    """What a conquistador is worth."""
    wound: float = 2.0
    hit: float = 1.3
    loss: float = 2.2
    """What a loss that is inflicted in battle is worth."""
    unwanted: float = 1.6
    """Cards that are kept less gladly are laid down for new ones."""
    keeps: tuple[tuple[str, float], ...] = ()
    """How gladly cards are kept of which this captain thinks otherwise than others."""

    # the purse
    enough: float = 60.0
    """The gold that is divided at once, where it is shared fairly: who knows what happens to it."""
    fair: float = 0.6
    """The part of the gold that has to be left for the player, or it is not divided yet."""
    strong: float = 38.0
    """For an army of such a value no debt is made."""
    guard: float = 22.0
    """Gold that an army of a lower value guards is safer divided."""
    cannon: float = 1.0
    """So many are bought for an expedition; of other units as many as money allows."""


VETERAN: Final = Style(
    patience=1.7,
    friendship=0.9,
    chain=0.33,
    spirits=5.0,
    waste=0.07,
    spared=0.17,
    opened=0.8,
    lasting=1.3,
    defeat=5.0,
    pessimism=1.25,
    weak=80.0,
    king=4.5,
    death=6.0,
    loss=1.5,
    guard=14.0,
    strong=42.0,
    unwanted=3.4,
    keeps=(
        *(("mano-de-dios", 6.0), ("map-on-cloth", 5.0), ("hostage", 5.0), ("a-healthier-harbor", 5.0)),
        *(
            ("a-ship-from-castile", 2.0),
            ("garays-men", 2.0),
            ("letter-from-the-crown", 2.0),
            ("green-glass-beads", 2.0),
        ),
    ),
)
"""A captain that knows what it needs when it is alone: most cards are laid down for the few that find an empire."""
RIVAL: Final = Style(
    peace=0.6,
    chain=0.08,
    known=0.3,
    spirits=3.5,
    waste=0.035,
    spared=0.04,
    opened=0.15,
    lasting=0.65,
    allies=0.035,
    pessimism=1.3,
    king=5.5,
    luck=2.4,
    hit=1.0,
    loss=2.8,
    flee=0.36,
    unwanted=4.0,
    keeps=(("hidden-treasure", 5.0), ("letter-from-the-crown", 2.0)),
    cannon=2.0,
)
"""One that knows what it needs among others: time is short, so that a bird in the hand counts, and what others find can
be made to vanish."""

STYLES: Final = {
    "balanced": Style(),
    "plunder": Style(patience=3.0, friendship=0.4),
    "alliance": Style(patience=0.2, friendship=1.5, peace=2.0),
    "veteran": VETERAN,
    "rival": RIVAL,
}
"""The plans that a captain can be given: what pays best, plunder first, alliance first; or how the search thinks, alone
and among others."""
