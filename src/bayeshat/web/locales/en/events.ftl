# What organisers read on the pages of an event's steps, and where events are made and listed.

events-title = Title
events-title-help = People see it above the form.
events-form-open = form open
events-form-closed = form closed
events-published = published

## The list of events

events-events = Events
events-new = New event
events-search-label = Search events
events-search = Search
events-show-all = Show all { $count }
events-answers = { $count ->
    [one] { $count } answer
   *[other] { $count } answers
}
events-expected = { $count } expected
events-results = { $count ->
    [0] not sorted yet
    [one] { $count } result
   *[other] { $count } results
}
events-made-on = made on { $time }
events-closes-on = closes on { $time }
events-closed-on = closed on { $time }
events-copy-of = Make a copy<span class="hidden"> of { $title }</span>
events-none-found = No event has “{ $find }” in its title.
events-nothing = Nothing here yet
events-nothing-words = An event is one survey, the people who answer it, and the groups that they are sorted into.
events-nothing-make = Make an event: use a survey that is there, or write your own.
events-nothing-send = Send its link to people, and watch the answers arrive.
events-nothing-sort = Press Sort, look at the groups, and publish them.
events-first = Make the first event

## A new event, and copies

events-asked = What are people asked?
events-hogwarts = The Hogwarts survey
events-hogwarts-words = Eight questions, four houses, ready to use.
events-build = A survey of your own
events-build-words = Write your questions, answers and groups on the next page.
events-table = Answers that you have already
events-table-words = Choose the table from your form or spreadsheet. Its columns are the questions.
events-table-file = CSV or XLSX file with a row for each person
events-table-help = Exports of form tools can be read as they are. The next page shows what the table becomes.
events-table-groups = Groups
events-table-groups-help = How many, or their names with commas between them.
events-upload = A survey file
events-upload-words = Use a TOML file that you wrote or downloaded earlier.
events-file = Survey file
events-make = Make the event
events-copy-title = Copy of { $title }
events-copy = Make a copy
events-copy-words = The copy has the same survey, sizes, rules and settings. Answers, results, links and dates are not copied, and its form is closed until you open it.
events-copy-name = Title of the copy
events-copy-people = Copy the people, too: who is expected to answer, and rules that name people
events-copy-make = Make the copy
events-copy-proposed = { $number ->
    [1] (copy)
   *[other] (copy { $number })
}

## What a step's page shows

events-read-only = You can look at this event, but not change it.
events-something-wrong = Something is wrong:
events-stored-now = Stored now:
events-stored-nothing = nothing
events-stored-on = on
events-stored-off = off
events-save-anyway = Save anyway
events-stale = Somebody else saved this in the meantime. What you typed is still here, and where it differs you see what is stored now. Press “Save anyway” to keep yours.
# A time zone without a name, in a script.
events-own-time = your own time

## How the steps stand

events-people-none = nobody has answered yet
events-people-answered = { $count } answered
events-people-all = { $count } answered, nobody missing
events-people-missing = { $count } answered, { $missing } missing
events-groups-any = { $groups ->
    [one] { $groups } group of any size
   *[other] { $groups } groups of any size
}
events-groups-even = { $groups ->
    [one] { $groups } group, as even as possible
   *[other] { $groups } groups, as even as possible
}
events-groups-of = { $groups ->
    [one] { $groups } group of { $size }
   *[other] { $groups } groups of { $size }
}
events-groups-about = groups of about { $size }
events-outcome = { $people }: { $groups }.
events-outcome-groups = { $groups ->
    [one] { $groups } group of { $size }
   *[other] { $groups } groups of { $size }
}
events-outcome-more = { $groups } of { $size }
events-groups-single = { $groups ->
    [one] { $groups } group, sizes one by one
   *[other] { $groups } groups, sizes one by one
}
events-size-rest = the rest
events-size-of = { $group } { $size }
events-rules = { $count ->
    [0] no rules
    [one] { $count } rule
   *[other] { $count } rules
}
events-rules-problems = { $count ->
    [one] { $count } problem
   *[other] { $count } problems
}
events-rules-waiting = { $count } waiting
events-sort-interrupted = interrupted
events-sort-running = being sorted
events-sort-not-yet = not sorted yet
events-sort-new = { $count ->
    [one] sorted, { $count } new answer since
   *[other] sorted, { $count } new answers since
}
events-sort-changed = { $count ->
    [one] sorted, { $count } answer changed since
   *[other] sorted, { $count } answers changed since
}
events-sort-done = sorted
events-results-none = none yet
events-results-published = { $count ->
    [one] { $count } result, published
   *[other] { $count } results, published
}
events-results-unpublished = { $count ->
    [one] { $count } result, not published
   *[other] { $count } results, not published
}

