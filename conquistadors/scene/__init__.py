"""What a table shows of a game: neutral records, made from what one seat sees. No sentence, no picture, no widget.

A game brings a `Scene` (`GameKit.scene`): it is made from a position as a seat sees it, and every part of it is worked
out when somebody looks. Words are `Phrase`s, keys of the game's own texts with facts, or what its data prints; pictures
are named, and found in `data/<game>/face/`. So the same scene is drawn on a map, in a panel, in print or read aloud, in
any language.
"""
