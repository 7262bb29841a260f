"""How settled a result's groups are: kept with it, put into words, and the other ways to group its people."""
