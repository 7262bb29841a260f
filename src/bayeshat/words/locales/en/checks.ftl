# Whether the model fits the answers.

# With 0 people, how many there are does not matter.
checks-noise = { $people ->
    [0] These answers hardly separate people: shuffled among the people, they go together just as well in { $cases } of 100 cases. The groups are little better than chance. Ask more people, or other questions.
   *[other] These answers hardly separate people: shuffled among the people, they go together just as well in { $cases } of 100 cases. With { $people } people nobody can tell whether there are no groups, or groups that answer these questions alike. Either way, the groups are little better than chance. Ask more people, or other questions.
}
checks-noise-known = The answers of the { $people } people whose group is known hardly say who is in which group: if these groups are shuffled, the answers fit them just as well in { $cases } of 100 cases. What was learned from these people is little better than chance. Check that the known groups are right, or ask more people or other questions.
checks-partly = People seem to belong partly to several groups rather than to just one, so these percentages are too confident.
checks-partly-do = Sort again with { $membership }.
# $shares is such as "52 %, 48 %".
checks-ways = The answers fit { $count } different ways of grouping people. Each way counts by how well it predicts people who are left out ({ $shares }).
checks-pair = { $first } with { $second }
checks-pairs-none = No pairs of questions could be checked, because there are fewer than two questions.
checks-pairs-chance = { $low } of { $pairs } pairs have a p-value below { $level }; by chance at most { $most } would
checks-pairs-explained = The groups explain how answers to different questions go together ({ $chance }).
checks-pairs-odd = The groups do not explain how some questions go together: { $pairs } ({ $chance }). Such questions say the same thing twice and make percentages too confident: leave one of each pair out, or allow more groups.
checks-repeats = These go together more closely than the groups explain: { $pairs }. They may ask the same thing twice, and then everybody's percentages are too sure. Leave one of them out, or allow more groups.
checks-prior-less = { $name }: { $house }, but { $other } if the survey's prior counted somewhat less.
checks-prior-more = { $name }: { $house }, but { $other } if the survey's prior counted somewhat more.
checks-prior-unnamed = The survey does not say how its groups differ, so nobody has a likeliest group that could change with the strength of its prior.
checks-prior-few = There are too few draws to say how much the prior decides ({ $draws } effective ones): sample more.
checks-prior-none = Nobody's likeliest group would change if the survey's prior counted somewhat more or less.

## Groups that are made from the answers alone

# $same and $chance are numbers of people in ten.
checks-halves = { $same ->
    [10] With other questions, nearly everybody would be in the same group (by chance, about { $chance } in 10).
   *[other] With other questions, about { $same } in 10 people would be in the same group (by chance, about { $chance }).
}
checks-halves-different = Other questions would make quite different groups: about { $same } in 10 people would be in the same group, and by chance about { $chance }. Treat these groups as one fair way to divide people.
checks-halves-unknown = Whether other questions would make the same groups is unknown: that takes at least { $questions } questions and { $people } people.
checks-halves-style = Whether other questions would make the same groups is unknown: some people rate everything higher than others do, and finding that in half of the questions takes at least { $ratings } ratings.
