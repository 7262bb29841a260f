# What every R peer needs: read a case from its folder, time the work alone, write the answer back.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
options <- arguments[-1]
settings <- read.csv(file.path(folder, "settings.csv"))
set.seed(settings$seed)

read_numbers <- function(name) scan(file.path(folder, name), quiet = TRUE)

# Whole numbers, one row to a line.
read_rows <- function(name) {
  path <- file.path(folder, name)
  width <- length(scan(path, 0L, sep = ",", nlines = 1, quiet = TRUE))
  matrix(scan(path, 0L, sep = ",", quiet = TRUE), ncol = width, byrow = TRUE)
}

# What is compiled on first use is kept here for the next process.
compiled_here <- function(source) {
  kept <- tools::R_user_dir("bayeshat-peers", "cache")
  dir.create(kept, recursive = TRUE, showWarnings = FALSE)
  file.copy(source, kept, overwrite = TRUE)
  file.path(kept, source)
}

# Seconds of processor time of this process, all its threads together.
cpu <- function() sum(proc.time()[1:2])

# Do the work; write down its seconds, the groups, and what the peer itself says is their loss. Quick work is done twice,
# and the second time counts: the first one includes what R prepares on first use.
answer <- function(work) {
  for (time in 1:2) {
    set.seed(settings$seed)
    began <- cpu()
    found <- work()
    seconds <- cpu() - began
    if (seconds > 1) break
  }
  writeLines(format(seconds), file.path(folder, "seconds.txt"))
  writeLines(as.character(found$labels), file.path(folder, "labels.csv"))
  writeLines(format(found$loss, digits = 17), file.path(folder, "loss.txt"))
}
