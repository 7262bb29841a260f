# Stan's NUTS on the paper's model: four chains of 1000 + 1000 draws, one after the other.
source("case.R")
suppressMessages(library(rstan))

x <- read_rows("answers.csv")
x[is.na(x)] <- 0L
alpha <- read_numbers("membership_prior.csv")
prior <- read.csv(file.path(folder, "answer_prior.csv"), header = FALSE)
beta <- array(0, sapply(prior[1:3], max))
beta[as.matrix(prior[1:3])] <- prior[[4]]
rstan_options(auto_write = TRUE)
# Debian has Boost among its own headers, and an empty R package of that name.
if (rstan_options("boost_lib") == "") rstan_options(boost_lib = "/usr/include")
model <- stan_model(compiled_here("mixture.stan"))
data <- list(N = nrow(x), Q = ncol(x), V = dim(beta)[3], K = length(alpha), x = x, alpha = alpha, beta = beta)
began <- cpu()
fit <- sampling(model, data, chains = 4, warmup = 1000, iter = 2000, cores = 1, refresh = 0, seed = settings$seed + 1)
writeLines(format(cpu() - began), file.path(folder, "seconds.txt"))
theta <- as.array(fit, pars = "theta")
shape <- c(dim(theta)[1:2], nrow(x), length(alpha))
writeBin(as.double(aperm(array(theta, shape), c(4, 3, 1, 2))), file.path(folder, "theta.bin"))
writeLines(paste(shape[c(4, 3, 1, 2)], collapse = " "), file.path(folder, "theta.txt"))
