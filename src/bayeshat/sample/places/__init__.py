"""Where people lie while labels are drawn: in this machine's memory, on a GPU, or in the partitions of a cluster."""
