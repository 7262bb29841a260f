# Surveys: making one from a table, and what a survey file must hold. Keys, headings and options stand as somebody wrote them.

## A survey from a table

survey-title = Survey from { $table }
survey-title-answers = Survey from answers
survey-houses = { SETTING("n_clusters") } must be a whole number of at least 1, or a list of names; got { $got }. Use e.g. 4.
survey-no-question = { $count ->
        [0] { $table } must have a column that looks like a question with options; got none. Name the questions with { SETTING("only") }, write the survey by hand, or give a table with more people's answers.
       *[other]
            { $table } must have a column that looks like a question with options; got none:
            { $columns }
            Name the questions with { SETTING("only") }, write the survey by hand, or give a table with more people's answers.
    }
    .page = No column of the file looks like a question with answers to choose from. Choose a table with more people’s answers.
survey-only-choices = { $count ->
        [0] { $table } must have a column that looks like a question with options; got none. Name the questions with { SETTING("only") }, write the survey by hand, or give a table with more people's answers.
       *[other]
            { $table } must have a column that looks like a question with options; got none:
            { $columns }
            Name the questions with { SETTING("only") }, write the survey by hand, or give a table with more people's answers.
    } To make groups by people's choices, no survey is needed: bayeshat mix, with { $wishes }.
    .page = The columns from “{ $heading }” on hold people’s choices, and no other column looks like a question. To give people what they chose, use the command in a terminal: bayeshat mix, the name of your file, --wishes "{ $heading }".
survey-not-a-question = Every column named by { SETTING("only") } must be a question with options; got "{ $heading }" ({ $why }). Leave it out.
survey-same-heading = Every question in { $table } must have its own heading; got "{ $heading }" twice. Rename one of the columns.
survey-left-out = Left out: { $columns }.
survey-column = "{ $heading }" ({ $why })
survey-columns-added = { $columns } (added by the form)
survey-no-answers = no answers
survey-all-the-same = everybody answered the same
survey-nothing-but = nobody answered anything but "{ $option }"; if an empty cell means no, write no into it
survey-free-text = free text: { $values } different values in { $answers } answers
survey-free-text-rare = free text: { $answers } answers, all different, from { $people } people
survey-many-values = too many different values: { $values }
survey-remarks = remarks
survey-no-heading = no heading
survey-who-or-when = says who or when, not what
survey-known-group = looks like the group that people are in already
survey-dates = dates or times
survey-written = in people's own words
survey-names-people = names people; if these are wishes, sort with { SETTING("friends") }
survey-choices = people's choices; if they choose their groups here, sort or mix with { $wishes }; if not, use { $only }
survey-goes-with = goes with "{ $heading }"
survey-more-questions = There are more questions ({ $questions }) than people ({ $people }). If each column is a person, swap rows and columns first, so that each row is a person.
# $kinds are such as "as ratings …; as numbers …".
survey-taken = Taken { $kinds }. If that is wrong, change the kind in the survey file.
survey-taken-as-rating = as ratings { $questions }
survey-taken-as-several = as lists of answers { $questions }
survey-taken-as-number = as numbers { $questions }
survey-taken-as-count = as counts { $questions }
survey-taken-as-ranking = as rankings { $questions }
survey-scale = "{ $question }" ({ $low } to { $high })
survey-one-question = Taken for one question, because Typeform writes no text for them: { $options }. If they belong to two questions, write two into this file, with their options.
survey-no-numbers = Not read as numbers: { $cells }. Correct these cells, or leave them blank when sorting, with { SETTING("unknown", "blank") }.
survey-cells-in = { $cells } in "{ $heading }"
