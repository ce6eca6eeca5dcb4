"""2.4, 4.0, 7.0, 8.0, 9.2, 11.3  Chains: an expedition does the same thing impulse after impulse, turn after turn."""

from conquistadors.games.conquest.odds.chains.feeding import Hardship, feed, feed_at
from conquistadors.games.conquest.odds.chains.giving import Favour, gifts, gifts_at
from conquistadors.games.conquest.odds.chains.marching import Discovery, march, march_at
from conquistadors.games.conquest.odds.chains.plundering import Loot, plunder, plunder_at
from conquistadors.games.conquest.odds.chains.rallying import Rallied, rally, rally_at
from conquistadors.games.conquest.odds.chains.rounds import rounds_left, rounds_left_at

__all__ = [
    "Discovery",
    "Favour",
    "Hardship",
    "Loot",
    "Rallied",
    "feed",
    "feed_at",
    "gifts",
    "gifts_at",
    "march",
    "march_at",
    "plunder",
    "plunder_at",
    "rally",
    "rally_at",
    "rounds_left",
    "rounds_left_at",
]
