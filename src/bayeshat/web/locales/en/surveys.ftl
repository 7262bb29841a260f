# What organisers read where they look at a survey, and where they change it.

surveys-survey = Survey
surveys-title = Survey of { $title }
surveys-change = Change it

## The preview

surveys-preview = Preview of the survey
surveys-go-on = Go on to the event
surveys-download = Download as a file
surveys-houses = Groups
surveys-no-bars = No answer points to a group: people who answer alike come together.
surveys-bars = The bars show which groups an answer points to before anybody has answered.
surveys-several = As many as apply.
surveys-ranking = In order, the best first.
surveys-answered = People have answered it, so it stays as it is. To ask something else, make a new event.
surveys-too-large = This survey is too large to be changed in the browser. Download its file, change that, and make a new event from it.

## The form

surveys-heading = Questions and groups
surveys-words = Write what people are asked, and choose which group each answer points to. The sort starts from your choices and learns more from what people answer.
surveys-save-row = Save
surveys-log-in = Log in<span class="hidden"> (in a new tab)</span>
surveys-look-newer = Look at the newer survey<span class="hidden"> (in a new tab)</span>
surveys-replace = Replace it with mine
surveys-house = Group { $number }
surveys-colour = <span class="hidden">Colour of </span>{ $house }
surveys-choose-colour = Choose the colour of { $house }
surveys-automatic = automatic
surveys-remove-house = Remove<span class="hidden"> group { $house }</span>
surveys-add-house = Add a group
surveys-colours = Colours
surveys-colours-words = Give every group a colour of its own, or leave all of them empty. Colours that are hard to tell apart are replaced.
surveys-question = Question { $number }
surveys-what = What is asked
surveys-kind = People give
surveys-kind-choice = one answer
surveys-kind-several = as many as apply
surveys-kind-number = a number
surveys-kind-count = how many (0, 1, 2, …)
surveys-unit = Unit
surveys-unit-none = none
surveys-range-lo = <span class="of-free">Usually from</span><span class="of-steps">From</span>
surveys-range-hi = to
surveys-typical-words = Which number is typical of each group? Leave it empty if you do not know: the sort learns it from the answers.
surveys-typical = <span class="hidden">What is typical of </span>{ $house }
surveys-typical-none = not known
surveys-asks-number = People write a number.
surveys-asks-number-unit = People write a number, in { $unit }.
surveys-kind-ranking = answers in order, the best first
surveys-kind-bins = a number in one of these ranges
surveys-kind-rating = a rating on a scale
surveys-answer-of = Answer { $number } of question { $question }
surveys-answer = Answer { $number }
surveys-answers = { $count } to choose from
surveys-points = Points to
surveys-points-none = no group
surveys-points-own = as set in Advanced
# $groups are one or several groups.
surveys-points-set = { $groups } (set in Advanced)
surveys-points-less = { $most } and, less, { $less }
surveys-advanced = Advanced<span class="hidden"> for question { $question }</span>
surveys-counts-words = Each number counts imagined people of a group who give the answer. It is { $neutral } where an answer does not point to the group, and { $pointing } where it does. Your own numbers count where the answer points to what is “set in Advanced”.
surveys-counts-ticks = 9/10 means that 9 of 10 people tick the answer; 3 alone means 3 of 4, and 1 alone 1 of 2.
surveys-counts-answer = Answer
surveys-count-of = Answer { $number } of question { $question } in { $house }
surveys-steps-heading = Names of the numbers<span class="hidden"> of question { $question }</span>
surveys-steps-names = One on each line, the lowest first. Leave this empty to show the numbers.
surveys-remove-answer = Remove<span class="hidden"> answer { $number } of question { $question }</span>
surveys-add-answer = Add an answer<span class="hidden"> to question { $question }</span>
surveys-remove-question = Remove this question<span class="hidden"> { $question }</span>
surveys-add-question = Add a question
surveys-above = Above the questions
surveys-above-some = a few words
surveys-above-none = nothing
surveys-description = A few words for people who answer. You can leave them out.
surveys-save = Save the survey

## A new survey

surveys-first-question = Your first question?
surveys-first-yes = Yes
surveys-first-no = No

## Learning from people of an earlier year

surveys-past = Learn from earlier people
surveys-past-heading = People of an earlier year
surveys-past-short = Have you sorted people before, and do you know who belongs where? Their answers show how people of each group answer.
surveys-past-words = Have you sorted people before, and do you now know who belongs where? Their answers show how people of each group really answer, and everybody else is sorted by that. They do not join the new groups.
surveys-past-file = CSV or XLSX file with their answers
surveys-past-another = A different CSV or XLSX file instead
surveys-past-help = One row for each person, one column for each question, and one that names their group: { $houses }. People without a group are left out.
surveys-past-column = Heading of the column with the groups
surveys-past-column-help = Leave it empty if only one column holds groups.
surveys-past-learn = Learn from them
surveys-learned = { $count ->
    [one] Learned from { $count } person in { $file }.
   *[other] Learned from { $count } people in { $file }.
}
surveys-learned-kept = Nobody's answers are kept, only how the people of each group answer as a whole.
surveys-learned-nobody = Nobody is known to be in { $house }: how people there answer stays as the survey says.
surveys-learned-test = As a test, each of them was sorted by what the others taught: { $right } of { $count } ended up in the right group.
surveys-learned-look = Look at the survey as it is now
surveys-learned-more = More about this
surveys-learned-forget = Forget what was learned
surveys-learned-forgotten = This is the survey as you wrote it. If you change it, what was learned from earlier people is forgotten: read their file in again afterwards.

