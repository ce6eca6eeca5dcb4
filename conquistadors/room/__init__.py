"""Several people at one game, each at their own screen: seats, teams, votes, watchers; and all the games of a class.

Nothing here serves anything: a server (`conquistadors_class`) passes on what people do and what they may see. Whoever
holds a `Room` calls it from one place, one call after the other: a `Game` is not for threads.
"""
