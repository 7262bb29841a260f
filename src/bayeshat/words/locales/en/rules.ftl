# Rules as sentences, without the full stop, and what became of them. Names stand as somebody wrote them.

rules-size-exact = { $count ->
    [one] { $group } must have exactly 1 person
   *[other] { $group } must have exactly { $count } people
}
rules-size-least = { $count ->
    [one] { $group } must have at least 1 person
   *[other] { $group } must have at least { $count } people
}
rules-size-most = { $count ->
    [one] { $group } must have at most 1 person
   *[other] { $group } must have at most { $count } people
}
rules-size-range = { $group } must have { $least } to { $most } people
rules-size-or-none = { $rule }, or none at all
rules-size-counted = { $rule }, counted by “{ $column }”
rules-joint = { $groups } together
rules-running-exact = { $count ->
    [one] Exactly 1 of these groups runs
   *[other] Exactly { $count } of these groups run
  }: { $groups }
rules-running-most = { $count ->
    [one] At most 1 of these groups runs
   *[other] At most { $count } of these groups run
  }: { $groups }
rules-running-least = { $count ->
    [one] At least 1 of these groups runs
   *[other] At least { $count } of these groups run
  }: { $groups }
rules-running-range = { $least } to { $most } of these groups run: { $groups }
rules-all-groups = Every group
rules-pin = { $person } must be in { $groups }
rules-bar = { $person } must not be in { $groups }
rules-together = { $people } must be together
rules-together-soft = { $people } should be together ({ $strength })
rules-apart = { $people } must be apart
rules-apart-soft = { $people } should be apart ({ $strength })
rules-spread = “{ $column }” is spread evenly over the groups
rules-spread-soft = “{ $column }” should be spread evenly over the groups ({ $strength })
rules-shares = Every group has { $shares } in “{ $column }”
rules-shares-soft = Every group should have { $shares } in “{ $column }” ({ $strength })
rules-share = { $percent } % { $value }
rules-not-alone = Nobody is the only one in their group with “{ $column }”
rules-not-alone-value = Nobody is the only one in their group with “{ $column }” = “{ $value }”
rules-at-least = { $count ->
    [one] Every group has at least 1 person with “{ $column }” = “{ $value }”
   *[other] Every group has at least { $count } people with “{ $column }” = “{ $value }”
}
rules-at-least-soft = { $count ->
    [one] Every group should have at least 1 person with “{ $column }” = “{ $value }” ({ $strength })
   *[other] Every group should have at least { $count } people with “{ $column }” = “{ $value }” ({ $strength })
}
rules-common-times = The members of every group share at least { $count ->
    [one] { $count } free time
   *[other] { $count } free times
  } in “{ $column }”
rules-wish = { $person } would like to be in { $groups } ({ $strength })
rules-companion = { $person } would like to be with { $companion } ({ $strength })
rules-stay = { $person } should stay in { $group } ({ $strength })
rules-stay-several = { $count } people should stay in their earlier groups ({ $strength })
rules-not-again = { $people } should not be in the same group again ({ $strength })
rules-not-again-with = { $person } should not be in the same group again with { $others } ({ $strength })
rules-not-again-several = { $count ->
    [one] People from 1 earlier group
   *[other] People from { $count } earlier groups
} should not meet again ({ $strength })
rules-fair-first = As many people as possible get their first choice, then their second, and so on
rules-fair-nobody = Nobody should do badly: the worst choices that people get are as good as possible
rules-fair-average = The choices that people get are as good as possible on average
rules-slot = { $groups } are at the same time ({ $slot })
rules-slot-one = { $group } is held at one time only ({ $slot })
rules-slot-repeated = Nobody is in { $workshop } twice
rules-with-reason = { $rule } ({ $reason })

## How much a rule counts that need not hold

rules-strength-weak = weak
rules-strength-normal = normal
rules-strength-strong = strong
rules-strength-very-strong = very strong
rules-strength-other = weight { $weight }

## What became of a rule