## What is wrong

surveys-logged-out = You have been logged out. What you typed is below and is not saved yet. Log in in another tab, then press “Save the survey” here.
surveys-changed = Somebody changed this survey after you opened it. What you typed is below and is not saved yet. Look at the newer survey, then decide which one to keep.
surveys-row-gone = What you wanted to remove or add to is no longer there. Look at the form again.
surveys-no-such-button = The page sent a button that does not exist. Reload the page, then try again.
surveys-few-houses = There must be at least two groups. Add one.
surveys-few-questions = There must be at least one question. Add one.
surveys-house-empty = Group { $number } has no name. Write one, or remove the group.
surveys-house-twice = There are two groups called { $house }. Choose another name.
surveys-not-a-colour = { $colour } is not a colour. Write one such as #1f6b45 or teal, or leave it empty.
surveys-question-empty = Question { $number } is empty. Write what is asked, or remove it.
surveys-question-twice = Question { $number } has the same text or name as question { $other }. Change one of them.
surveys-few-answers = Question { $number } must have at least two answers. Add one.
surveys-answer-empty = Answer { $number } of question { $question } is empty. Write one, or remove it.
surveys-answer-twice = Question { $question } has the answer { $answer } twice. Change one of them.
surveys-invalid-characters = Your text contains invalid characters, shown as { $sign }. Remove them.
surveys-text-length = A text must have at most { $longest } characters; this one has { $count }. Shorten it.
surveys-most-houses = You have reached the limit of { $most } groups. Remove one before you add another.
surveys-most-questions = You have reached the limit of { $most } questions. Remove one before you add another.
surveys-most-answers = You have reached the limit of { $most } answers to one question. Remove one before you add another.
surveys-most-fields = The survey has reached the size that can be built in the browser. Remove something else first.
surveys-not-a-number = { $given } is not a number. Write one in digits, such as 172.5.
surveys-not-a-count = { $given } is not a number of people. Write one above 0, such as 3 or 0.5, or 9/10.
surveys-not-positive = Question { $number }: this number must be above 0. Write a larger one, or leave it empty.
surveys-range-missing = Question { $number }: say between which numbers most answers lie, such as 150 and 200.
surveys-scale-missing = Question { $number }: say from which number to which the scale goes, such as from 1 to 5.
surveys-range-order = Question { $number }: the second number must be larger than the first.
surveys-steps = { $count ->
    [0] Question { $number }: only a scale of up to 20 whole numbers can have names. Leave the names out.
   *[other] Question { $number }: give each of the { $count } numbers a name of its own, or leave all names out.
}
surveys-unit-length = A unit must have at most { $longest } characters. Shorten it.
surveys-past-few = There are too few people to learn from: at least { $least } people of one group must have given the same answer. Choose a file with more people.
surveys-past-changed = Somebody changed the survey while the file was being read. Look at the survey, then read the file again.
surveys-past-no-column = The file has no further column called { $heading }; it has: { $headings }. Write one of these.
surveys-past-which = Write the heading of the column that names everybody's group: { $houses }.
surveys-rating = The answers to this question are the parts of a scale, so none can be added or removed. To change them, choose “one answer” first.
surveys-choose-kind = Choose what people give: one answer, several, or a number.

## An event from answers that people gave elsewhere

surveys-table = What your table becomes
surveys-table-house = Group { $number }
surveys-table-people = { $count ->
    [one] One person has answered.
   *[other] { $count } people have answered.
}
surveys-table-rows = The table has { $count } rows.
surveys-table-nameless = The table has no column with names. People are numbered.
surveys-table-houses = They will be sorted into: { $houses }.
surveys-table-questions = Which columns should decide?
surveys-table-questions-help = People who answer alike come together. Leave out what should make no difference.
surveys-table-others = Not taken for questions: { $headings }. Rules can use these columns.
surveys-table-odd = Otherwise they are kept as they are.
surveys-table-make = { $count ->
    [one] Make the event with one person
   *[other] Make the event with { $count } people
}
surveys-table-none = Choose at least one column that should decide.
surveys-table-groups-wrong = Say how many groups there are, from 2 to { $most }, or give each a name of its own, with commas between them.
surveys-table-group-long = The name of a group may have at most { $most } characters. Shorten it.
