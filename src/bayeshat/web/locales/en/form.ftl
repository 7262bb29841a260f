# What respondents read. Texts in quotes and names are filled in as people wrote them.

## The form

form-questions = { $count ->
    [one] One question.
   *[other] { $count } questions.
}
# $done is a number, or a sign in whose place a script writes it.
form-progress = { $done } of { $total } answered
form-readers = The organisers of this event and the people who run this server can read your answers; organisers can also download them. Other people who answer cannot see them.
form-mates = Once the groups are published, the others in your group see your name.
# A date follows.
form-open-until = Open until
form-changing = Change what you like, then press the button at the end.
form-name = Your name
form-name-help = So that you can be found in a group.
# After a question's number, for those who hear the page.
form-of = of { $total }
form-several = Choose as many as apply.
form-ranking = Put the answers in order, the best first. You can leave the last ones out.
form-no-answer = No answer
form-wishes = Which groups would you like?
form-wishes-help = Sizes and other people's wishes count too, so not every wish can be granted.
form-choose = Which of these would you like?
form-choose-help = Places are limited: as many people as possible get their first choice, and you may get your second or third.
form-choice = { $number ->
    [one] First choice
    [2] Second choice
    [3] Third choice
   *[other] Choice { $number }
}
form-no-wish = No wish
form-friends = Who would you like to be with?
form-friends-help = Write the names of people who take part, separated by commas. They are not told.
# What stands before the decimals of a number.
form-decimal-mark = .
# For people who use a screen reader.
form-number = Your number
form-number-unit = Your number, in { $unit }
form-number-whole = A whole number; 0 if there are none.
form-number-between = A number from { $low } to { $high }.
form-number-above = A number above { $low }.
form-privacy = Privacy
form-send = Send my answers
form-send-anyway = Send anyway
form-keep = Save the changes
form-cancel = Cancel
form-start-over = Start over
form-offline = The server cannot be reached. Nothing is lost: wait a moment, then send again.

## What is wrong

form-problems-heading = { $count ->
    [one] Please look at this again
   *[other] Please look at these { $count } things again
}
form-wrong-name = Write your name, with 1 to { $longest } characters.
form-wrong-option = Question { $number }: choose one of the options.
form-wrong-wish = Choose one of the groups.
form-wrong-friends = Write at most { $longest } characters about who you would like to be with.
form-wrong-one-only = Question { $number }: choose one option only.
form-wrong-twice = Question { $number }: you chose “{ $option }” twice. Choose each answer only once.
form-wrong-places = Question { $number }: fill in the first choice before the second, and so on.
form-wrong-no-number = Question { $number }: write a number, in digits.
form-wrong-unit = Question { $number }: write the number in { $unit }.
form-wrong-whole = Question { $number }: write a whole number, { $low } or more.
form-wrong-between = Question { $number }: write a number from { $low } to { $high }.
form-wrong-above = Question { $number }: write a number above { $low }.
form-wrong-large = Question { $number }: this number is too large.
form-wrong-far = Question { $number }: { $value } is far from the usual numbers, { $low } to { $high }. Correct it, or send it anyway if it is right.
form-wrong-nothing = Answer at least one question.
form-wrong-consent = To take part, you must agree to this. Tick the box.
form-wrong-number = Something was missing from the form. Check your answers, and send them again.
form-wrong-survey = The questions have changed since you opened this page. This is the new form; the answers that still fit are filled in. Check them, and send them again.
form-wrong-same-name = Somebody has answered as { $name }. If that was you, use your own link to change it. If you are another { $name }, add a surname, or send anyway.
form-wrong-too-often = { $seconds ->
    [one] Too many people sent something from your network just now. Nothing is lost: wait a second, then send again.
   *[other] Too many people sent something from your network just now. Nothing is lost: wait { $seconds } seconds, then send again.
}

## Pages without a form

form-closed-heading = This form is closed
form-closed-words = Answers can no longer be given or changed. If you have answered, your own link still works.
# A date follows.
form-closed-since = Closed since
form-full-heading = This form is full
form-full-words = It has reached its maximum number of answers. Ask the person who sent it to you.
form-link-replaced = This link has been replaced by a new one.
form-unsent-heading = Your answers were not sent
form-unsent-words = Here is what you wrote. Copy it, and ask the person who sent you the form whether it can still be taken.
form-missing-heading = There is nothing here
form-missing-words = There is no form and there are no answers at this address. Check it, or ask the person who sent it to you.
form-broken-heading = This cannot be used
form-broken-words = What was sent could not be read. Go back, and try again.
form-large-heading = This is too large
form-large-words = What was sent is larger than a form can be. Go back, shorten it, and try again.
# So that somebody who asks for help can say which error it was.
form-request-number = If you ask for help, give this number: { $number }.

## A shared device

form-kiosk-thanks = Thank you!
form-kiosk-kept = Your answers have been saved.
form-kiosk-code = To change your answers or to see your group later, take a photo of this code now. It opens your own link, and it is shown only once.
form-kiosk-code-picture = QR code of your own link
form-kiosk-next = Next person

## Everybody's own page

