# How answers were read from a table: which column is which question, who answered, and what nobody could read. Names, headings and answers stand as somebody wrote them.

reading-answers = the answers

## Columns of questions

reading-two-columns = Every question must have one column in { $table }; got { $count } for "{ $question }": { $headings }. Rename or remove all but one.
reading-parts-unclear = Every column of the question "{ $question }" in { $table } must name one of its options; got { $headings }. Head the columns with the options, as in "{ $example }".
reading-no-columns =
    { $table } must have a column for every question, headed by its id or its text; got none for
    { $questions }
    Rename those columns, or take the questions out of the survey.
    .page =
        { $table } must have a column for every question, headed by the question. These are missing:
        { $questions }
        { $others ->
            [0] { "" }
           *[other] Other headings in the file:
        }
        { $headings }
        Check that this is the right file, and that its first row holds the headings.
reading-missing = { $key }, "{ $question }" ({ $hint })
    .page = { $question } ({ $hint })
reading-near-heading = nearest heading: "{ $heading }"
reading-no-heading-near = no heading is near
# $some are all headings, or the first ones; $key and $question show how one may look.
reading-no-question = { $table } must have a column for every question, headed by its id or its text; got no question of the survey "{ $survey }" among the headings { $some }. Check that this is the right survey, and that the first row holds the headings, such as "{ $key }" or "{ $question }".
    .page =
        { $table } must have a column for every question of “{ $survey }”, headed by the question, such as “{ $question }”; it has none. { $others ->
            [0] { "" }
           *[other] Its headings:
        }
        { $headings }
        Check that this is the right file, and that its first row holds the headings.

## Answers that are not among the options

reading-unknown =
    Every answer in { $table } must be one of the question's options: its text, its letter or its number{ $scales ->
        [0] { "" }
       *[other] , or a number on the scale of a rating
    }{ $numbers ->
        [0] { "" }
       *[other] , or a number where one is asked for
    }; got { $count } that { $count ->
        [one] is
       *[other] are
    } not ({ $counting })
    { $cells }
    Correct them in the table, empty the cell for 'not answered', or add the options to the survey. To go on without them, use { SETTING("unknown", "blank") }; to count them as one more option, { SETTING("unknown", "option") }.
    .page =
        { $count ->
            [one] One answer in the file is not among those that its question allows:
           *[other] { $count } answers in the file are not among those that their questions allow:
        }
        { $cells }
        Correct them in the file, or empty the cell for “not answered”, and choose the file again.
reading-unknown-line = row { $row }, column "{ $column }": "{ $text }" ({ $why })
reading-why-nothing-near = no option is near
reading-why-near = nearest option: "{ $option }"
reading-why-several = several options; if that is allowed, write kind = "several" in the survey
    .page = several options, but the question takes only one
reading-why-scale = the scale is { $low } to { $high }
reading-why-number = not a number
reading-why-large = too large a number
reading-why-above = must be above 0, since log = true
    .page = must be above 0
reading-why-count = a count is a whole number from 0 on
reading-why-unit = the unit is { $unit }
reading-why-other-unit = the question has no unit; write e.g. unit = "cm" in the survey
    .page = the question has no unit: write only the number
# $answers are such as "maybe" in "Tea?" (3).
reading-unknown-blank = { $count ->
    [one] 1 unknown answer
   *[other] { $count } unknown answers
  } left blank: { $answers }. Count them as an option of their own with { SETTING("unknown", "option") }.
reading-unknown-counted = { $count ->
    [one] 1 unknown answer
   *[other] { $count } unknown answers
  } counted as "{ $option }" (left blank where a number is asked for): { $answers }.
reading-unknown-in = "{ $text }" in "{ $question }" ({ $times })
reading-times = "{ $text }" ({ $times })
reading-dont-know = { $said } { $count ->
    [one] counts
   *[other] count
  } as not answered in { $columns }.
