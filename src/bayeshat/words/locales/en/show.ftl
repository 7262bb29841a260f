# What the command prints about a result. Names of people and groups stand as somebody wrote them.

show-percentages = Percentages: { $noun ->
    [house] how often a person is in each house, in groupings that fit everybody's answers.
    [own] the chance that a person belongs in each group.
   *[group] how often a person is in each group, in groupings that fit everybody's answers.
}
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
show-learned = { $file }: { $size }.
# A survey's size: questions and groups.
show-size = { $questions ->
    [one] 1 question
   *[other] { $questions } questions
}, { $noun ->
    [house] { $groups ->
        [one] 1 house
       *[other] { $groups } houses
    }
   *[group] { $groups ->
        [one] 1 group
       *[other] { $groups } groups
    }
}
show-file = File: { $file }
show-prior = Membership prior: { $prior }
show-option = option
# How many of the imagined people of a group tick an option.
show-ticks = { $ticks } of { $people }
show-loss = Expected loss { $loss } ({ $measure }); expected distance from the true groups by VI: { $bits } bits.
show-scheduler = Scheduler { $address }, { $count ->
    [one] 1 worker
   *[other] { $count } workers
}.
show-partitions = { $count ->
    [one] 1 file
   *[other] { $count } files
} of groups in { $folder }, { $seconds } s.
show-picture = { $file }: the same as a picture.
show-checked = { $file }: no problems found. { $size }.
show-choose = To choose the questions yourself, use --only or --skip, with --force to write the file again.
show-next = Next: { $command }
show-ready = Ready after { $seconds } s. Kept in { $folder }.
show-groups = { $noun ->
    [house] Houses
   *[group] Groups
}: { $names }
# What stands above the prior of a question without options.
show-kind-number = number
show-kind-rating = rating
show-kind-count = count
show-waiting = Waiting list  ({ $count })
