# What people ask for when they sort or mix. Names stand as somebody wrote them.

plan-no-target = { SETTING("target") } must say how large the groups are, otherwise all people would be in one; got none. Use { SETTING("target", "balanced") }, or a range such as "4..6".
plan-wished-groups = { SETTING("wishes") } must name as many groups as will be made; got { $groups } groups and wishes for { $count }: { $wished }. Give the groups with their sizes, e.g. "{ $example }=8"; wishes for others cannot be granted.
plan-totals = { SETTING("totals") } must count everybody, including people whose group is known; got { SETTING("known") } without { SETTING("known_count") }. Add { SETTING("known_count") }, or leave the totals out.
plan-known = Their group is known: add { SETTING("known_count") } to sort them too.
    .page = Their group is known, so they are not sorted: leave these rules out.
plan-placed-known = People who were placed before must be part of the groups; got { $names }, whose group is known through { SETTING("known") } too. Add { SETTING("known_count") }, or remove them from one of the two.
plan-placed-gone = Everybody who was placed before must be among the answers; { $names } { $count ->
    [one] is
   *[other] are
  } missing. Give everybody's answers. If they have left, remove them from the earlier groups, or sort with { SETTING("stay") }, which moves as few people as possible.
plan-no-such-group = The earlier groups must be among { $groups }; got "{ $group }" for "{ $name }". Correct the name of the group, or give sizes for the groups that there are.
plan-no-question = At least one question must be left to sort people by; got rules that use all { $count } for other things. Leave one of these rules out, or use mix_people, which does not sort.
    .page = At least one question must be left to sort people by; the rules use all { $count } for other things. Leave one of these rules out.

## How people were mixed

plan-by-chance = You named no column to mix by, so the groups are random. Name columns with { SETTING("mix") }.
plan-choices-weighed = First choices count more than second ones, and so on; other wishes are weighed against them.
plan-choices-proven = No other groups grant more first choices{ $ranks ->
    [one] { "" }
    [2] , or as many of these and more second ones
   *[other] , or as many of these and more second ones, and so on
  }: this was proven.
plan-choices-open = The search stopped early: other groups may grant more first choices{ $ranks ->
    [one] { "" }
    [2] , or as many of these and more second ones
   *[other] , or as many of these and more second ones, and so on
  }.
plan-nobody-proven = Nobody should do badly: no other groups have a better worst choice, or fewer people with it, and so on: this was proven.
plan-nobody-open = Nobody should do badly. The search stopped early: in other groups, the worst choice may be better, or fewer people may get it.
plan-average-proven = No other groups grant better choices on average: this was proven.
plan-average-open = The search stopped early: other groups may grant better choices on average.
plan-fair-unused = A rule says in which order choices are granted. It is for groups made by choices alone; here, wishes are weighed against answers.

## Who got less than they wished, and what more equal groups would cost. $place is a choice, 0 for none of theirs; $nth is "2nd".

plan-nth = { $number ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $number }th
}
plan-less = Less than their first choice: { $count ->
    [one] 1 person
   *[other] { $count } people
}, { $names }.
plan-less-one = { $name } ({ $place ->
    [0] none of theirs
   *[other] { $nth } choice
})
# Where everybody gets $each groups. $only is 1 if a person got fewer of their choices than that.
plan-less-several = Less than their first { $each } choices: { $count ->
    [one] 1 person
   *[other] { $count } people
}, { $names }.
plan-less-places = { $name } ({ $count ->
    [0] none of theirs
   *[other] { $only ->
        [0] { "" }
       *[other] only{" "}
    }{ $nths } choice
})
plan-worst-several = { $place ->
    [0] { $count ->
        [one] 1 person
       *[other] { $count } people
    } got a group that they did not choose; the other groups that people got are choice { $average } on average.
   *[other] The worst that anybody got is their { $nth } choice ({ $count ->
        [one] 1 person
       *[other] { $count } people
    }); on average, the groups that people got are choice { $average }.
}
plan-worst = { $place ->
    [0] { $count ->
        [one] 1 person
       *[other] { $count } people
    } got none of their choices; the others got choice { $average } on average.
   *[other] The worst that anybody got is their { $nth } choice ({ $count ->
        [one] 1 person
       *[other] { $count } people
    }); on average, people got choice { $average }.
}
plan-fairer = Making sure that { $place ->
    [0] everybody gets { $each ->
        [1] one of their choices
       *[other] only groups that they chose
    }
   *[other] nobody gets worse than their { $nth } choice
} would cost { $count ->
    [0] no first choices, { $order ->
        [average] but choices would be worse on average
       *[other] only later ones
    }
    [one] 1 first choice
   *[other] { $count } first choices
}.
plan-fewer-worst = Letting { $fewer ->
    [one] only 1 person
   *[other] only { $fewer } people
} instead of { $now } get { $place ->
    [0] none of their choices
   *[other] their { $nth } choice or worse
} would cost { $count ->
    [0] no first choices, { $order ->
        [average] but choices would be worse on average
       *[other] only later ones
    }
    [one] 1 first choice
   *[other] { $count } first choices
}.
plan-fairest = In no other groups would fewer people get that or worse.
plan-fair-price = This costs first choices: if they came first, { $first } instead of { $now } people would get theirs, and { $place ->
    [0] { $count } would get { $each ->
        [1] none of their choices
       *[other] a group that they did not choose
    }
   *[other] the worst would be a { $nth } choice ({ $count ->
        [one] 1 person
       *[other] { $count } people
    })
}.
plan-fair-free = This costs no first choices.
# $text holds the sentences above.
plan-fairness = { $text }

