# What is being done, beside the bar that shows how far long work has come.

progress-starting = starting
progress-preparing = Preparing the calculations (once, up to half a minute).
progress-done = done

## Reading and sampling

progress-reading = reading answers
progress-tuning = tuning ({ $memory } of draws)
progress-sampling = sampling
progress-more = still sampling: not settled yet
progress-everybody = labels of everybody
progress-labels = drawing labels ({ $memory })
progress-memory = { $people } people x { $draws } draws: { $memory }
progress-memory-each = { $told }, { $own } on each of { $count ->
    [one] 1 worker
   *[other] { $count } workers
} with { $room }
progress-checking = checking the model
progress-halves = sorting by half of the questions
progress-numbers = { $count ->
    [one] 1 group
   *[other] { $count } groups
}

## Deciding

# $step is one of the following.
progress-deciding = deciding: { $step }
progress-starts = trying starts
progress-exploring = exploring
progress-improving = improving the best
progress-choices = granting choices
progress-rules = keeping to the rules
progress-proof = preparing the proof
progress-bounds = bounding the loss
progress-programs = solving integer programs
progress-groups = looking at every group
progress-proving = proving

## After that

progress-distances = measuring distances
progress-alternatives = looking for alternatives
progress-core = looking for the sure core
progress-again = asking again
progress-rule-costs = finding out what each rule costs
progress-rounds = planning rounds
progress-seats = giving people places
progress-asking = asking { $host }
progress-publishing = writing to { $host }
progress-better-rounds = improving rounds
progress-writing = writing
progress-files = writing files

## What keeps calculations from being kept

progress-not-kept = The prepared calculations could not be kept in { $folder } ({ $why }), so they will be prepared again next time. Free some space, or set NUMBA_CACHE_DIR to a folder that can be written to.
progress-kept-elsewhere = NUMBA_CACHE_DIR must name a folder that can be written to; got { $got }. The prepared calculations are kept in { $folder } instead.
