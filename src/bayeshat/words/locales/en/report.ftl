# The report, a page. Names of people and groups stand as somebody wrote them. $noun is "house" or "group".

report-title = { $title }: { $counts }
report-counts = { $people ->
    [one] 1 person
   *[other] { $people } people
} in { $noun ->
    [house] { $groups ->
        [one] 1 house
       *[other] { $groups } houses
    }
   *[group] { $groups ->
        [one] 1 group
       *[other] { $groups } groups
    }
}
report-people = { $count ->
    [one] 1 person
   *[other] { $count } people
}
report-card = { $count ->
    [one] <b>1</b> person
   *[other] <b>{ $count }</b> people
}
report-more = And { $count } more.
report-more-people = { $count ->
    [one] 1 more person
   *[other] { $count } more people
}
report-and = And { $what }.
report-nobody = Nobody.
report-skip = To the { $noun ->
    [house] houses
   *[group] groups
}
report-waiting = Waiting list
report-made = Made with bayeshat { $version }. This page is one file: it loads nothing and sends nothing.
report-check = Please check
report-check-now = Please check.
report-person = Person
report-picture = Picture
report-group = { $noun ->
    [house] House
   *[group] Group
}
report-statisticians = For statisticians
report-share-of = { $group } { $share }

## Contents

report-contents = Contents
report-to-members = Members
report-to-index = A to Z
report-to-sure = How sure
report-to-settled = How settled
report-to-swaps = Swaps
report-to-sizes = Sizes
report-to-rules = Rules
report-to-learned = Learned
report-to-why = Why
report-to-other = Another way
report-to-quality = Quality
report-to-again = Cite and repeat

## The groups and their members

report-groups = The { $noun ->
    [house] houses
   *[group] groups
} and their members
report-settled-count = { $settled ->
    [one] 1 of { $people } is settled
   *[other] { $settled } of { $people } are settled
}, { $leaning ->
    [one] 1 is leaning.
   *[other] { $leaning } are leaning.
}
report-arbitrary = The survey does not say how its groups differ, so their names are arbitrary: what counts is who is together.
report-other-groups = These groups are not those of the survey. What counts is who is together, not what a group is called.
report-wanted = wanted: { $sizes }
report-times = Everybody can come: { $times }
report-show-names = Show the { $count } names
report-sheet = { $part } of { $parts }
report-lists = { $title }: lists
report-places-round = Place { $last } is beside place 1.
report-places-row = The places go from one end of the row to the other.
report-table-round = Table { $number }
report-table-row = Row { $number }
report-place = Place { $place }
report-place-cards = { $title }: place cards

## People from A to Z

# Of a plan of several rounds.
report-round = Round { $number }
report-index = People from A to Z
report-find = Find a person
report-all = All { $people }
# A script fills in the number.
report-found = {"{count}"} found

## How sure places are

report-sure = How sure we are
report-single = There is only one { $noun ->
    [house] house
   *[group] group
}, so everybody is in it.
# $level is such as "80 %".
report-scale-0 = { $noun ->
    [house] { $level } or more for their own house
   *[group] { $level } or more for their own group
}
report-scale-0-fixed = { $noun ->
    [house] { $level } or more for their own house, or their place is fixed
   *[group] { $level } or more for their own group, or their place is fixed
}
report-scale-1 = less, but at least twice as much as for any other { $noun ->
    [house] house
   *[group] group
}
report-scale-2 = no { $noun ->
    [house] house
   *[group] group
} has at least twice as much as the others: look at these people first
report-scale-3 = another { $noun ->
    [house] house
   *[group] group
} has at least twice as much, but { $by ->
    [rules] sizes, rules
   *[sizes] sizes
} or the people they go with keep them here
report-percentages = A percentage is the chance that a person belongs in a { $noun ->
    [house] house
   *[group] group
}: { $level } means that in 8 of 10 groupings that fit everybody’s answers, they are in it. { $noun ->
    [own] Other questions could make other groups.
   *[group] Of ten people with { $level }, about two belong elsewhere.
}
report-percentages-lowered = A percentage is the chance that a person belongs in a group. Other questions would confirm less than these answers alone suggest, so the percentages are lowered: on average, they say how many people would be in the same group with other questions.
report-percentages-rest = The rest, up to 100 %, are groupings in which they go with none of these groups.
report-bars = { $noun ->
    [house] Each bar shows all houses for one person, from 0 to 100 %. The tall, outlined part is the house they are in.
   *[group] Each bar shows all groups for one person, from 0 to 100 %. The tall, outlined part is the group they are in.
}
report-bars-compact = { $noun ->
    [house] With this many people, only their own house and the next best are drawn. Unfold a house to see its people, also before printing.
   *[group] With this many people, only their own group and the next best are drawn. Unfold a group to see its people, also before printing.
}
report-surest-first = the surest first
report-chances = Chances
report-how-sure = How sure
report-next = next: { $group } { $share }

