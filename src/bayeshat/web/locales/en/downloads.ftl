# Files to download, and what is in each.

downloads-assignments = Who is where (CSV)
downloads-assignments-holds = Everybody’s group, how sure it is, and who could swap; no answers.
downloads-assignments-holds-mixed = Everybody’s group, and which of their choices it is, if they chose; no other answers.
downloads-probabilities = Chances (CSV)
downloads-probabilities-holds = How likely each group is for each person; no answers.
downloads-groups = All tables (XLSX)
downloads-groups-holds = Groups, chances and sizes on one sheet each.
downloads-groups-holds-mixed = Everybody’s group, the sizes, and a sheet for each group.
downloads-sheet-groups = groups
downloads-sheet-notes = notes
downloads-report = The report for the organisers
downloads-report-holds = Groups, chances, rules, and answers person by person, as one page to read or print.
downloads-report-holds-mixed = Groups and rules, and choices if people chose, as one page to read or print.
downloads-handout = The groups to hand out
downloads-round = Round { $number }: { $group }
downloads-waiting = Waiting list
downloads-handout-holds = Names and groups as one page, and nothing else.
downloads-handout-people = { $count ->
    [one] 1 person
   *[other] { $count } people
}
downloads-seats = Places at tables
downloads-seats-holds = Everybody’s place at round tables, a page for each group: people who should be together sit side by side.
downloads-place-cards = Place cards
downloads-place-cards-holds = A card for everybody with name, table and place, to print and cut out.
downloads-for-organisers = For the organisers only.
downloads-for-all = Everybody may read it.
downloads-course = Group files for Moodle and Canvas
downloads-none = There is no such file. Choose one that the page lists.

## Moodle and Canvas

downloads-course-title = Groups for Moodle and Canvas
downloads-course-here = Moodle and Canvas
downloads-course-words = People are found in your course by the e-mail address, user name or number that came with their answers, or that the <a href="{ $address }">list of who is expected</a> has for them. If somebody is not matched, add your course's class list there.
downloads-unmatched = { $count ->
    [one] <b>1 of { $all } could not be matched</b> and is not in the file: { $names }.
   *[other] <b>{ $count } of { $all } could not be matched</b> and are not in the file: { $names }.
}
downloads-unmatched-more = { $names } and { $count } more
downloads-all-matched = Everybody is in the file.
downloads-canvas-words = In your course, open People and a group set, choose Import, and take this file. Groups that do not exist are made.
downloads-canvas = Download for Canvas (CSV)
downloads-moodle-first = First make the groups: in your course, open Participants, Groups, Import groups.
downloads-moodle-groups = Download the groups (CSV)
downloads-moodle-then = Then put people into them: an administrator opens Upload users, chooses “Update existing users only”, and takes the second file. The second file must name your course.
downloads-moodle-course = Short name of the course in Moodle
downloads-change = Change
downloads-go-on = Go on
downloads-moodle-members = Download the members (CSV)
