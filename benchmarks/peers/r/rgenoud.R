# Silverman and Silverman (2017): their loss, and rgenoud with their settings.
source("case.R")
library(rgenoud)

draws <- read_rows("draws.csv")
sized <- settings$loss == "paper"
target <- if (sized) read_numbers("sizes.csv")
n_groups <- settings$n_groups
n_people <- ncol(draws)
n_draws <- nrow(draws)
n_clusters <- max(draws)

# Aitchison's distance of the sizes from those wanted, for the best match of sizes to groups: both in order.
clr <- function(x) log(x) - mean(log(x))
size_cost <- function(sizes) if (sized) sqrt(sum((clr(sort(sizes) + 0.1) - clr(sort(target)))^2)) else 0

if (options[1] == "R") {
  # x log2 x of 0, 1, ..., N, and the cell of every draw and person in its contingency table, but for the group.
  worth <- c(0, seq_len(n_people) * log2(seq_len(n_people)))
  cells <- ((row(draws) - 1L) * n_clusters + draws - 1L) * n_groups
  n_cells <- n_draws * n_clusters * n_groups
  clusters <- sum(worth[1 + tabulate((row(draws) - 1L) * n_clusters + draws, n_draws * n_clusters)])
  expected_vi <- function(labels) {
    joint <- sum(worth[1 + tabulate(cells + rep(as.integer(labels), each = n_draws), n_cells)])
    (sum(worth[1 + tabulate(labels, n_groups)]) + (clusters - 2 * joint) / n_draws) / n_people
  }
} else {
  # The same in C: the paper compiled its "key functions" too.
  source <- compiled_here("expected_vi.c")
  library_file <- sub("\\.c$", .Platform$dynlib.ext, source)
  stopifnot(system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "-o", library_file, source), stdout = FALSE) == 0)
  dyn.load(library_file)
  codes <- t(draws) - 1L
  expected_vi <- function(labels) .Call("expected_vi", as.integer(labels) - 1L, codes, as.integer(c(n_clusters, n_groups)))
}

answer(function() {
  found <- genoud(
    function(labels) expected_vi(labels) + size_cost(tabulate(labels, n_groups)),
    nvars = n_people, Domains = cbind(rep(1, n_people), n_groups), data.type.int = TRUE, boundary.enforcement = 2,
    pop.size = 3000, wait.generations = 20, max.generations = 2000, print.level = 0
  )
  list(labels = found$par, loss = found$value)
})
