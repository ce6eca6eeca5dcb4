"""What the data of any game is made of: graded values, words in three languages, tables, and what a checker says."""
