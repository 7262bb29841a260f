# People whose group is known, and what was learned from them. Names stand as somebody wrote them.

known-nobody-left = Somebody must be left to sort; got { $count } people whose group is known already. Add the answers of people without a group, or learn a survey from these (learn_survey, bayeshat learn).
known-none = { SETTING("known") } must give at least one person's group; got none. Fill in the groups of those you know, or leave { SETTING("known") } out.
known-no-heading = { SETTING("known") } must be a heading of the answers, or a file of names and groups; got "{ $heading }", which does not exist. Check the path.
known-twice = Every name in the list of known groups must be one person's; got { $names } more than once. Make the names different, or name the groups in a column of the answers.
known-unknown-houses =
    Every known group must be one of the survey's ({ $houses }); got { $count } that { $count ->
        [one] is
       *[other] are
    } not
    { $wrong }
    Correct the names, or leave them empty.
known-wrong = { $person }: "{ $house }"
known-wrong-near = { $person }: "{ $house }" (nearest: "{ $near }")
known-count-alone = { SETTING("known_count") } needs people whose group is known; got no { SETTING("known") }. Add { SETTING("known") }, or leave { SETTING("known_count") } out.
known-weights = { SETTING("weights") } must be 'auto' or 'off'; got { $got }. Take 'auto' if in doubt.
known-discount = { SETTING("discount") } must be a number above 0 and up to 1; got { $got }. Use 0.5 if in doubt.
known-few-answers = Some question must have two answers that at least { $least } people gave each; got none. Give the answers of more people, or lower { SETTING("least") }.
known-file-exists = The survey must be saved to a new file; got { $file }, which exists. Choose another name, or pass force=True.

## What was learned

known-people = { $count ->
    [one] Learned from 1 person whose group is known ({ $houses }).
   *[other] Learned from { $count } people whose group is known ({ $houses }).
}
known-missing = Nobody is known to be in { $houses }: what people there answer is guessed from the survey and from everybody's answers. Add somebody who belongs there if you can.
known-absent = { $count ->
    [one] Nothing could be learned from 1 person whose group is known but who did not answer: { $names }.
   *[other] Nothing could be learned from { $count } people whose group is known but who did not answer: { $names }.
}
known-tested = As a test, each of them was sorted by what the others taught: { $right } of { $count } ended up in their right group.
# How well people are sorted without a question.
known-fall-large = much worse
known-fall-medium = worse
known-fall-small = slightly worse
known-fall-none = no difference
known-fall-better = better
known-weights-few = Weights of questions are only learned from { $least } people or more.
known-weights-own = The survey's own weights of questions count.
known-weights-full = All questions count fully: other weights would not have sorted these people clearly better.
known-weights-learned = How much each question counts was learned from them too: a question that repeats others counts less.
known-weights-mixed = All questions count fully, as they must where people may belong to several groups. Use { SETTING("membership", "single") } to learn how much each question should count.
known-corrections = { $power ->
    [0] People are sorted by what each answer says about each group when all answers are taken together (a regression). That sorted these people clearly better than how often people of each group give an answer.
   *[other] Two ways to tell groups apart are combined, because that sorted these people clearly better: how often people of each group give an answer, and what each answer says when all are taken together (a regression).
}
known-corrections-totals = People are sorted by how often people of each group give an answer. What answers say when all are taken together (a regression) is not learned where totals are known; give { SETTING("size_prior") } instead of { SETTING("totals") } to learn it.
known-corrections-empty = { $count ->
    [one] Leaving a question empty counts as an answer in 1 question.
   *[other] Leaving a question empty counts as an answer in { $count } questions.
}
known-spreads-alike = Numbers are assumed to vary about as much in every group, which sorted these people better.
known-rare-options = { $count ->
    [one] 1 option that fewer than { $least } people chose was left out; add to the file whatever else people may choose.
   *[other] { $count } options that fewer than { $least } people chose were left out; add to the file whatever else people may choose.
}
known-nothing-taught = No prior count was learned, because fewer than { $least } people of one group gave the same answer: the counts are as before. Lower { SETTING("least") }, or give the answers of more people.

## A comment in the file of a learned survey

known-survey-taught = { $count ->
    [0] This survey was learned from fewer than { $least } people whose group is known.
   *[other] This survey was learned from at least { $count } people whose group is known.
}
known-survey-untaught = { $count ->
    [0] This survey was to be learned from fewer than { $least } people whose group is known.
   *[other] This survey was to be learned from at least { $count } people whose group is known.
}
known-counts = Each prior count is the count before plus { $discount } times the number of these people in the group who gave the answer. People are counted in steps of { $least }, so fewer than { $least } do not count and leave the count as it was. The people of each group, in learned_from, are counted in the same steps. So the file gives away nobody's answers.
known-means = Means and spreads of numbers come from at least { $count } people.
known-corrections-file = Every correction comes from at least { $count } people who gave that answer, or left the question empty. What fewer than { $least } people of a group answered to a question is left out there.
known-may-change = You may change any number.