## What to do next

events-next = What to do next
events-next-job = A sort is not finished yet.
events-next-open = The form is closed. Open it, and send its link to people.
events-next-send = Send the link of the form to people.
events-next-problem = Something keeps the sort from starting.
events-next-sort = When everybody has answered, sort them into groups.
events-next-again = Answers came after the last sort. Look at the groups to place latecomers, or to sort everybody again.
events-next-changed = Answers have changed since the last sort. Look at the groups to sort everybody again.
events-next-publish = Look at the groups, and publish them when you like them.
events-next-done = The groups are published. Everybody in them who filled in the form sees their own group on their own link.
events-look = Look at it
events-look-groups = Look at the groups
events-go-people = Go to People
events-go-groups = Go to Groups
events-go-rules = Go to Rules
events-go-sort = Go to Sort
events-link-and-settings = Link, QR code and settings

## People

events-link = Link of the form
events-send-link = Send this link to people
events-look-form = Look at the form
events-look-survey = Look at the survey
events-qr = The link as a QR code, to show on a screen
events-close-form = Close the form
events-open-form = Open the form
events-closing-passed = The closing date has passed, so the form takes no answers. Change or empty the date below to open it again.
events-renew-more = Make a new link…
events-renew-words = The link and the QR code that you have sent, printed or shown stop working at once. The links of those who have answered keep working.
events-renew = Make a new link
events-answers-heading = Answers
events-who-answered = Who has answered
events-download-csv = Download as CSV
events-other-ways = Other ways to answer
events-roster = Who is expected
events-roster-words = Everybody gets a link of their own, by mail or mail merge, and you see who is missing.
events-import = Read answers from a file
events-import-words = CSV or XLSX, one row for each person.
events-settings-heading = Settings of the form
events-settings = Settings
events-part-answers = Answers
events-part-reads = Language and privacy
events-part-sees = What people see of a published result
events-state-nameless = without names
events-state-wishes = asks for wishes
events-state-friends = asks for friends
events-state-kiosk = on a shared device
events-state-any = any number of answers
events-state-most = { $count ->
    [one] at most 1 answer
   *[other] at most { $count } answers
}
events-state-closes = until { $time }
events-state-deleted = deleted on { $time }
events-state-privacy = a privacy notice
events-state-consent = consent is asked for
events-state-group = their group
events-state-reason = why
events-state-chances = percentages
events-state-mates = who else is in it
events-state-exchange = people may exchange places
events-asks-names = Ask for names
events-asks-wishes = Ask for wishes: which groups people would like, up to three
events-asks-friends = Ask for friends: who people would like to be with
events-max = Maximum responses
events-max-help = Leave it empty to take any number.
events-closes-at = The form closes on
events-closes-at-help = Leave it empty to close it by hand.
events-delete-at = All answers and results are deleted on
events-delete-at-help = Nothing can be brought back afterwards. Leave it empty to keep them.
events-language = Language of the form
events-privacy = Privacy notice
events-privacy-help = People read it before they answer: who sees their answers, and for how long.
events-consent = Consent
events-consent-help = People must tick this sentence before they can send their answers, such as “I am at least 16 years old, or my parents agree.” Leave it empty to ask nothing.
events-kiosk = Kiosk: people answer one after another on a shared device, and nothing is left behind for the next person
events-shows = When a result is published, people see their group and
events-shows-reason = a sentence about why
events-shows-chances = how well each group fits them, in percent
events-shows-mates = the names of the others in their group
events-allows-exchange = Two people who agree may exchange their places once the groups are published
events-save-settings = Save the settings

## Groups

