"""The machine that runs any game. It knows no rule: a game brings its own (`Rules`), and `example` shows how."""