rules-kept = kept
rules-not-kept = not kept
rules-broken = broken
rules-granted = granted
rules-not-granted = not granted
rules-even = even
rules-uneven = not quite even
rules-missing = { $count ->
    [one] 1 person missing
   *[other] { $count } people missing
}
rules-choice = choice { $number } of { $count }
rules-together-in = together in { $count } of { $all }
rules-again = { $count ->
    [one] 1 pair meets again
   *[other] { $count } pairs meet again
}
rules-stayed = { $number } of { $count } stay

## Rules that cannot all be met

rules-conflict-one = This rule cannot be met with { $people } and { $groups }: { $rule }. Change it or leave it out.
rules-conflict-one-why = This rule cannot be met with { $people } and { $groups }: { $rule }. { $why } Change it or leave it out.
# A list, one line a rule.
rules-conflict =
    These { $count } rules cannot all be met with { $people } and { $groups }:
    { $rules }
    Leave out any one of them to solve this.
rules-conflict-line = {"  - "}{ $rule }
rules-conflict-ranges = These sizes cannot be met with { $people } and { $groups }: { $rules }. Change them.
rules-conflict-ranges-make = These sizes cannot be met with { $people } and { $groups }: { $rules }. Change them, or make { $make }.
rules-conflict-people = { $count ->
    [one] 1 person
   *[other] { $count } people
}{ $each ->
    [1] { "" }
   *[other] , { $each } groups for each of them,
}
rules-conflict-groups = { $count ->
    [one] 1 group
   *[other] { $count } groups
}
rules-make-between = { $least } to { $most } groups
rules-make-least = at least { $groups }
rules-make-most = at most { $groups }
rules-conflict-why = { $conflict } { $why }
rules-few-times = { $person } names only { $count }
rules-few-with-value = Only { $count ->
    [one] 1 person has
   *[other] { $count } people have
  } “{ $column }” = “{ $value }”; { $needed } are needed.
rules-stop = { $sentence }.
rules-sizes = the groups have exactly { $sizes } people
rules-sizes-free = the groups have exactly { $sizes } people in any order
rules-sizes-empty = no group is empty ({ $setting } forbids it)

## What a form calls each kind, between the names that it asks for

rules-verb-pin = must be in
rules-verb-bar = must not be in
rules-verb-together = must be together
rules-verb-apart = must be apart
rules-verb-wish = would like to be in
rules-verb-companion = would like to be with
rules-verb-stay = should stay in
rules-verb-not-again = should not be in the same group again
rules-verb-size = must have this many people
rules-verb-joint-size = must have this many people together
rules-verb-running = of which this many run
rules-verb-spread = is spread evenly over the groups
rules-verb-not-alone = is never alone in a group
rules-verb-at-least = is needed in every group

## What errors call each kind

rules-title-size = A size
rules-title-joint-size = A joint size
rules-title-running = A number of groups that run
rules-title-pin = A pin
rules-title-bar = A bar
rules-title-together = A rule of people who are together
rules-title-apart = A rule of people who are apart
rules-title-spread = A spread
rules-title-not-alone = A rule that nobody is alone
rules-title-at-least = A number of people with a value
rules-title-common-times = A rule about free times
rules-title-wish = A wish
rules-title-companion = A wish for a companion
rules-title-stay = An earlier assignment
rules-title-fair = An order of choices
rules-title-slot = A time slot
rules-title-not-again = A rule of people who should not meet again

## Rules that cannot be meant

rules-size-several = A size must name one group, or none for every group; got "{ $groups }", which may mean each of them or all of them together. Write a row for each group: size, { $first }, { $size } and size, { $second }, { $size }.
rules-size-value = A size must be a whole number or a text such as "4..6"; got { $got }. Write one of these.
rules-size-unreadable = A size must be a whole number or a range; got "{ $text }". Write e.g. "4..6", "4..", "..6" or "5".
    .page = A size must be a whole number or a range; “{ $text }” is neither. Write, for example, 5, 4 to 6, at least 4 or at most 6.
rules-size-bound = A size must be a whole number of people; got { $got }. Write e.g. 4.
rules-size-neither = A size must have a least or a most; got neither. Write e.g. "4..6".
rules-size-reversed = The smallest size must not be above the largest; got { $size }. Write { $most }..{ $least } instead.
    .page = The smallest size must not be above the largest. Write { $most } to { $least } instead of { $least } to { $most }.
