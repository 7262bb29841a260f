# What an organiser reads when the library below the pages refuses something.

## What the library refuses: by the kind of the error

page-wrong-size-unreadable = A size must be a whole number or a range; “{ $text }” is neither. Write, for example, 5, 4..6, 4.. or ..6.
page-wrong-size-reversed = The smallest size must not be above the largest. Write { $most }..{ $least } instead of { $least }..{ $most }.
page-wrong-sizes-sum = The sizes add up to { $total }, and there are { $people } people to sort. Change the sizes until both are the same.
page-wrong-sizes-groups = There are { $groups } groups for { $people } people, and every group needs at least one person. Ask for fewer groups, or wait for more answers.
page-wrong-person-twice = A rule must name each person only once; { $name } is there twice. Leave one out.
page-wrong-group-twice = A rule must name each group only once; { $name } is there twice. Leave one out.
page-wrong-answers-unknown =
    { $count ->
        [one] One answer in the file is not among those that its question allows:
       *[other] { $count } answers in the file are not among those that their questions allow:
    }
    { $cells }
    Correct them in the file, or empty the cell for “not answered”, and choose the file again.
page-wrong-answers-unknown-line = {"  - "}row { $row }, column “{ $column }”: “{ $text }”
page-wrong-answers-unknown-line-near = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (nearest option: “{ $near }”)
page-wrong-answers-unknown-line-several = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (several options, but the question takes only one)
page-wrong-answers-unknown-line-scale = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (the scale goes from { $low } to { $high })
page-wrong-answers-unknown-line-number = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (not a number)
page-wrong-answers-unknown-line-large = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (too large a number)
page-wrong-answers-unknown-line-above = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (must be above 0)
page-wrong-answers-unknown-line-count = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (must be a whole number, 0 or more)
page-wrong-answers-unknown-line-unit = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (the unit is { $unit })
page-wrong-answers-unknown-line-no-unit = {"  - "}row { $row }, column “{ $column }”: “{ $text }” (the question has no unit: write only the number)
page-wrong-answers-unknown-line-more = {"  - "}and { $count } more
page-wrong-answers-columns =
    The file must have a column for every question, headed by the question. These are missing:
    { $questions }
    { $others ->
        [0] { "" }
       *[other] Other headings in the file:
    }
    { $headings }
    Check that this is the right file, and that its first row holds the headings.
page-wrong-answers-columns-line = {"  - "}{ $question }
page-wrong-answers-columns-line-near = {"  - "}{ $question } (nearest heading: “{ $near }”)
page-wrong-answers-columns-line-heading = {"  - "}{ $heading }
page-wrong-answers-columns-line-more = {"  - "}and { $count } more
page-wrong-answers-repeated =
    Some people are in the file more than once:
    { $people }
    Keep one row of each person. If they are different people, make their names different.
page-wrong-answers-repeated-line = {"  - "}{ $name }: rows { $rows }
page-wrong-answers-repeated-line-more = {"  - "}and { $count } more
page-wrong-answers-empty = The file must hold a row of headings and below it a row for each person. Export it again.
page-wrong-answers-no-question = No column of the file looks like a question with answers to choose from. Choose a table with more people’s answers.
page-wrong-answers-only-choices = The columns from “{ $heading }” on hold people’s choices, and no other column looks like a question. To give people what they chose, use the command in a terminal: bayeshat mix, the name of your file, --wishes "{ $heading }".

# On English pages the library's own words stand here instead.
page-detail = Details in English
page-failed-survey = This survey cannot be used as it is. Correct it, and try again.
page-failed-answers = This file cannot be read as it is. Correct it, or export it again.
page-failed-rules = The rules cannot be used as they are. Change them, and try again.
page-failed-rules-file = This file with rules cannot be read as it is. Correct it, and choose it again.
page-failed-sizes = The sizes cannot be used as they are. Change them, and try again.
page-failed-memory = The server does not have enough memory for this. Try it with fewer people, or ask whoever runs the server.
page-failed-other = This did not work. Look at what you entered, and try again. If it fails again, ask whoever runs the server.
