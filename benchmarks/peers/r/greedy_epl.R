# GreedyEPL (Rastelli and Friel 2018): single moves that lower the loss, from a random start.
source("case.R")
library(GreedyEPL)

draws <- read_rows("draws.csv")
loss <- switch(settings$loss, vi = "VI", binder = "B")
answer(function() {
  found <- MinimiseEPL(draws, list(Kup = settings$n_groups, loss_type = loss))
  # Its Binder loss counts pairs of people; here it is the share of ordered pairs.
  list(labels = found$decision, loss = if (loss == "B") 2 * found$EPL / ncol(draws)^2 else found$EPL)
})
