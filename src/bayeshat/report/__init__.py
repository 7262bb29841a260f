"""What people read: tables with all the numbers, and the files they are written to."""
