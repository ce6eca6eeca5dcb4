"""15.111, 16.25, 18.0  Cards about money: funds, creditors, shares."""
