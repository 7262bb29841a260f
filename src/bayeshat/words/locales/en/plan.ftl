# What people ask for when they sort or mix. Names stand as somebody wrote them.

plan-no-target = { SETTING("target") } must say how large the groups are, or all people would be in one; got none. Use { SETTING("target", "balanced") }, or a range such as "4..6".
plan-wished-groups = { SETTING("wishes") } must name as many groups as there are to be; got { $groups } groups and wishes for { $count }: { $wished }. Give the groups that there are, with their sizes, e.g. "{ $example }=8"; wishes for others cannot be granted.
plan-totals = { SETTING("totals") } must count everybody, also people whose group is known; got { SETTING("known") } without { SETTING("known_count") }. Add { SETTING("known_count") }, or leave the totals out.
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
