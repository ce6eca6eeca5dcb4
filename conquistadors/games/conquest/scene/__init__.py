"""What a table shows of The Conquistadors, as neutral records: `scene.py` has it all, the others its parts."""