rules-no-groups = { $kind } must name groups; got none. Write e.g. "Pottery; Chess".
rules-few-bands = Numbers must be cut into at least 2 bands; got { $got }. Write e.g. 4.
rules-at-least-count = A group must need at least 1 person; got { $got }. Write e.g. 2.
rules-at-least-no-value = A rule of how many people each group needs must say which column has which value; got "{ $text }". Write e.g. "2 of Can drive=yes".
rules-shares-unreadable = Shares must be numbers, each with its value; got "{ $text }". Write e.g. "30% first, 70% second".
rules-common = Groups must share at least 1 free time; got { $got }. Write e.g. 2.
rules-too-few = At least two people must be named to be { $kind ->
    [together] together
    [not_again] kept from meeting again
   *[apart] apart
  }; got { $count ->
    [0] nobody
   *[other] only { $people }
  }. Name more, or leave it out.
rules-not-again-many = At most { $most } pairs of people can be kept from meeting again; got earlier groups with { $count } pairs. Give smaller groups, or fewer of them.
rules-fair-unknown = The order of choices must be "first choices", "nobody badly" or "average"; got "{ $got }". Write one of these.
rules-fair-twice = Choices must be granted in one order; got rules for two. Keep one.
rules-slot-unreadable = A time slot must name its groups; got "{ $text }". Write e.g. "Morning=Pottery; Chess".
rules-slot-empty = A time slot must have groups; got none for "{ $slot }". Write e.g. "{ $slot }=Pottery; Chess".
rules-slot-nameless = A time slot must have a name; got none for { $groups }. Write e.g. "Morning".
rules-lists-of-names = People must be given as lists of names; got { $got }. Write [["Ann", "Bo"]].
rules-groups-missing = { $rule } must name at least one group; got none for "{ $person }". Name one, or leave it out.
rules-stay-nobody = An earlier assignment must name people; got nobody. Name them, or leave it out.
rules-stay-groups = People must have one earlier group; got "{ $groups }". Name the group they were in.
rules-stay-table = An earlier assignment must be a table of people and groups; got { $got }. Write e.g. {"{"} Ann = "Gryffindor" {"}"}.
rules-stay-twice = People must stay in one group; got "{ $person }" in row { $row } too. Keep one row.
rules-wish-both = A wish must name groups or a companion; got both for "{ $person }". Make two wishes of it.
rules-wish-neither = A wish must name groups or a companion; got neither for "{ $person }". Name one, or leave the wish out.
rules-reason-text = A reason must be a text; got { $got }. Put it in quotes, or leave it out.
rules-weight = A rule must have a positive number as its weight, or one of the words { $words }; got { $got }. Write e.g. 0.5. Leave it out for a rule that must hold.
rules-weight-soft = { $rule } must have a positive number as its weight, or one of the words { $words }; got { $got }. Write e.g. 0.5.
rules-names-no-list = Names must be given as a list of texts; got { $got }. Write a list.
rules-name-no-text = A { $role } must be named by a text or a whole number; got { $got }. Put it in quotes.
rules-name-empty = A { $role } must have a name; got an empty one. Write the name, or leave it out.
rules-twice = { $rule } must name every { $role } only once; got { $names } twice. Leave one out.

## Files and tables of rules

rules-file-rules = The rules could not be read. { $why }
rules-file-empty = The rules could not be read. { $why } A table of rules begins with the headings rule, who, what; a row is e.g. apart, Ann; Bo.
rules-file-assignment = The earlier assignment could not be read. { $why }
rules-file-houses = The list of known groups could not be read. { $why }
rules-unreadable = The rules must be a file that can be read; got { $file } ({ $reason }). Check the path.
rules-not-toml = { $file } must be TOML in UTF-8; got a mistake: { $mistake }. Correct it.
rules-no-columns = { $table } must have the columns rule, who and what, or for an earlier assignment name and group; got { $headings }. Put the headings into the first row.
rules-other-columns =
    { $table } must have only the columns { $headings }, each once; got others:
    { $others }
    Rename or remove these columns.
