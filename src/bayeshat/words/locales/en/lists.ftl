# Why people are where they are, written to each of them.

lists-given = The organisers gave you this place.
lists-silent = We have no answers from you, so you were placed where there was room.
lists-sizes = You were placed here because of the sizes of the groups.
lists-sizes-rules = You were placed here because of the sizes of the groups and the organisers' rules.
lists-fits = Your answers do not point to one group, so you were placed where you fit in well with the others.
# $said is such as: answered "tea" to "What do you drink?" and did not tick "sport" at "What do you like?"
lists-why = You { $said }, which is more common in { $group } than elsewhere.
lists-answered = answered { $answers }
lists-answer = "{ $option }" to "{ $question }"
lists-answer-more = "{ $option }" (more than most) to "{ $question }"
lists-answer-less = "{ $option }" (less than most) to "{ $question }"
lists-not-ticked = did not tick { $ticks }
lists-tick = "{ $option }" at "{ $question }"
lists-ticks = { $first } or { $last }
