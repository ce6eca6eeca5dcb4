"""Learning the game and looking into the kit: the rules in own words, and what carries each of them out."""
