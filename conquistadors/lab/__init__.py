"""The laboratory: tables and results as DataFrames. May use pandas, unlike the engine, the games and the odds."""
