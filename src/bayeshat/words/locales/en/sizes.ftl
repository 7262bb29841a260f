# How large groups must be, as somebody typed or wrote it. Names stand as somebody wrote them.

sizes-sum-add = Sizes must add up to the number of people ({ $people }); got { $sizes }. Add { $gap ->
    [one] { $gap } place
   *[other] { $gap } places
  }, or give shares that add up to 1.
    .page = The sizes add up to { $total }, and there are { $people } people to sort. Change the sizes until both are the same.
sizes-sum-take = Sizes must add up to the number of people ({ $people }); got { $sizes }. Take { $gap ->
    [one] { $gap } place
   *[other] { $gap } places
  } away or add people, or give shares that add up to 1.
    .page = The sizes add up to { $total }, and there are { $people } people to sort. Change the sizes until both are the same.
# $ways are sizes such as "5,5 or 4,3,3".
sizes-one = Sizes must add up to the number of people ({ $people }); got one size, { $total }. For groups of about { $total }, give a size for each group: { $ways }.
    .page = The sizes add up to { $total }, and there are { $people } people to sort. Change the sizes until both are the same.
sizes-one-of-many = Sizes must add up to the number of people ({ $people }); got one size, { $total }. For groups of about { $total }, ask for { $groups } groups of balanced sizes.
    .page = The sizes add up to { $total }, and there are { $people } people to sort. Change the sizes until both are the same.
sizes-no-sum = Sizes must add up to the number of people ({ $people }) or, as shares, to 1; got { $sizes }, which add up to { $total }. Correct the sizes.
sizes-not-groups = There must be one size per group ({ $groups }); got { $count } { $count ->
    [one] size
   *[other] sizes
  }. Leave { SETTING("groups") } out, or give as many sizes as groups.
sizes-two-numbers = { $people } people in groups of about { $size } are { $count } { $count ->
    [one] group
   *[other] groups
  }; got { $groups }. Leave one of the two out.
sizes-of-nobody = Groups must have at least 1 person each; got { $got }. Ask for groups of 1 or more.
sizes-groups = There must be at least one person per group; got { $groups } groups for { $people } { $people ->
    [one] person
   *[other] people
  }. Ask for fewer groups.
    .page = There are { $groups } groups for { $people } people, and every group needs at least one person. Ask for fewer groups, or wait for more answers.
sizes-negative = Sizes must be finite and not negative; got { $sizes }. Correct the sizes.
sizes-no-number = A size must be a number; got { $got } for { $house }. Write a number of people.
sizes-unknown-word = Sizes must be None, "balanced", a list of sizes or shares, or a mapping; got { $got }. Use { SETTING("target", "balanced") } for groups of equal size.
sizes-unknown = Sizes must be given for the survey's groups ({ $houses }); got { $got }. Give a list of sizes without names to make groups that are not the survey's.
sizes-unknown-near = Sizes must be given for the survey's groups ({ $houses }); got { $got }. Did you mean { $near }? Otherwise give a list of sizes without names to make groups that are not the survey's.
sizes-twice = Each group may be named once; got { $name } twice. Leave one of the two out.
sizes-none-to-meet = { $weight } needs sizes to meet exactly; got none. Give sizes, or { SETTING("target", "balanced") }.
sizes-none-to-tie = { SETTING("labels", "fixed") } ties each size to a group, so it needs sizes; got none. Give a size for each group, or use { SETTING("labels", "free") }.
sizes-empty-group = Every group must have people when { SETTING("pseudocount") } is 0 (an empty group is infinitely far away); got { $sizes } for { $people } people. Leave the empty group out, or use 0.1.
sizes-weight = { SETTING("size_weight") } must be at least 0 (0: sizes do not matter, inf: exact sizes); got { $got }. The usual weight is 1.
sizes-labels = { SETTING("labels") } must be "free" (sizes belong to no group in particular) or "fixed" (each size to its group); got { $got }. Choose one of the two.
sizes-pseudocount = { SETTING("pseudocount") } must be a finite number of at least 0; got { $got }. Use 0.1, or 0 to forbid empty groups.
sizes-softened = The rules do not allow groups of even sizes, so even sizes are only a guide.
sizes-rounded = The wanted sizes were rounded to { $sizes } people.

## Sizes as people type them

sizes-gap = Every size must be written; got an empty one in "{ $text }". Write e.g. "5,5,5,6", "balanced", or "none" for any sizes.
sizes-no-numbers = Sizes must be numbers or shares such as 25%; got "{ $size }" in "{ $text }". Write e.g. "5,5,5,6", "balanced", or "none" for any sizes.
sizes-some-names = Sizes must all have names or none of them; got "{ $text }". Write "Gryffindor=5,Slytherin=6" or "5,6".
sizes-name-twice = Each group may be named once; got "{ $text }". Drop the repeated name.
sizes-shares = Shares must add up to 100%; got { $total }% in "{ $text }". Change a share.
sizes-mixed = Sizes must all be numbers of people or all be shares; got both in "{ $text }". Write "5,5,5,6" or "50%,50%".
sizes-ranges = Ranges of sizes must be one for every group, or one for each by its name; got "{ $text }". Write e.g. "4..6" or "red=4..6,blue=5..7".
sizes-fraction = Sizes must be whole numbers of people, or shares such as 37.5%; got "{ $size }" in "{ $text }". Round the sizes yourself, or write all of them as shares.
sizes-totals = { $option } must be a number for each group; got "{ $text }". Write e.g. "Ayes=120,Noes=80".
