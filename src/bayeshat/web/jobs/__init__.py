"""Work that takes time: its queue, the threads that do it, how far it is."""
