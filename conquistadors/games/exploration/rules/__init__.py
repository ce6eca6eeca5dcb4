"""The rules of Conquistador!, a module for each chapter; `position` is what is on the table, `sequence` the turn."""