## Who could move or swap

report-moves = Who could move at almost no cost
report-moves-some = If one of these people moved, at most { $cheap } fewer people would be expected in { $noun ->
    [house] their right house
    [own] the group that suits them
   *[group] their right group
}{ $sizes ->
    [wanted] ; the sizes would change.
   *[any] .
}
report-moves-list = People who could move alone
report-moves-from = Is in → could be in
report-change = { $noun ->
    [own] Change in people whom their group suits
   *[group] Change in people right
}
report-moves-barred = Nobody can move alone, because { $by ->
    [rules] the sizes or the rules do not allow it.
   *[sizes] the sizes are met exactly.
}
report-moves-can-swap = But people can swap.
report-moves-none = { $noun ->
    [house] Nobody could: any move would mean more than { $cheap } fewer people expected in their right house, or a house in which the person has a chance of less than { $least }.
    [own] Nobody could: any move would mean more than { $cheap } fewer people expected in the group that suits them, or a group in which the person has a chance of less than { $least }.
   *[group] Nobody could: any move would mean more than { $cheap } fewer people expected in their right group, or a group in which the person has a chance of less than { $least }.
}
report-swaps = Who could swap at almost no cost
report-swaps-some = If the two people in a row changed places, the sizes would stay as they are{ $by ->
    [rules] , all rules that must hold would hold
   *[sizes] {""}
} and the groups would be almost as good: at most { $cheap } fewer people would be expected in { $noun ->
    [house] their right house
    [own] the group that suits them
   *[group] their right group
}.
report-swaps-list = Pairs of people who could swap
report-swaps-with = could swap with
report-swaps-more = { $count ->
    [one] And 1 more pair.
   *[other] And { $count } more pairs.
}
report-swaps-single = There is only one { $noun ->
    [house] house
   *[group] group
}, so there is nothing to swap.
report-swaps-skipped = With this many people, the search for swaps was left out.
report-swaps-none = Nobody could: any swap { $by ->
    [rules] that the rules allow would
   *[sizes] would
} mean more than { $cheap } fewer people expected in { $noun ->
    [house] their right house, or a house
    [own] the group that suits them, or a group
   *[group] their right group, or a group
} in which one of the two has a chance of less than { $least }.
report-none = none

## Sizes

report-sizes = Sizes
report-sizes-none = No sizes were asked for.
report-sizes-met = All sizes are as wanted.
report-sizes-off = { $count } of { $all } sizes are not as wanted.
report-sizes-mark = The mark on each bar is the wanted size.
report-sizes-list = Size of each { $noun ->
    [house] house
   *[group] group
}
report-sizes-list-wanted = Size of each { $noun ->
    [house] house
   *[group] group
} beside the wanted one
report-sizes-people = People
report-sizes-wanted = Wanted
report-sizes-by = Off by
report-sizes-of = { $size } of { $wanted } wanted

## How settled the groups are

