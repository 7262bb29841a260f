# Groups for several rounds.

rounds-new = { $earlier ->
    [0] In { $rounds } rounds, nobody meets anybody twice.
   *[other] In { $rounds } rounds, nobody meets anybody twice, or anybody from an earlier group.
}
rounds-again = In { $rounds } rounds, { $pairs ->
    [one] 1 pair meets
   *[other] { $pairs } pairs meet
} { $earlier ->
    [0] more than once
   *[other] more than once, counting earlier groups
}: { $repeats ->
    [one] 1 repeated meeting
   *[other] { $repeats } repeated meetings
}
# $meetings is the sentence above.
rounds-fewest = { $meetings }, the fewest possible after this first round, with these sizes and rules.
rounds-least = { $fewest ->
    [0] { $meetings }. Whether there could be fewer is not known.
   *[other] { $meetings }, of which at least { $fewest } cannot be avoided.
}
