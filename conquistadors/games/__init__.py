"""The games of the kit: a folder each. The rooms around them know none of them by more than its name."""