form-receipt-title = Your answers
form-receipt-title-group = Your group
form-receipt-changed = Your changes have been saved.
form-receipt-thanks = Thank you
form-receipt-thanks-name = Thank you, { $name }
form-receipt-kept = Your answers have been saved.
form-receipt-not-published = The groups are not published yet. Once they are, this page shows you yours.
form-receipt-too-late = The groups are published, but they were made before your answers arrived. Ask the organiser where you belong.
form-receipt-waits = The groups are published. There are more people than places, and you are number { $number } on the waiting list. If you get a place, this page shows it.
form-receipt-you-are-in = You are in
form-receipt-you-are-in-name = { $name }, you are in
form-receipt-rounds = Your groups
form-receipt-rounds-name = { $name }, your groups are
form-receipt-round = Round { $number }: { $group }
form-receipt-choice = { $place ->
    [0] This is none of your choices.
    [1] This was your first choice.
    [2] This was your second choice.
    [3] This was your third choice.
   *[other] This was number { $place } of your choices.
}
form-receipt-exchanged = You are here because you exchanged places with somebody. Before, you were in { $group }.
form-receipt-link = Keep this link
form-receipt-link-help = It is yours alone. With it you can change your answers until the form closes, and later see where you were sorted.
form-receipt-link-label = Your private link
form-receipt-copy = Copy the link
form-receipt-copied = Copied
form-receipt-why = Why?
form-receipt-reason-one = Your answer to “{ $first }” points to { $group }.
form-receipt-reason-two = Your answers to “{ $first }” and “{ $second }” point to { $group }.
form-receipt-fits-best = Of all groups, this one fits your answers best.
form-receipt-fits-less = Another group fits your answers better; the sizes of the groups, a rule or the organiser put you here.
form-receipt-chances = How well does each group fit?
form-receipt-chances-help = 80 % means: going by everybody’s answers, you belong in this group with a chance of 8 in 10.
form-receipt-yours = (yours)
form-receipt-mates = Who is in your group
form-receipt-alone = Nobody else is in your group.
form-receipt-answered = What you answered
form-receipt-readers = The organisers can read this and download it, also as a report that lists everybody's answers by name.
form-receipt-change = Change my answers
form-receipt-closed = The form is closed; answers stay as they are.
form-receipt-download = Download my data
form-receipt-delete = Delete my answers
form-guest = guest { $code }

## Exchanging places

form-exchange = Exchange places
form-exchange-words = If somebody in another group agrees, you two can exchange your places.
form-exchange-more = Exchange places…
form-exchange-open = You offer to exchange places. Nobody has taken your offer yet.
form-exchange-see = See your offer
form-exchange-where = You are in { $group }.
form-exchange-offer-heading = Offer your place
form-exchange-offer-words = Choose the group that you would like to be in. You get a code for somebody who is there now. Nobody learns of your offer until you pass the code on.
form-exchange-wants = The group that you would like
form-exchange-offer = Make the offer
form-exchange-code-words = You would like to be in { $group }. Give this code to somebody there with whom you would like to exchange places:
form-exchange-code-note = They enter it on their own link, and read your name and your group. The first person in { $group } who agrees exchanges places with you at once. The code no longer works once you withdraw the offer or your group changes.
form-exchange-withdraw = Withdraw the offer
form-exchange-code-heading = Have you been given a code?
form-exchange-code = The code
form-exchange-look = Look at the offer
form-exchange-found = { $name } ({ $group }) would like to exchange places with you ({ $own }).
form-exchange-found-then = If you agree, you are in { $group } at once, and { $name } is in { $own }. The organisers see that you have exchanged places.
form-exchange-take = Exchange places
form-exchange-decline = No, I stay where I am
form-exchange-back = Back to your page
form-exchange-done = You have exchanged places. This is your new group.
form-exchange-off = Places cannot be exchanged now: the groups are not published, or the organisers do not allow it.
form-exchange-fixed = The organisers have fixed your place, so you cannot exchange it.
form-exchange-busy = You cannot exchange your place now, because the organisers are working on the groups. Try again later.
form-exchange-other-fixed = The organisers have fixed the other person's place, so you cannot exchange places.
form-exchange-other-busy = You cannot exchange places now, because the organisers are working on the other person's group. Try again later.
form-exchange-choose = Choose one of the other groups.
form-exchange-no-offer = There is no open offer with this code. Check the code, or ask for a new one.
form-exchange-own-code = This is your own code. Give it to the person with whom you would like to exchange places.
form-exchange-other-group = This offer is for somebody in { $wanted }, and you are in { $group }.
form-exchange-breaks-rule = A rule of the organisers does not allow this exchange.
form-exchange-changed = The groups have just been changed. Look at your group, then try again.

## Deletion

form-delete-heading = Delete your answers?
form-delete-words = Your name and your answers are deleted from this server for good, and your own link stops working.
form-delete-stays = This stays with the organisers:
form-delete-stays-place = a place without a name, in results that already exist;
form-delete-stays-files = files and backups that were made before;
form-delete-stays-rules = your name in lists and rules that they wrote themselves.
form-delete-keep = Keep my answers
form-deleted-heading = Your answers are deleted
form-deleted-words = Your name and your answers are no longer on this server. Files that were downloaded before, and what the organisers wrote themselves, stay with them.

## Mail, as the page suggests it to the organiser

form-invitation =
    Hello { $name },

    please answer a few questions:
    { $link }

    The link is yours alone.
form-reminder-subject = Reminder: { $title }
form-reminder =
    Hello { $name },

    we have no answers from you yet. Here is your link:
    { $link }

    It is yours alone.