events-how-large = How large are the groups?
events-purpose = What are the groups for?
events-purpose-alike = People who answer alike together
events-purpose-alike-words = Everybody is sorted into the group that their answers fit best.
events-purpose-mixed = Mixed groups
events-purpose-mixed-words = People who differ are together: each group is a mixture of the answers that you choose.
events-purpose-choices = Workshops, by choice
events-purpose-choices-words = Everybody gets one of their choices, with a number of places in each workshop.
events-purpose-rounds = Several rounds of meetings
events-purpose-rounds-words = The groups change from round to round, so that everybody meets as many others as possible.
events-mix-by = Spread these evenly over the groups
events-mix-by-help = Each group gets its share of every answer. If you choose nothing, the groups are random.
events-rounds = Number of rounds
events-fair = How choices are granted
events-fair-first = As many first choices as possible
events-fair-nobody = Nobody should do badly
events-fair-average = Choices as good as possible on average
events-fair-choose = Choose how choices are granted from the list.
events-waiting = If there are more people than places
events-waiting-nobody = Nobody waits: there must be a place for everybody
events-waiting-lottery = The others wait, drawn by lot
events-waiting-first = Whoever answered first has a place, the others wait
events-waiting-help = Write how many places each group has as its size. Whoever waits sees their number on their own link, and moves up when somebody leaves.
events-waiting-choose = Choose from the list who waits.
events-waiting-sizes = With a waiting list, every group needs a largest size, and there must be places for two people or more. Write how many places each group has, or choose that nobody waits.
events-sort-waiting = { $count ->
    [one] There is 1 place too few, so 1 person waits
   *[other] There are { $count } places too few, so { $count } people wait
}: { $how ->
    [lottery] chance decides who.
   *[first] the last to answer.
}
events-choices-in = Where people choose
events-choices-form = In the form: first, second and third choice among the groups
events-choices-in-help = If you choose a question, its options become the groups.
events-save-purpose = Save the purpose
events-wanted = Wanted sizes
events-even = As even as possible
events-even-number = As even as possible; number of groups:
events-number = Number of groups
events-each = About this many people in each group:
events-any = Any size: the answers decide
events-any-number = Any size: the answers decide; number of groups:
events-any-mixed = Any size; number of groups:
events-within = All within a range:
events-range = Range, such as 4 to 6
events-single = One by one: a number, a range such as 4 to 6, or nothing (these share the rest)
events-group-name = Name of group { $number }
events-group-size = Size of group { $number }
events-group-more = another group
events-groups-described = The survey describes its { $groups } groups ({ $names }), so their number is fixed. You can change them <a href="{ $address }">in the survey</a>.
events-facts = These numbers are facts, not wishes: exactly this many people belong to each group, as when votes have been counted. Only who they are is unknown.
events-kind-balanced = As even as possible
events-kind-each = About this many people in each group
events-kind-free = Any size
events-kind-range = All within a range
events-kind-houses = One by one
events-answered = { $count ->
    [0] Nobody has answered yet.
    [one] { $count } person has answered.
   *[other] { $count } people have answered.
}
events-answered-expected = { $count ->
    [0] Nobody has answered yet, { $expected } are expected.
    [one] { $count } person has answered, { $expected } are expected.
   *[other] { $count } people have answered, { $expected } are expected.
}
events-sizes-exact = Sizes are met exactly, and within them everybody goes where their answers fit best.
events-statisticians = For statisticians
events-weight = Weight of the sizes
events-weight-help = auto: sizes are met exactly. A number makes them a guide: 1 is usual, with 0 they do not count.
events-loss = What is minimised
events-loss-auto = automatic (recommended)
events-loss-vi = who is with whom (variation of information)
events-loss-binder = pairs of people (Binder)
events-loss-placement = who is in which group (placement)
events-save-sizes = Save the sizes
events-go-on-rules = Go on to Rules

## Sort

events-sort-people = { $count ->
    [one] { $count } person
   *[other] { $count } people
}
events-last-interrupted = The last sort was interrupted before it was done.
events-survey-file = The survey file
events-under-way = A sort is under way.
events-watch = Watch it
events-fix-first = Fix this first:
events-sort-words = Everybody who has answered is put into the group that their answers fit best, with these sizes and rules. Earlier results stay as they are.
events-sort-words-mixed = People are mixed so that each group has its share of what you chose, with these sizes and rules. Earlier results stay as they are.
events-sort-words-choices = As many people as possible get their first choice, then their second and third, with these sizes and rules. Earlier results stay as they are.
events-sort-words-rounds = Groups are planned for all rounds, so that as few people as possible meet twice, with these sizes and rules. Earlier results stay as they are.
events-sort-mixed = Make the groups
events-sort-late = This may move anybody. To place only those who came late, and move nobody else, go to <a href="{ $address }">the last groups</a>.
events-sort-missing = { $count ->
    [one] { $count } of those who are expected has not answered yet and is not sorted.
   *[other] { $count } of those who are expected have not answered yet and are not sorted.
}
events-sort = Sort
events-since-last = { $count ->
    [one] { $count } answer came or changed since the last sort.
   *[other] { $count } answers came or changed since the last sort.
}
events-look-last = Look at the last result

