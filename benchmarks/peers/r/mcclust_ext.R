# mcclust.ext (Wade and Ghahramani 2018). For VI it minimises, and reports, a lower bound of the expected loss.
source("case.R")
suppressMessages(library(mcclust.ext))

draws <- read_rows("draws.csv")
method <- options[1]
most <- min(settings$n_groups, ncol(draws))
answer(function() {
  similarity <- comp.psm(draws)
  if (settings$loss == "vi") {
    found <- minVI(similarity, draws, method = method, max.k = most)
  } else {
    found <- minbinder.ext(similarity, draws, method = method, max.k = most)
  }
  list(labels = if (method == "all") found$cl["best", ] else found$cl, loss = found$value[[1]])
})