reading-comma = The comma of "{ $cell }" in "{ $question }" was taken for a thousands mark. If it is a decimal comma, write a point there.
reading-far = Far from the usual range of "{ $question }" ({ $low } to { $high }): { $numbers }. Correct what is a slip, or widen the scale in the survey.
reading-far-left-out = Left out as too far from the usual range of "{ $question }" ({ $low } to { $high }): { $numbers }. Correct what is a slip, or widen the scale in the survey.

## Who answered

reading-repeated =
    Everybody must be in { $table } only once; these people appear more often ({ $counting }):
    { $people }
    To count their latest answers, use { SETTING("duplicates", "latest") }; to count their first, { SETTING("duplicates", "first") }. If they are different people, use { SETTING("duplicates", "separate") }.
    .page =
        Some people are in the file more than once ({ $counting }):
        { $people }
        Keep one row of each person. If they are different people, make their names different.
reading-repeated-names =
    Duplicate names in the column "{ $heading }" of { $table } ({ $counting }):
    { $people }
    If these people answered again, use { SETTING("duplicates", "latest") } or { SETTING("duplicates", "first") }. If they are different people, use { SETTING("duplicates", "separate") }, add a column with their e-mail addresses, or name another column with { SETTING("name_column") }.
    .page =
        Some people are in the file more than once ({ $counting }):
        { $people }
        Keep one row of each person. If they are different people, make their names different.
reading-repeated-line = "{ $name }": rows { $rows }
reading-repeated-mark = "{ $name }": rows { $rows }, all with "{ $mark }"
# $who are such as "Ann, rows 2, 5; Bo, rows 3, 4".
reading-again = { $count ->
    [one] 1 person
   *[other] { $count } people
  } answered more than once ({ $who }): the { $which ->
    [latest] latest
   *[first] first
  } answers count. Keep all with { SETTING("duplicates", "separate") }.
reading-name-rows = { $name }, rows { $rows }
reading-namesakes = Taken for different people of the same name, because their e-mail addresses or ids differ: { $people }. If somebody is there twice, delete the row that should not count.
reading-namesake = { $name } (rows { $rows })
reading-unnamed = { $count ->
    [one] 1 person
   *[other] { $count } people
  } without a name in the column "{ $heading }" got a number ({ $counting }): { $rows }. Write names into these cells, or delete rows that are not people.
reading-unnamed-row = row { $row } is person { $number }
reading-nameless = No column with names was found: people are called "person 1", "person 2" and so on. If there is one, give its heading with { SETTING("name_column") }.
reading-nameless-perhaps = No column with names was found: people are called "person 1", "person 2" and so on. If there is one (perhaps "{ $heading }"), give its heading with { SETTING("name_column") }.

## Wishes

reading-wishes-unknown-group =
    Every name in the column "{ $heading }" must be that of one of the groups; got { $count } that { $count ->
        [one] is
       *[other] are
    } not
    { $names }
    Correct them in the table, or leave them out with { SETTING("unknown", "blank") }.
reading-wishes-unknown-person =
    Every name in the column "{ $heading }" must be that of one person who answered; got { $count } that { $count ->
        [one] is
       *[other] are
    } not
    { $names }
    Correct them in the table, or leave them out with { SETTING("unknown", "blank") }.
reading-wishes-left-out = { $count ->
    [one] 1 name
   *[other] { $count } names
  } in "{ $heading }" left out: { $names }.
    .page =
    { $count ->
        [one] 1 wish could not be used
       *[other] { $count } wishes could not be used
    }: { $names }.
reading-wish-unknown = { $person }: "{ $name }" ({ $hint })
    .page = { $person }: “{ $name }” ({ $hint })
reading-wish-near = nearest: "{ $name }"
    .page = nearest: “{ $name }”
reading-wish-may-be = may be { $names }
reading-wish-nobody = nobody has a similar name
reading-wish-no-group = not a group
reading-wish-set-aside = their group is known, so they are not sorted; add { SETTING("known_count") } if they should be
    .page = their group is known, so they are not sorted
