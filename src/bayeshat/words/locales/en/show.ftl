# What the command prints about a result. Names of people and groups stand as somebody wrote them.

show-counts-house = { $people ->
    [one] 1 person
   *[other] { $people } people
}, { $groups ->
    [one] 1 house
   *[other] { $groups } houses
}
show-counts-group = { $people ->
    [one] 1 person
   *[other] { $people } people
}, { $groups ->
    [one] 1 group
   *[other] { $groups } groups
}
show-percentages-house = Percentages: how often a person is in each house, in groupings that fit everybody's answers.
show-percentages-group = Percentages: how often a person is in each group, in groupings that fit everybody's answers.
show-errors = ±: how far off a percentage may be, in points; more draws ({ $draws }) make it smaller.
show-sizes = Sizes
show-sizes-group = group
show-sizes-people = people
show-sizes-wanted = wanted
show-meet = everybody can come: { $times }
show-here = here
show-other = most probable other group
show-rounds-files = Lists are of round 1; rounds.csv has all rounds.
# $changes are sentences such as "Ann changes places with Bo."
show-ways = { $count ->
    [one] There is 1 other main way to group them: the report (--report) shows them.
   *[other] There are { $count } other main ways to group them: the report (--report) shows them.
}
show-way-likelier = Another way to group them is likelier ({ $share } against { $ours }): { $changes } These groups are closest to the truth on average.
show-way-as-likely = Another way to group them is about as likely: { $changes }
show-way-other = There is another way to group them, with a chance of { $share }: { $changes }
show-done = Done in { $seconds } s. Files:
show-contributions = What each question contributes
show-question = question
show-weight = weight
show-without = sorting without it
show-learned = { $file }: { $questions ->
    [one] 1 question
   *[other] { $questions } questions
}, { $houses ->
    [one] 1 house
   *[other] { $houses } houses
}.
show-file = File: { $file }
show-prior = Membership prior: { $prior }
show-option = option
show-scheduler = Scheduler { $address }, { $count ->
    [one] 1 worker
   *[other] { $count } workers
}.
show-partitions = { $count ->
    [one] 1 file
   *[other] { $count } files
} of groups in { $folder }, { $seconds } s.
