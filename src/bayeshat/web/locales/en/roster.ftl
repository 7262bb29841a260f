# Who is expected to answer: the list, personal links, and mail. Names and addresses stand as somebody wrote them.

roster-title = Who is expected to answer { $event }
roster-heading = Who is expected
roster-count = { $count ->
    [one] 1 person: { $answered } answered, { $missing } missing.
   *[other] { $count } people: { $answered } answered, { $missing } missing.
}
roster-private = Only the organisers of this event can see this list.

## Adding people, and their links

roster-add-title = Add people
roster-names = Names
roster-names-help = One person per line, with or without an e-mail address: “Ann Lee, ann@example.org”.
roster-file = Or a file
roster-file-help = CSV or XLSX with a column “name” and, optionally, “e-mail”. The list of participants from Moodle and the list of people or of a group set from Canvas can be read as they are.
roster-add = Add
roster-again = In the list more than once: { $names }
roster-again-latest = It is the same person, listed twice. They get one link.
roster-again-separate = Different people have the same name. Each gets a link.
roster-again-both = If some of these are listed twice and others are different people, make their names different in the list or the file, or add their e-mail addresses.
roster-again-choose = Say whether the same person is listed twice, or different people have the same name.
roster-links = Personal links
roster-links-words = Everybody on the list has a link of their own. It opens the form with their name filled in, and afterwards their own answers. To give somebody a new link, remove them and add them again.
roster-links-download = Download the links for a mail merge (CSV)

## Mail

roster-mail = Send mail to those who are missing
roster-mail-none = This server sends no mail. Download the links and send them with a mail merge, or ask the person who runs this server to set up mail.
roster-mail-no-addresses = Add e-mail addresses first: then you can send everybody their link from here.
roster-mail-stop = Stop sending
roster-mail-kind = What to send
roster-mail-invitation = { $count ->
    [one] Invitation: 1 person has not been invited yet
   *[other] Invitation: { $count } people have not been invited yet
}
roster-mail-reminder = { $count ->
    [one] Reminder: 1 person has not answered yet
   *[other] Reminder: { $count } people have not answered yet
}
roster-mail-without = { $count ->
    [one] 1 of those who are missing has no e-mail address here and gets no mail.
   *[other] { $count } of those who are missing have no e-mail address here and get no mail.
}
roster-mail-subject = Subject
roster-mail-text = Text
roster-mail-text-help = {"{name}"} and {"{link}"} become each person's own.
roster-mail-send = Send
roster-mail-sending = <b>Mail is being sent:</b> { $done } of { $total } sent.
roster-mail-waits = <b>Mail is being sent:</b> it starts in a moment.
roster-mail-reload = Reload
roster-mail-sent = The last mail was sent on { $time }. Where it failed, the list says so.
roster-mail-failed = The last mail did not go out to everybody. { $message } People who got it will not get it again.

## The list

roster-list = The list
roster-search = Search
roster-everybody = Show everybody
# $found is a number, or a sign that a script replaces by one.
roster-found = { $found } of { $count } people
roster-answered = answered
roster-missing = missing
roster-reminded = reminded { $time }
roster-invited = invited { $time }
roster-link = Link<span class="hidden"> of { $name }</span>
roster-removal = People you remove can no longer use their link. What they answered stays, and is deleted under <a href="{ $address }">Who has answered</a>.
roster-remove = Remove the selected

## What is wrong

roster-nobody = Write at least one name, or choose a file with names.
roster-no-names = The file must have a column with names, headed “name”, or “first name” and “last name”; its headings are { $headings }. Rename the column.
roster-too-many = The list may have at most { $most } people; this makes { $count }.
roster-long-name = A name may have at most { $longest } characters; got { $name }. Shorten it.
roster-wrong-address = E-mail addresses must look like ann@example.org; got { $address } for { $name }. Correct it, or leave it out.
roster-mail-wrong-kind = A mail is an invitation or a reminder. Choose one of them.
roster-mail-wrong-subject = Write a subject of 1 to { $longest } characters.
roster-mail-long-text = The text may have at most { $longest } characters; it has { $length }. Shorten it.
roster-mail-no-link = The text must contain {"{link}"}: each person's own link goes there. Add it.
roster-mail-closed = The form is closed, so nobody could answer. Open it first.
roster-mail-busy = Mail of this event is being sent. Wait until that is done, or stop it.
roster-mail-nobody = Nobody is left to write to: everybody with an e-mail address has answered or got an invitation.
roster-mail-no-server = This server sends no mail. Download the links, and send them with your own program.
roster-mail-not-set-up = This server sends no mail. The person who runs it can set BAYESHAT_SMTP_URL and BAYESHAT_MAIL_FROM.
roster-mail-no-tls = The mail server offers no TLS, so the password is not sent to it. Use smtps://.
roster-mail-unusable = The mail server cannot be used ({ $reason }). Ask the person who runs this server to look at BAYESHAT_SMTP_URL, then start again: nobody gets the same mail twice.
roster-mail-unsure = The server stopped or lost the connection while this mail went out: it may have arrived or not.
roster-mail-refused = The mail server did not take it: { $reason }