report-settled = How settled are these { $noun ->
    [house] houses
   *[group] groups
}?
report-open = Who could go either way
report-elsewhere = Who would fit better elsewhere
report-or = or
report-unnamed = And { $people }: see the column “settled” of assignments.csv.
report-ways = Other ways to group these people
report-ways-none = No other way stands out.
report-ways-many = No other way stands out: there are many that differ a little, and none of them is clearly likelier than the rest.
report-ways-main = There are { $count } main ways, which all keep to the { $kept ->
    [rules] sizes and rules
    [sizes] sizes
   *[number] number of { $noun ->
        [house] houses
       *[group] groups
    }
}. The chance of each is that it is the one closest to the truth. These { $noun ->
    [house] houses
   *[group] groups
} are closest to it on average, even if another way has a larger chance.
report-way-here = These { $noun ->
    [house] houses
   *[group] groups
}
report-way = Way { $number }
report-way-same = As in this report.
report-everybody-moved = Everybody who changes groups in another way
report-by-here = { $who ->
    [everybody] Everybody
   *[moved] Everybody who changes groups in another way
}, by the { $noun ->
    [house] house
   *[group] group
} that they are in here:
report-stays = stays
report-ball = The { $level } credible ball around these groups has a radius of { $radius } (<code>{ $distance }</code>); it holds { $inside } of the draws. Groupings at its edge, and the nearest ones that keep to the sizes and rules:
report-ball-list = Extremes of the credible ball
report-ball-draw = Draw in the ball
report-ball-clusters = Clusters
report-ball-distance = Distance
report-ball-nearest = Nearest that keeps to sizes and rules
report-ball-farthest = farthest
report-ball-fewest = fewest clusters
report-ball-most = most clusters
report-bits = { $number } bits
report-losses = Expected losses of the { $count } ways: { $losses }.
report-curve = Share of people who belong in their { $noun ->
    [house] house
   *[group] group
}, against the probability
report-probability = probability
report-curve-words = Share of people who belong in their { $noun ->
    [house] house
   *[group] group
} with at least this probability: each person separately (solid line), and the sure core, who all do at once (dashed line).
report-curve-sample = The core was looked for among { $count } of { $all } people.

## Rules

report-rules = Rules
report-rules-round = This is how round 1 kept to the rules. Rules that must hold are kept in every round.
report-rules-show = Show the rules
report-rules-list = The rules and what became of them
report-rule = Rule
report-rule-why = Why
report-rule-kept = Kept

## What was learned

report-learned = What was learned from people whose group is known
report-learned-questions = What each question contributes
report-learned-weights = A weight of 1 counts fully, 0 not at all. The last column says how well known people would have been sorted without the question.
report-learned-list = Questions with their weights, those that matter most first
report-question = Question
report-weight = Weight
report-without = Without it

## Why

