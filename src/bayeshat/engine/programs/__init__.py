"""Integer programs: whether sizes and rules can be met, and the best assignment that meets them."""
