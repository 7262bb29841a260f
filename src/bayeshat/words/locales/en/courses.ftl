# Courses in Canvas and Moodle. $host is the server's name, $said what it says itself.

## The address and the token

courses-address = The course must be given by the address of its page in Canvas or Moodle, such as https://canvas.example.org/courses/123 or https://moodle.example.org/course/view.php?id=7; got "{ $got }". Copy it from your browser.
courses-not-safe = The address must begin with https://, so that nobody can read your token on the way; got { $address }. Write https:// instead.
courses-no-token = Your token for { $system } must be in the variable { $variable } of the environment; got none. { $system ->
    [Canvas] In Canvas, make one under Account, Settings, New Access Token
   *[other] In Moodle, find one under Preferences, Security keys, or ask your administrator
}. Then type: export { $variable }=…
courses-odd-token = The variable { $variable } must hold a token for { $system } and nothing else; its value has spaces or other characters that tokens do not have. Set it again.
courses-token-refused = Your token must be valid at { $host }; it is refused ("{ $said }"). Make a new one in { $system }, and put it into { $variable }.
courses-redirect = The address must be the one that the server uses itself; { $host } sends its visitors to { $other }. The token was not sent there. If you trust that address, use it instead.
courses-elsewhere = The whole course must be at { $host }; its list continues at { $other }. The token was not sent there. Tell your administrator.

## Answers of the server

courses-silent = { $host } must be reachable; got no answer ({ $reason }). Check the address and your connection, and try again.
courses-busy = { $host } must accept requests; it is too busy. Try again in a few minutes.
courses-failed = { $host } must answer; it failed (HTTP { $status }). Try again later, or ask your administrator.
courses-odd = { $host } must answer like { $system }; its answer is different. Check the address.
courses-not-allowed = { $system } must allow you to do this in the course; { $host } says "{ $said }". Ask your administrator for the right to manage its groups.
courses-function = The web service of your token must have the function { $function }; { $host } says "{ $said }". Ask your administrator to add it.
courses-not-found = Course { $number } must exist at { $host }, and allow this; it says "{ $said }". Check the number in the address.
courses-refused = { $system } must accept the request; { $host } says "{ $said }". Correct that, and try again.
courses-waiting = { $host } is busy or does not answer; trying again in { $seconds } s.

## Whom names mean, and what is there

courses-unclear = { $count ->
    [one] Everybody in the file must be one student of the course; 1 person is not:
   *[other] Everybody in the file must be one student of the course; { $count } people are not:
}
    { $people }
    Add a column with their e-mail addresses or logins to the file; bayeshat course roster gives you these.
courses-may-be = "{ $name }" may be { $names }
courses-somebody = { $name } ({ $id })
courses-twice = "{ $name }" and "{ $other }" are both { $student }
courses-nobody = People must be students of course { $number } at { $host }, which has { $count ->
    [one] 1 student
   *[other] { $count } students
}; got none of them, but { $names }. Check the address and the file.
courses-names = Names of groups and sets must have 1 to { $most } characters, and no "<"; got { $names }. Rename them.
courses-taken = In { $system }, no two groups of a course have the same name; outside the set "{ $set }" there are { $names }. Put a text before the names with --prefix, e.g. --prefix "{ $set }: ".
courses-there = The set "{ $set }" at { $host } must be new, or agree with the file; got:
    { $what }
    Choose another name with --set, or add --update: people in the file move to their groups, and everything else stays.
courses-other-group = "{ $group }" is not in the file
courses-other-place = { $name } is in "{ $group }"
courses-other-people = "{ $group }" has { $count ->
    [one] 1 person who is not in the file
   *[other] { $count } people who are not in the file
}

## What is to be written

courses-plan-new = Course { $number } in { $system } ({ $host }): a new set of groups, "{ $set }".
courses-plan-set = Course { $number } in { $system } ({ $host }): the set of groups "{ $set }", which exists.
courses-plan-groups = { $count ->
    [one] 1 new group: { $names }.
   *[other] { $count } new groups: { $names }.
}
courses-plan-members = { $count ->
    [one] 1 person is put into a group.
   *[other] { $count } people are put into their groups.
}
courses-plan-moves = { $count ->
    [one] 1 of them leaves another group of the set: { $names }.
   *[other] { $count } of them leave another group of the set: { $names }.
}
courses-plan-stay = { $count ->
    [one] 1 group of the set is not in the file and stays as it is: { $names }.
   *[other] { $count } groups of the set are not in the file and stay as they are: { $names }.
}
courses-plan-by-name = Found by name, with another address in the course: { $names }.
courses-plan-absent = { $count ->
    [one] Not a student of the course, and left out: { $names }.
   *[other] { $count } people are not students of the course, and are left out: { $names }.
}
courses-plan-left = { $count ->
    [one] 1 student is not in the file: { $names }.
   *[other] { $count } students are not in the file: { $names }.
}
courses-write = Write this?
courses-yes = y yes
courses-say-yes = Writing needs your yes; got none. Answer "y", or add --yes.
courses-not-written = Nothing was written.
courses-done-before = Nothing to do: everything is there already.

## What has been written

# $what is such as: the set "Projects", 3 of 5 groups and 0 of 20 people
courses-wrote = Written: { $what }.
courses-wrote-set = the set "{ $set }"
courses-wrote-groups = { $count } of { $total ->
    [one] 1 group
   *[other] { $total } groups
}
courses-wrote-out = { $count } of { $total } taken out of other groups
courses-wrote-members = { $count } of { $total ->
    [one] 1 person
   *[other] { $total } people
}
courses-partly = { $why } { $wrote } Run the same command again: it continues from there.
courses-stopped = { $wrote } Run the same command again: it continues from there.
courses-students = { $count ->
    [one] 1 student
   *[other] { $count } students
} of course { $number } in { $system } ({ $host }): { $file }
courses-next = Next: bayeshat mix { $file } --groups 5
courses-no-students = The course must have students whom you are allowed to see; { $host } shows none for course { $number }. Check the number in the address and your role in the course.