## Waiting lists

plan-waiting-way = A waiting list must be made by "lottery" or by "first come"; got "{ $got }". Write one of these.
plan-waiting-sizes = With a waiting list, { SETTING("target") } must say how many people each group may have at most. Write e.g. "Pottery=8,Chess=12", or "..10" and the number of groups.
plan-waiting-missing = Who moves up is decided by a waiting list; got none. Add { SETTING("waiting_list", "lottery") }, as the first time.
plan-left-without = Who has left must have been in earlier groups; got none of these. Give { SETTING("before") } too.
plan-left-unknown = Who has left must be in the earlier groups; "{ $name }" is not. { $known ->
    [0] Check the name.
   *[other] Did you mean "{ $near }"?
}
plan-no-such-place = The earlier groups must be among { $groups }; got "{ $group }". Give the same sizes as the first time.
plan-offer-waiting = Or let { $count ->
    [one] 1 person
   *[other] { $count } people
} wait for a place: { SETTING("waiting_list", "lottery") }.
plan-nobody-waits = Nobody has to wait: there is a place for everybody.
plan-waits = { $count ->
    [one] 1 person of { $people } waits for one of the { $places } places
   *[other] { $count } people of { $people } wait for one of the { $places } places
}, { $how ->
    [lottery] drawn by lot
   *[first] since they came last
}: { $names }.
plan-waits-rules = Under the rules, { $placed } of the { $places } places can be taken. { $count ->
    [one] 1 person of { $people } waits
   *[other] { $count } people of { $people } wait
}, { $how ->
    [lottery] drawn by lot
   *[first] each in the order of the table
}: { $names }.
plan-moved-up = { $gone ->
    [0] Nobody has left.
   *[other] { $left } left.
} { $count ->
    [0] Nobody moves up.
    [one] { $moved } moves up. Nobody else moves.
   *[other] { $moved } move up. Nobody else moves.
}
plan-left-broken = Because somebody left, these rules are not met any more: { $rules }.
plan-waiting-count = A waiting list counts people; got { SETTING("count_by") } too. Leave one of them out.

## Several groups for everybody, and time slots

plan-each-groups = Everybody must get different groups; got { $each } for each person, and { $count ->
    [one] only 1 group
   *[other] only { $count } groups
}. Ask for fewer with { SETTING("each") }, or give more groups.
plan-each-slots = Nobody can be in two groups at the same time; got { $each } groups for each person, and { $count ->
    [one] only 1 time slot
   *[other] only { $count } time slots
} ({ $slots }). Ask for fewer with { SETTING("each") }, or add a time slot.
plan-each-workshops = Nobody gets the same workshop twice, so with these time slots nobody can have more than { $most }; got { $each } for each person. Ask for fewer with { SETTING("each") }, or add other workshops.
plan-each-sizes = Every group must have a size; got none for { $groups }. Add { $count ->
    [one] its size
   *[other] their sizes
}, or take { $count ->
    [one] it
   *[other] them
} out of { SETTING("slots") }.
plan-slots-unknown = Time slots must name groups that there are ({ $groups }); got "{ $group }" in { $slot }. { $known ->
    [0] Check the name.
   *[other] Did you mean "{ $near }"?
}
plan-slots-missing = Every group must be in a time slot; "{ $group }" is in none of these: { $slots }. Add it to one of them.
# $in_slot is 1 if one time slot is meant. $gap is how many places are missing.
plan-few-places = { $in_slot ->
    [0] There must be { $each } places for each of the { $people } people, { $needed } in all
   *[other] There must be a place for each of the { $people } people in the time slot { $slot }
}; the sizes leave { $places }. Add { $gap ->
    [one] 1 place
   *[other] { $gap } places
}.
plan-many-places = { $in_slot ->
    [0] { $people } people in { $each } groups each can fill { $needed } places
   *[other] { $people } people can fill { $needed } places in the time slot { $slot }
}; the sizes need at least { $places }. Take { $gap ->
    [one] 1 place
   *[other] { $gap } places
} away.
plan-each-with = With { $each } groups for each person, { $setting } is not possible. Leave one of the two out.
plan-slots-unused = Rules about time slots are for people who get several groups; here, everybody gets one.
plan-earlier-several = Earlier groups must be one for each person; got { $each } for each. Give an assignment with one group each.
