"""Results: kept, shown, changed by hand, published, downloaded."""
