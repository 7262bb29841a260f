# salso (Dahl, Johnson and Müller 2022) with its defaults, on one core.
source("case.R")
library(salso)

draws <- read_rows("draws.csv")
loss <- switch(settings$loss, vi = VI(), "vi a=0.5" = VI(a = 0.5), binder = binder())
answer(function() {
  found <- salso(draws, loss, maxNClusters = settings$n_groups, nCores = 1)
  list(labels = as.integer(found), loss = attr(found, "info")$expectedLoss)
})