## What keeps a sort from starting

events-too-few = At least 2 people must have answered before they can be sorted.
events-rule-waits = A rule names “{ $name }”, who has not answered yet. Wait for the answer, or remove the rule.
events-people = { $count ->
    [one] { $count } person
   *[other] { $count } people
}
events-places = { $count ->
    [one] { $count } place
   *[other] { $count } places
}
events-sum-fixed = The sizes add up to { $wanted }
events-sum-needs = The groups need at least { $wanted }
events-sum-room = The groups have room for { $wanted }
# $sizes is one of the three above; $missing people or places.
events-misfit-answered = { $sizes }, and { $count } have answered: { $missing } too few.
events-misfit-expected = { $sizes }, and { $count } are expected: { $missing } too few.

## Deletion

events-delete = Delete this event?
events-delete-words = All its answers and results are deleted for good, and everybody's own links stop working. Download first what you want to keep.
events-delete-button = Delete everything
events-delete-wrong = This is not the title. Type it exactly as shown.

## What is refused

events-gone = There is no such event. Check the address, or look at the list of your events.
events-no-form = There is no such form. Check the address, or ask the person who sent it for the new one.
events-owners-only-viewer = Only owners of this event may do this; you are a viewer. Ask an owner of the event.
events-owners-only-editor = Only owners of this event may do this; you are an editor. Ask an owner of the event.
events-editors-only = Only owners and editors of this event may do this; you are a viewer. Ask an owner of the event.
events-no-such-survey = A survey must be one of { $surveys }. Choose one of them.
events-survey-length = A survey file may have at most { $longest } characters. Shorten it.
events-survey-questions = A survey may have at most { $most } questions; got { $count }. Leave some out.
events-survey-answered = The survey has been answered, so it must stay as it is. Make a new event.
events-survey-encoding = The survey file must be text in UTF-8; this is not. Save it again as UTF-8, then choose it again.
events-survey-missing = Choose a survey file first.
# After what is wrong with the file, in English.
events-file-again = Then choose the file again.
events-no-such-field = An event has no “{ $field }” that can be changed. Look at the form again.
events-no-such-action = The action must be open, close or renew. Use the buttons of the page.
events-no-such-loss = The loss must be one of { $losses }. Choose one of them.
events-weight-number = The weight of the sizes must be a number of at least 0; got “{ $given }”.
events-sizes-unknown = Sizes must be given for the groups; “{ $house }” is not one of them.
events-sizes-none = Give a size for at least one group, or choose “As even as possible”.
events-facts-whole = To make facts of the sizes, give one whole number for each group.
events-sizes-kinds = Sizes must be "balanced", a range such as 4 to 6, or one size for each group.
events-sizes-choose = Sizes must be balanced, free, a range, or one for each group. Choose one of them.
events-groups-fixed = The survey describes its { $groups } groups, so their number is fixed. Choose another size.
events-groups-number = The number of groups must be a number from 1 to { $most }.
events-groups-names = Give each group a name of its own.
events-range-missing = Write how large the groups may be, such as 4 to 6.
events-purpose-choose = Choose what the groups are for.
events-rounds-number = Choose 2 or more rounds.
events-choices-question = Choose one of the survey's questions, or the form.
events-rules-unreadable = These rules cannot be read. Reload the page, then try again.
events-title-length = Write a title of 1 to { $longest } characters.
events-max-number = The maximum must be a number from 1 to { $most }.
events-privacy-length = The privacy notice may have at most { $longest } characters. Shorten it.
events-consent-length = The consent text may have at most { $longest } characters. Shorten it.
events-closes-at-moment = The closing date must be a date and a time; got “{ $given }”. Write e.g. 2030-05-01 18:00.
events-delete-at-moment = The date of deletion must be a date and a time; got “{ $given }”. Write e.g. 2030-05-01 18:00.
events-delete-at-past = The date of deletion must be in the future: all answers and results are deleted then. Choose a later date, or delete the event now.
events-delete-at-early = Answers must not be deleted before the form closes. Choose a later date.
