# What all pages share. Names and titles are filled in as people wrote them.

page-skip = Skip to the content
page-footer = Sorted with bayeshat.
page-log-out = Log out
page-where = Where you are
page-events = Events
page-cancel = Cancel
page-held = { $file } has been uploaded. Choose a file only if you want to use a different one.
page-delete = Delete
page-keep-everything = Keep everything
page-type-title = To be sure, type the title: { $title }
page-copy = Copy
page-copied = Copied
# A time in UTC, until a script shows it in the reader's own zone.
page-moment = { DATETIME($time, dateStyle: "long", timeStyle: "short") } UTC
page-day = { DATETIME($time, dateStyle: "long") }
# $time is a date and a time, in an element of its own.
page-deletion = All answers and results of this event will be deleted for good on { $time }. Download what you want to keep.
page-deletion-editor = All answers and results of this event will be deleted for good on { $time }. Download what you want to keep, or change the date in the settings.
page-decimal = { NUMBER($number, minimumFractionDigits: 3, maximumFractionDigits: 3) }

## The steps of an event

page-steps = Steps
page-step-people = People
page-step-groups = Groups
page-step-rules = Rules
page-step-sort = Sort
page-step-results = Results

## What is wrong

page-problems = { $count ->
    [one] Please look at this again
   *[other] Please look at these again
}
page-stale = Somebody changed this in the meantime. Look at it again, then repeat your change.
page-other-site = This form was not sent from a page of this server. Go back, reload the page, and send it again.
page-log-in-to-see = Only an organiser can see this. Log in first.
page-log-in-to-do = You are not logged in (any more), so nothing was saved. Log in and try again.
page-busy = The server is busy. Wait a moment, then try again.
page-too-often = { $seconds ->
    [one] Too many attempts in a short time. Wait { $seconds } second, then try again.
   *[other] Too many attempts in a short time. Wait { $seconds } seconds, then try again.
}
page-too-large-kib = What is sent must be at most { $size } KiB; this is more. Send less, or a smaller file.
page-too-large-mib = What is sent must be at most { $size } MiB; this is more. Send less, or a smaller file.
page-not-a-form = What was sent is not a form of this page. Go back, reload the page, and send it again.
page-invalid-characters = Your text contains invalid characters. Type it again.
page-whole-number = This must be a whole number; write digits only.
page-field = The field “{ $field }” is missing or cannot be used. Check it.
page-wrong-host = This server is not called “{ $name }”. Use the address that you were given. If you run this server and this is its name, start it with --public-url, or add the name to BAYESHAT_ALLOWED_HOSTS.
page-no-such-language = The language must be one of { $languages }. Choose one of them.
page-link-warning = This link works only on the computer that runs the server, because it starts with { $host }. To let others open it, start the server with --host 0.0.0.0 --public-url http://ADDRESS{ $port }, where ADDRESS is the name or the number of this computer in your network, or put it behind a proxy with HTTPS (see the page “Running a server” of the documentation).
page-no-colors = Colours must be written like e69f00-56b4e9; these are not. Check the address.

## Pages for errors

page-error-number = If you ask for help, give this number: <code>{ $number }</code>.
page-error-home = Go to the start page
page-error-400 = This request cannot be read
page-error-401 = Please log in
page-error-403 = This is not allowed
page-error-404 = There is nothing here
page-error-405 = This is not possible here
page-error-409 = This has changed
page-error-413 = This is too large
page-error-422 = This cannot be used
page-error-429 = Please wait a moment
page-error-500 = Something went wrong
page-error-502 = You cannot be logged in just now
page-error-503 = This is too much for the server
page-error-other = This is not possible
page-error-words-400 = What was sent could not be read. Go back and try again.
page-error-words-404 = This page does not exist, or you have no access to it. Check the link that you were given.
page-error-words-405 = This address does not accept this kind of request. Go back and try again.
page-error-words-500 = That is our fault, not yours. Nothing was half done. Try again; if it happens again, tell the person who runs this server.
page-error-words-other = This request cannot be answered. Go back and try again.

## What a page says after a form was sent; addresses hold the last part of the id

page-said-moved = Moved. The numbers are up to date.
page-said-swapped = Swapped. The numbers are up to date.
page-said-arranged = The board shows this way now. You can undo that.
page-said-locked = Locked. Sorting again leaves them where they are.
page-said-unlocked = Unlocked.
page-said-undone = Undone.
page-said-redone = Redone.
page-said-published = Published. Everybody in this result who filled in the form sees their own group on their own link.
page-said-published-unseen = Published, but nobody in this result has a link of their own to see it with. Hand the groups out yourself.
page-said-unpublished = No longer published.
page-said-saved = Saved.
page-said-opened = The form is open.
page-said-closed = The form is closed. Nobody can answer or change answers until you open it again.
page-said-renewed = The form has a new link. The old one no longer works.
page-said-imported = The answers were imported.
page-said-learned = The survey has learned from the file.
page-said-forgotten = What was learned is forgotten.
page-said-deleted = Deleted.
page-said-removed = That person's answers were deleted.
page-said-all-removed = These people's answers were deleted.
page-said-nobody = Nobody was selected.
page-said-expected = The list was changed.
page-said-unexpected = Removed from the list. Their links no longer work; what they answered stays.
page-said-password = The password was changed. Log in with the new one.
page-said-rule-added = The rule was added.
page-said-rules-added = The rules were added.
page-said-rule-removed = The rule was removed.
page-said-rule-waits = The rule was saved. It names somebody who has not answered yet.
page-said-named = Your name was changed. Log in with it from now on.
page-said-language = These are your pages in the language you chose.
page-said-withdrawn = The invitation was withdrawn. Its link no longer works.
page-said-left-out = That person can no longer see the event.
page-said-joined = You can now see this event.
page-said-copied = This is the copy. Its form is closed until you open it.
page-said-out = You are logged out everywhere.
page-said-account-deleted = Your account was deleted.

# What an organiser reads when the library below the pages refuses something.

## What the library refuses: by the kind of the error

# On English pages the library's own words stand here instead.
page-detail = Details in English
page-failed-memory = The server does not have enough memory for this. Try it with fewer people, or ask the person who runs the server.
page-failed-other = This did not work. Look at what you entered, and try again. If it fails again, ask the person who runs the server.