rules-no-name-or-group = { $table } must have the columns name and group; got no { $missing } among { $headings }. Put the headings into the first row.
rules-not-two-columns = { $table } must have two columns where files have no headings, names and groups; got { $count }. Delete the others, or write headings into the first row and leave { $setting } out.
rules-wrong-rows =
    Everybody with a group must have a name, and only one row, in { $table }; got:
    { $rows }
    Correct these rows ({ $counting }).
rules-row = row { $row }
rules-row-nameless = row { $row }: somebody in "{ $group }" has no name
rules-row-again = row { $row }: "{ $name }" is already in row { $first }
rules-unusable =
    Every rule must be usable; { $count } { $count ->
        [one] is
       *[other] are
    } not:
    { $mistakes }
    Correct what is listed, or leave it out.
rules-unusable-rows =
    Every row of { $table } must be a usable rule; { $count } { $count ->
        [one] is
       *[other] are
    } not:
    { $mistakes }
    Correct what is listed ({ $counting }).
rules-unknown-kind = A rule must be one of { $kinds }; got { $got }. { $hint }
rules-no-table = { $key } must be a table; got { $got }. Write [rules], and size = "4..6" below.
rules-no-list = The rules of one kind must be a list; got { $got }. Write e.g. { $example }.
rules-no-owner = Every entry must come with its { $owner }; got { $got } alone. Write e.g. { $example }.
rules-entry-keys = An entry must hold only { $keys }; got "{ $key }". { $hint }
rules-nobody = The column who must name somebody; got nobody. Write one name, or several separated by semicolons.
rules-semicolons = People must be separated by semicolons, since names may contain commas; got "{ $names }". Write e.g. Ann Lee; Bo Ray.
rules-no-people = { $rule } must not name people; got "{ $names }". Write the column's heading under what.
rules-cell-empty = The column what must name { $what }; got nothing. Fill it in.
rules-cell-companion = the person they would like to be with
rules-cell-group = the earlier group
rules-cell-column = a column
rules-cell-value = a column, or column=value
rules-cell-number = a column, or column=number
rules-weight-cell = A weight must be a number, { $words }, empty or "must"; got "{ $weight }". Write e.g. 0.5.
rules-weight-missing = { $rule } must have a number as its weight; got "{ $weight }". If it must hold, write "{ $must }" under rule.
rules-weightless = { $rule } always holds, so it takes no weight; got "{ $weight }". Empty the cell.

## Names in rules that mean nothing, or several things

rules-unknown-names =
    Every person, group, column and value that a rule names must be known and unique; { $count } { $count ->
        [one] is
       *[other] are
    } not:
    { $names }
    Correct the names, or leave these rules out.
rules-unknown-name = { $role ->
    [person] person
    [group] group
    [column] column
   *[value] value of "{ $column }",
  } "{ $name }" in "{ $rule }" ({ $why })
rules-why = "{ $name }" ({ $why })
rules-why-shared = { $count } have this name; make their names different
rules-why-may-be = may be { $names }
rules-why-none = there are none
rules-why-namesakes = { $count } have this name; write { $names }
rules-why-part = write the whole name: { $names }
rules-why-near = nearest: "{ $name }"
rules-why-names = people's names are all different, so they are not among the columns
rules-why-listed = none is near; the { $role ->
    [group] groups
   *[column] columns
  } are { $names }
rules-why-unknown = none is near
rules-why-same = means the same as "{ $name }"
rules-why-empty = all its cells are empty
rules-why-bands = bands need a column of numbers
rules-why-amounts = its cells must be numbers of at least 0
rules-why-shares = nobody has { $values }
rules-absent = { $count ->
    [one] { $names } was in an earlier group but is not here now, so the rule against meeting again leaves them out.
   *[other] { $count } people from earlier groups are not here now, so the rule against meeting again leaves them out: { $names }.
}
rules-not-sorted =
    Rules must name people who are sorted; got { $count } who { $count ->
        [one] is
       *[other] are
    } not:
    { $names }
    { $remedy }
rules-name-in-rule = "{ $name }" in "{ $rule }"
