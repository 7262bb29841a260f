"""Files to download: lists, reports, group files for courses."""
