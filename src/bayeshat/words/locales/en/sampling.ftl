# How sampling ended: R-hat, effective sample sizes, and what to do.

# $stands is the message below.
sampling-agree = { $chains ->
    [one] The two halves of the only chain agree: { $stands }.
   *[other] The chains agree: { $stands }.
}
sampling-stands = R-hat is at most { $rhat } and the effective sample size at least { $effective }
sampling-switching = { $chains ->
    [one] The two halves of the only chain agree
   *[other] The chains agree
} on everything that does not depend on the clusters' names: { $stands }. The labels are not identified: some clusters have the same prior, so nothing says which of them is which, and a name may stand for different groups in different draws.
sampling-apart = { $chains ->
    [one] The chain has not converged
   *[other] The chains have not converged
}: R-hat must be below { $limit } and effective sample sizes at least { $least }; { $stands }, worst for { $worst }.
sampling-checked = Checked for { $count } of the { $all } people, evenly spread.
sampling-do-priors = To get groups whose names mean something, give every cluster its own answer prior.
sampling-do-chains = There is no other chain to compare it with: raise { $chains } to 2 or more.
sampling-do-draws = Raise { $draws }: { $kept } are too few to show { $least } effective ones.
sampling-do-longer = The sampler moves slowly: raise { $draws }, e.g. to 64000.
sampling-do-settle = The chain has not settled yet: raise { $tune }, and raise { $chains } to 2 or more.
sampling-do-tune = The chains are in different places: each explains the answers in its own way. More draws alone may not bring them together: raise { $tune } and { $chains }.
sampling-totals = The totals were known: { $totals }.
sampling-totals-tell = The survey's prior does not tell all groups apart; where it does not, only their totals say which group is which, and the closer these are, the less sure that is.
sampling-learned-some = The answer probabilities were learned from { $learned } of { $all } people, chosen at random.
sampling-learned-known = The answer probabilities were learned from { $learned } of { $all } people, whose group is known.
sampling-taught = The answer probabilities are those that the survey learned from at least { $learned } people whose group is known.
sampling-fewer-draws = Because there are many people, only { $kept } draws are kept.
sampling-on-cpu = These people were sampled on the CPU: the GPU takes Gibbs sampling, choices with a stated prior, and up to { $most } clusters, without totals or learned corrections.
sampling-log-likelihood = log likelihood
sampling-size = size of cluster { $rank } by size
sampling-together = { $one } and { $other } together
sampling-no-cupy = device='cuda' needs CuPy, which is not installed. Run pip install 'bayeshat[cuda]', or leave device out to use the CPU.
sampling-no-gpu = device='cuda' needs an NVIDIA GPU with a working driver; none was found. Check that nvidia-smi lists one, or leave device out to use the CPU.
sampling-totals-corrections = The survey's corrections (what answers say when all are taken together) do not count where totals are known; give { SETTING("size_prior") } instead of { SETTING("totals") } to use them.
sampling-style = Some people rate everything higher than others do, whatever their group. Groups are made from what { $ratings } ratings say apart from that; { SETTING("style", "none") } makes them from the ratings as they are.
    .page = Some people rate everything higher than others do, whatever their group. Groups are made from what { $ratings } ratings say apart from that.
sampling-spread-of-styles = spread of answering styles
sampling-style-unknown = { SETTING("style") } must be 'auto', 'common' or 'none'; got { $got }. Take 'auto' if in doubt.
sampling-style-elsewhere = { SETTING("style", "common") } needs Gibbs sampling of answers in memory on the CPU; got { $sampler } on { $place }. Leave it out, or use { SETTING("style", "none") }.
sampling-style-impossible = { SETTING("style", "common") } needs at least { $least } ratings of a survey that says nothing about its groups, single membership, and neither known people nor totals; that is not so here. Use { SETTING("style", "auto") }.
