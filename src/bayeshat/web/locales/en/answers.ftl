# What organisers read about those who have answered, and about answers from files.

answers-heading = Who has answered
answers-title = Who has answered { $title }
answers-count = { $count ->
    [0] Only the organisers of this event can see this list.
    [one] { $count } person. Only the organisers of this event can see this list.
   *[other] { $count } people. Only the organisers of this event can see this list.
}
answers-import = Read answers from a file
answers-expected = Who is expected
answers-download-all = Download all answers as CSV
answers-search = Search
answers-show-all = Show everybody
# $found is a number, or a sign in whose place a script writes it.
answers-found = { $found } of { $count } people
answers-from-file = from a file
answers-from-link = by personal link
answers-from-form = from the form
answers-when = Last changed
answers-whence = Where from
answers-download = Download<span class="hidden"> everything about { $name }</span>
answers-delete-one = Delete…<span class="hidden"> the answers of { $name }</span>
answers-delete-selected = Delete the selected…
answers-nobody = Nobody has answered yet.

## Who has answered, live

answers-arrived = { $count ->
    [one] <span class="big">{ $count }</span> has answered
   *[other] <span class="big">{ $count }</span> have answered
}
answers-at-most = of at most { $most }
answers-missing = { $missing ->
    [one] Of the { $expected } people expected, { $missing } is missing:
   *[other] Of the { $expected } people expected, { $missing } are missing:
}
answers-complete = Everybody who is expected has answered
answers-unexpected = Not expected: { $names }
answers-latest = Latest: { $names }

## Deletion

answers-delete-person = Delete the answers of { $name }?
answers-delete-people = Delete the answers of { $count } people?
answers-and-more = and { $count } more
answers-delete-stays = What they answered is deleted for good, and their own links stop working. In results that exist already, a place without a name stays, because the others' places depend on it. Rules that name them stay: change those on the rules page. Files that were downloaded before are not changed.
answers-delete-button = Delete the answers

## Answers from a file

answers-again = In the file more than once: { $names }
answers-again-person = { $name } (rows { $rows })
answers-again-latest = The same person answered again. Only the latest answers count.
answers-again-separate = Different people have the same name. Everybody counts.
answers-again-both = If some of these answered again and others are different people, make the names in the file different, and choose it again.
answers-again-choose = Say whether the same person answered again, or different people have the same name.
answers-again-go = Go on
answers-plan = This is what would happen
answers-plan-counts = { $new } new, { $replaced } replaced, { $refused } left out
answers-plan-replaced = <b>Replaced:</b> { $names }. They were imported before; the new file replaces what they had.
answers-plan-refused = Left out:
answers-plan-own = <b>{ $name }</b> has answered the form: their own answers stay.
answers-plan-which = <b>{ $name }</b> is the name of several people: to say which of them you mean, give the file a column with e-mail addresses or student ids, or make the names different.
answers-plan-odd = Numbers that are far from the usual ones. If they are mistakes, correct the file and read it in again:
answers-plan-far = { $name }: { $value } { $unit } (question { $number })
answers-plan-repeat = <b>Without a name:</b> some people in the file have no name, and others without a name are here already. Nobody can tell whether they are the same. If you have imported this file before, they will be listed twice.
answers-plan-add = { $new ->
    [one] Add { $new } person
   *[other] Add { $new } people
}
answers-plan-replace = { $replaced ->
    [one] Replace { $replaced } person
   *[other] Replace { $replaced } people
}
answers-plan-both = Replace { $replaced } and add { $new } people
answers-plan-nothing = There is nothing left to import.
answers-file = CSV or XLSX file
answers-another-file = Another CSV or XLSX file
answers-file-help = { $count ->
    [one] One row for each person, one column for the question, headed by its text or its id. A column called “name” has the names. Further columns, such as e-mail addresses or student ids, are kept for your downloads.
   *[other] One row for each person, one column for each of the { $count } questions, headed by its text or its id. A column called “name” has the names. Further columns, such as e-mail addresses or student ids, are kept for your downloads.
}
answers-file-kinds = Exports of Google Forms, Microsoft Forms, Qualtrics, LimeSurvey, SurveyMonkey, Typeform and KoboToolbox can be read as they are. A file never replaces the answers of somebody who has filled in the form.
answers-read-file = Read the file
answers-unnamed = person { $number }

## What is refused

answers-gone = There are no such answers. Look at the list again.
answers-no-receipt = There are no answers at this address. Check it, or ask the person who sent you the form.
answers-file-changed = The answers have changed since the file was read. Look at what would happen now.
answers-file-people = The file may have at most { $most } people; got { $count }. Split it.
answers-event-people = An event may have at most { $most } people; this makes { $count }.
answers-file-gone = The file is no longer here. Choose it again.
answers-file-missing = Choose a CSV or XLSX file first.
answers-file-empty = There is nothing in this file. Export it again, or choose another one.
answers-file-kind = The file must be a CSV, TSV or XLSX file. Save it as one of these.
answers-file-size = The file may have at most { $most } MiB. Leave columns out.
answers-file-rows = The file may have at most { $most } rows; got about { $count }. Split it.
answers-file-cells = The file may have at most { $most } cells. Leave columns out.
answers-file-columns = The file may have at most { $most } columns. Leave some out.
answers-workbook-unpacked = The workbook unpacks to more than this server takes. Save it as CSV.
answers-workbook-damaged = The file must be an XLSX workbook; this one is damaged or something else. Save it again, or as CSV.
answers-workbook-columns = The workbook may have at most { $most } columns. Leave some out.
answers-workbook-rows = The workbook may have at most { $most } rows. Split it.
answers-workbook-cells = The workbook may have at most { $most } cells. Leave columns out.
answers-workbook-doctype = The workbook contains a document type declaration, which no workbook needs. Save it again, or as CSV.