report-why = Why this { $noun ->
    [house] house
   *[group] group
}
report-why-single = There is only one { $noun ->
    [house] house
   *[group] group
}, so there is nothing to explain.
report-speaks = What speaks most for each { $noun ->
    [house] house
   *[group] group
}
report-speaks-times = “2.0 ×” means: twice as probable in this { $noun ->
    [house] house
   *[group] group
} as in the others, on average.
report-speaks-none = No answer stands out.
report-counted = { $count } of { $answered }
report-average = { $mean } on average
report-mean-of = { $count ->
    [one] 1 answer
   *[other] { $count } answers
}
report-answers = What people answered
# The part in brackets is hidden on narrow screens.
report-answers-words = For each answer: the share of the { $noun ->
    [house] house’s
   *[group] group’s
} members who gave it (and how many){ $means ->
    [means] , or the mean of their numbers
   *[shares] {""}
}, what was expected before anybody was grouped<span class="wide"> (the mark on the bar)</span>, and what is expected now. A star marks the answers that speak most for a { $noun ->
    [house] house
   *[group] group
}.
report-left-out = { $count ->
    [one] 1 question that hardly separates the { $noun ->
        [house] houses
       *[group] groups
    } is left out.
   *[other] { $count } questions that hardly separate the { $noun ->
        [house] houses
       *[group] groups
    } are left out.
}
report-several = People could tick several options.
report-missing = { $count ->
    [one] 1 person did not answer.
   *[other] { $count } people did not answer.
}
report-answers-to = Answers to question { $number }
report-gave-it = Gave it
report-gave-several = Ticked it
report-gave-ranking = Put it first
report-gave-number = Answered
report-before = Before
report-now = Now
report-mean = Mean
report-speaks-for = speaks for it
report-expected = { $share }, expected { $prior }
report-no-answer = no answer
report-by-person = Person by person
report-by-person-words = The answers that spoke most for each person’s { $noun ->
    [house] house
   *[group] group
}, with the number of the question.
report-by-person-odds = Here “2.0 ×” means: it makes this { $noun ->
    [house] house
   *[group] group
} twice as likely, compared with the one that is next for this person.
report-by-person-answers = Answers that spoke for it
report-not-answered = No question was answered.
report-none-spoke = None spoke for it.
report-by-person-many = With more than { $count } people, each person’s own answers are not listed here.
report-explain = <code>bayeshat explain NAME</code> shows them.
report-explain-python = In Python, <code>bayeshat.report.explain.explain_person(result, name)</code> shows them.
report-not-ticked = { $option }, not ticked
report-left-empty = left empty
report-more-than = { $option }, more than most
report-less-than = { $option }, less than most

## Another way to choose

report-other = Another way to choose
# $aim and $other are such as "put each person into their own house as often as possible".
report-other-aims = These groups were chosen to { $aim }. Another aim is to { $other }.
report-other-same = Here both aims give the same groups.
report-other-moved = { $noun ->
    [house] Then { $count } of { $people } people would be in another house{ $more ->
        [0] :
       *[other] , among them:
    }
   *[group] Then { $count } of { $people } people would be in another group{ $more ->
        [0] :
       *[other] , among them:
    }
}
report-other-list = The two ways side by side
report-measure = Measure
report-this = This report
report-that = The other way
report-most-probable = People in their most probable { $noun ->
    [house] house
   *[group] group
}
report-expected-right = People expected in their right { $noun ->
    [house] house
   *[group] group
}
report-right-of = { $right } of { $people }
report-disagreement = expected disagreement with the true groups { $bits } bits

## Whether everything went well

report-quality = Did everything go well?
report-sampling-good = Learning from the answers went well.
report-sampling-bad = Learning from the answers needs a second look.
report-misfit = The groups need a second look.
report-repeats-bad = Some questions seem to repeat each other.
report-repeats-good = The groups explain how answers to different questions go together.
report-decision-good = Choosing the groups went well.
report-decision-bad = The choice of the groups needs a second look.
report-sampler = { $sampling } ({ $sampler }, { $chains ->
    [one] 1 chain
   *[other] { $chains } chains
} of { $draws } draws.)
report-gibbs = Gibbs sampling
report-loss = Expected loss: { $loss }.
report-loss-words = It says how far these groups are from the true ones, averaged over everything that the answers leave possible; the groups shown have the smallest value.
report-loss-words-sizes = It says how far these groups are from the true ones, averaged over everything that the answers leave possible, plus a penalty for sizes that differ from the wanted ones; the groups shown have the smallest value. The disagreement with the truth is { $bits } bits, the distance from the wanted sizes { $distance }.

## How to cite and repeat this

report-again = How to cite and repeat this
report-method = The method: { $cite }
report-software = The software: The bayeshat developers. <cite>bayeshat</cite>, version { $version }.
report-repeat = With the same version, survey and answers, this gives the same groups:
report-repeat-generator = With the same version, survey and answers, this gives the same groups if <code>generator</code> is in the same state as it was:
report-options = All options
report-options-list = Options of this sort
report-option = Option
report-value = Value
report-version = version
