# Rules: sentences put together by choosing, checked as they are made. Names of people and groups stand as somebody wrote them.

## The list

rules-count = { $count ->
    [0] No rules yet
    [one] 1 rule
   *[other] { $count } rules
}
rules-as-in = Kept or not: as in <a href="{ $address }">{ $title }</a>.
# $people is such as "0.4 fewer people expected in their right group".
rules-new = new since the last sort
rules-contradicts = It contradicts other rules.
rules-waiting = { $count ->
    [one] { $names } has not answered yet. The rule applies once they do.
   *[other] { $names } have not answered yet. The rule applies once they do.
}
rules-change = Change<span class="hidden"> the rule: { $rule }</span>
rules-remove = Remove<span class="hidden"> the rule: { $rule }</span>
rules-from-file = Add rules from a file
rules-file-doubts = These rules could be read, but something is wrong:
rules-add-anyway = Add them anyway
rules-file = CSV, XLSX or TOML file
rules-file-help = With the columns <code>rule</code>, <code>who</code>, <code>what</code>, <code>weight</code> and <code>reason</code>; or <code>name</code> and <code>group</code>, to say who was in which group.
rules-file-earlier = If the file lists who was in which group
rules-file-earlier-stay = Keep people where they were
rules-file-earlier-apart = Let as few people as possible meet again
rules-add-all = Add the rules
rules-go-on = Go on to Sort

## A sentence to put together, in this order: who, what, and a group or another person

rules-title-change = Change a rule
rules-title-add = Add a rule
rules-doubts = Is this what you mean?
rules-doubts-help = You can keep the rule anyway, for instance because somebody has not answered yet. Nothing can be sorted until this is fixed.
rules-column = Question or column
rules-value = Value, empty for any
rules-any-value = any value
rules-group = Group
rules-who = Who
rules-and = and
rules-or = or
rules-then = then
rules-person = Person { $number }
# $number is a number, or a sign that a script replaces by one.
rules-person-optional = Person { $number } (optional)
rules-says = What the rule says
rules-group-another = Another group
rules-group-choose = Choose a group
rules-group-none = no other
rules-with-whom = With whom
rules-how-many = How many people, such as 4 to 6
rules-in-bands = numbers, in bands:
rules-bands = How many bands to cut numbers into; leave it empty if you do not mind
rules-bands-usual = any
rules-in-shares = with these shares:
rules-given-shares = Shares that every group should have; leave it empty to use everybody's
rules-shares-usual = 30 % first, 70 % second
rules-counts = How much it counts
rules-if-possible = if possible: { $weight }
rules-show-fields = Show the fields for this choice
rules-add-person = Add another person
rules-reason = Reason
rules-reason-help = Optional. It appears in reports.
rules-save = Save the rule
rules-add = Add the rule
rules-keep-anyway = Keep it anyway
rules-weight-always = always

## What became of a rule

rules-cost-waits = What it costs is still being worked out.
rules-cost-unknown = What it costs was not worked out: that would take too long.
# $when is "by-hand" after changes by hand, "placed" after latecomers were placed.
rules-cost-nothing = { $when ->
    [by-hand] Before the changes by hand: costs about nothing. Without it, the groups would be about as good.
    [placed] While nobody else moves: costs about nothing. Without it, the groups would be about as good.
   *[sorted] Costs about nothing: without it, the groups would be about as good.
}
rules-cost-little = { $when ->
    [by-hand] Before the changes by hand: costs a little, { $people }.
    [placed] While nobody else moves: costs a little, { $people }.
   *[sorted] Costs a little: { $people }.
}
rules-cost-person = { $noun ->
    [own] { $when ->
        [by-hand] Before the changes by hand: puts about one more person into a group that does not suit them.
        [placed] While nobody else moves: puts about one more person into a group that does not suit them.
       *[sorted] Puts about one more person into a group that does not suit them.
    }
   *[group] { $when ->
        [by-hand] Before the changes by hand: costs about one person in their right group.
        [placed] While nobody else moves: costs about one person in their right group.
       *[sorted] Costs about one person in their right group.
    }
}
rules-cost-people = { $noun ->
    [own] { $when ->
        [by-hand] Before the changes by hand: puts about { $count } more people into groups that do not suit them.
        [placed] While nobody else moves: puts about { $count } more people into groups that do not suit them.
       *[sorted] Puts about { $count } more people into groups that do not suit them.
    }
   *[group] { $when ->
        [by-hand] Before the changes by hand: costs about { $count } people in their right group.
        [placed] While nobody else moves: costs about { $count } people in their right group.
       *[sorted] Costs about { $count } people in their right group.
    }
}

## What is wrong

rules-stranger = Nobody called “{ $name }” has answered.
rules-stranger-listed = Nobody called “{ $name }” has answered or is expected.
rules-near = Did you mean “{ $name }”?
rules-no-group = There is no group “{ $name }”. The groups are { $groups }.
rules-no-column = No question and no column of your file is called “{ $name }”.
rules-no-answers = Nobody has answered “{ $name }” yet.
rules-no-value = Nobody has “{ $value }” for “{ $name }”.
rules-exists = This rule already exists.
rules-gone = This rule is not there any more: somebody changed or removed it. Look at the rules again.
rules-too-many = There may be at most { $most } rules; these are { $count }. Leave some out.
rules-choose-kind = Choose what the rule says from the list.
rules-choose-weight = Choose how much the rule counts from the list.
rules-choose-group = Choose a group.
rules-name-one = Name somebody.
rules-name-two = Name two people.
rules-name-column = Name what people have in common, such as a question or a column of your file.
rules-write-bands = Write how many bands there are, 2 or more, or leave the field empty.
rules-write-size = Write how many people: a number, or a range such as 4 to 6.
rules-file-missing = Choose a file with rules first.
rules-file-kind = The file must be a CSV, TSV, XLSX or TOML file. Save it as one of these.
rules-file-size = A file of rules may have at most { $most } MiB. Split it.
