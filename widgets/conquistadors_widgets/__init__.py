"""The Jupyter face of the kit. It shows a game and passes on what a person does; it holds no rule."""

from conquistadors_widgets.table import Table
from conquistadors_widgets.table_model import Button, TableModel

__all__ = ["Button", "Table", "TableModel"]
