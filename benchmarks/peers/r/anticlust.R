# anticlust (Papenberg and Klau 2021): groups alike in their answers, by exchanges of two people.
source("case.R")
suppressMessages(library(anticlust))

answers <- read_rows("answers.csv")
columns <- categories_to_binary(as.data.frame(lapply(as.data.frame(answers), factor)))
sizes <- read_numbers("sizes.csv")
objective <- switch(settings$loss, unevenness = "variance", diversity = "diversity")
answer(function() {
  if (length(options) == 0) {
    labels <- anticlustering(columns, K = sizes, objective = objective)
  } else {
    labels <- anticlustering(columns, K = sizes, objective = objective, method = "local-maximum", repetitions = 10)
  }
  list(labels = labels, loss = get(paste0(objective, "_objective"))(columns, labels))
})
