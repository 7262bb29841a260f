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
survey-who-or-when = names the person or the time
survey-known-group = looks like the group that people are in already; to learn from it, use { $known }
survey-duration = how long people took; to keep it, name it and all other questions with { SETTING("only") }
    .page = how long people took
survey-tells-of-group = gives away the group in "{ $heading }"; if it is a question, use { SETTING("only") }
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
survey-zeros = Read 0 as no answer, because hardly anybody gave it: { $questions }. If 0 is the lowest step, begin the scale with 0 in the survey file, and remove unknown = "blank".
survey-left-empty = left empty
survey-blanks = Empty cells count as an answer, "left empty", in { $questions }: they come in blocks or go with other answers. If they are to mean no answer, remove this option and the line that begins with blank from the survey file.
survey-cells-in = { $cells } in "{ $heading }"

## What a survey file must hold

survey-counts = { $key } must be a list with one count per option ({ $count }); got { $got }. Give counts for { $options }, in this order.
survey-counts-positive = { $key } must be positive counts; got { $got } for option { $place }. Write a small count such as 0.5 for an unlikely answer.
survey-shape-rate = { $key } must be a positive shape and rate; got { $shape } and { $rate }. Give a mean count above 0, and how many imagined people it is worth.
survey-expectation = { $key } must be a table with { $names }; got { $got }. Write e.g. { $example }.
survey-expectation-missing = { $key } must have { $names }; got nothing for { $missing }. Write e.g. { $example }.
survey-positive = { $key } must be above 0; got { $got }. Write a positive number.
survey-scale-log = { $key }.scale must be above 0, since log = true; got { $got }. Start the usual range above 0, or leave log out.
survey-no-scale = { $key } must have a prior per group, or the question a scale: the range in which most numbers lie; got neither for "{ $question }". Write e.g. scale = [150, 200].
survey-factor = { $key } must have a mean above 0 and a factor above 1, since log = true; got { $mean } and { $sd }. Write e.g. { $example }: most people lie between 20000 and 45000.
survey-normal = { $key } must be a finite mean, and a positive strength, shape and scale; got { $got }. Give a mean, a standard deviation above 0, and how many imagined people that is worth.
survey-scale-order = { $key }.scale must be two numbers, the smaller one first; got [{ $scale }]. Write e.g. scale = [1, 10].
survey-bins-ordered = { $key }.bins must go without order, since a bin is an option; got ordered = true. Leave out one of the two.
survey-bins-missing = { $key }.bins must say where the scale is cut, since it is long or its ends are not whole; got nothing. Write the last number of every bin but the last, e.g. bins = [30, 60] with scale = [0, 100].
survey-scale-options = { $key }.options must name every whole number of the scale ({ $number }), or be left out; got { $count }. Name them all, or write bins.
survey-bins-options = { $key }.options must hold one option per bin ({ $number }: one more than bins has numbers); got { $count }. Name every bin, or leave the options out.
survey-rating-scale = { $key }.scale must say the least and the largest number of a rating; got nothing. Write e.g. scale = [1, 10].
survey-bins = { $key }.bins must be the last number of every bin but the last, rising, from { $low } to below { $high }; got [{ $bins }]. Write e.g. bins = [3, 7] with scale = [1, 10] for 1 to 3, 4 to 7 and 8 to 10.
survey-ticks = { $key } must be a table with ticks, people; got { $got }. Write e.g. {"{"} ticks = { $counts }, people = 10 {"}"}.
survey-ticks-people = { $key } must have more imagined people than ticks of any option; got { $ticks } ticks of { $people } people for option { $option }. Write a larger number of people, or e.g. { $fewer } ticks for an option that nearly everybody ticks.
survey-people = { $key } must be the number of imagined people behind the ticks; got nothing. Write e.g. people = 10.
survey-untitled = title must say what the survey is called; got nothing. Write e.g. title = "Our teams".
survey-no-questions = questions must hold at least one question; got none. Add a [[questions]] section.
survey-no-houses = { $key } must hold at least one group; got none. Add a [[{ $key }]] section with a name.
survey-many-houses = { $key } must hold 1 to { $most } groups; got { $count }. Leave some out, or merge them.
survey-house-unnamed = { $key }[{ $place }].name must not be empty; got { $got }. Give the group a name.
survey-color = { $key }[{ $place }].color must be a colour such as "#1f6b45" or "teal"; got "{ $color }". Write it so, or leave it out.
survey-houses-alike = { $key } must have different names; got "{ $name }" as { $key }[{ $first }] and { $key }[{ $second }]. Rename one of them.
survey-many-counts = A survey may have at most { $most } prior counts (groups × questions × options of the longest question); got { $houses } × { $questions } × { $numbers } = { $count }. Leave out groups, questions or options.
survey-kind = { $key }.kind must be one of { $kinds }; got "{ $got }". { $hint }
survey-wrong-key = { $key }.{ $name } must go with kind = { $kinds }; got it in a question of kind "{ $kind }". Change the kind, or remove it.
survey-long = { $key } must have at most { $most } characters; got { $count }. Shorten it.
survey-empty = { $key }.{ $name } must not be empty; got { $got }. Write the question's { $name }.
survey-weight = { $key }.weight must be 0 to { $most }; got { $got }. Use 2 to count the question double, 0 to leave it out.
survey-unknown = { $key }.unknown must be one of { $known }; got "{ $got }". Leave it out to refuse unknown answers.
survey-blank = { $key }.blank must be one of the options ({ $options }); got "{ $got }". Add it to the options, or leave it out.
survey-options = { $key }.options must hold 2 to { $most } options; got { $count } for "{ $question }". Add or merge options, or drop the question.
survey-option-empty = { $key }.options[{ $place }] must not be empty; got { $got }. Write the option's text.
survey-options-alike = { $key }.options must differ by more than case and spaces; got "{ $first }" and "{ $second }". Reword one of them.
survey-questions-alike = { $key }.{ $name } must not be used by another question; got "{ $value }", which { $other } has too. Reword one of them.
survey-membership = membership_prior must be positive; got { $got }. Use e.g. 0.3: most people are mainly of one group.
survey-sizes = { $key } must have one size per group ({ $houses }); got { $count }. Add or remove sizes, or leave them out.
survey-sizes-zero = { $key } must be numbers of people, not all zero; got { $sizes }. Correct them, or leave them out.
survey-encoding = { $file } must be UTF-8 text, as TOML is; got byte 0x{ $byte } at position { $place }. Save the file as UTF-8.
survey-two-words = groups, houses and clusters are words for one thing; got { $first } and { $second }. Keep one of them.
survey-prior = prior must be "learned" or "flat"; got { $got }. Write prior = "learned", or counts inside each question.
survey-house-table = { $key } must be a table or a name; got { $got }. Write e.g. name = "Gryffindor".
survey-question-table = { $key } must be a table; got { $got }. Write [[questions]] above each question.
survey-no-prior = { $key } must hold prior counts per group; got nothing for "{ $question }". { $remedy }
survey-prior-flat = { $key } must be "flat"; got { $got }. { $remedy }
survey-sizes-list = { $key } must be a list of whole numbers, one per group; got { $got }. Write e.g. { $key } = [7, 7, 6].
survey-unwritable = The survey must be saved to a place that can be written; got { $file } ({ $reason }). Choose another folder or file name.
survey-kind-hint = Leave it out for a question with one answer.
survey-flat-or-counts = Write prior = "flat", or prior = {"{"} { $house } = { $example }, … {"}"}.
survey-correction-houses = { $key } must be a table with an entry for each group; got { $got }. Learn the survey again, or remove every correction.
survey-correction-part = { $key } is missing beside the other corrections. Learn the survey again, or remove every correction, correction_at and counts_power.
survey-correction-row = { $key } must be lists of { $count } numbers, one for each option (ticked, then not ticked, where several may be ticked) and one for an empty answer; got { $got }. Learn the survey again, or remove every correction.
survey-counts-power = counts_power must be 0 to 1; got { $got }. With 1, answers count fully beside their corrections.
survey-correction-at = correction_at must be different numbers, the smallest first; got others. Learn the survey again, or remove every correction.
survey-correction-finite = Corrections must be finite numbers; got others. Learn the survey again, or remove every correction.

## Where surveys come from

survey-packaged = the packaged survey "{ $name }"
survey-no-such = A survey must be a packaged name ({ $names }) or the path of a TOML file; got "{ $got }". { $hint }
survey-use-packaged = Use one of these, or give the path of a .toml file.
survey-is-table = A survey must be a TOML file; got { $file }, a table. Make a survey from it first, in Python with Survey.from_answers, or with bayeshat survey new.
survey-no-file = A survey must be a TOML file that can be read; got { $file } ({ $reason }). Check the path, or use a packaged survey: { $names }.
