# What organisers read about their account, and about who else can see an event.

accounts-name = Name
accounts-your-name = Your name
accounts-name-help = You log in with it, and other organisers see it.
accounts-password = Password
accounts-password-help = At least 10 characters.
accounts-new-password-help = At least 10 characters. Several words are easy to remember.
accounts-you = (you)

## Set up, log in, and a new password

accounts-setup = Set up
accounts-welcome = Welcome
accounts-welcome-words = This server is new. Choose a name and a password: you become its first organiser and its administrator, who can invite others.
accounts-secret = Set-up secret
accounts-secret-help = It was printed where the server was started, and works once.
accounts-begin = Begin
accounts-log-in = Log in
accounts-log-in-words = For organisers. If you were sent a link to a form, open that link instead.
accounts-back-to-login = Back to the login
accounts-forgotten = Forgot your password?
accounts-forgotten-words = If your account has an e-mail address, we send a link to it by which you can choose a new password.
accounts-forgotten-send = Send the link
accounts-forgotten-sent = If there is such an account and it has an e-mail address, a link is on its way. It works once, for an hour.
accounts-forgotten-nothing = No mail after a few minutes? Look in your spam folder. Your account may also have no e-mail address.
accounts-forgotten-ask = The person who runs this server can make a link for you, with <code>bayeshat server reset-password</code> and your name. Ask them for one.
accounts-name-or-email = Name or e-mail address
accounts-mail-subject = A new password for bayeshat
accounts-mail-text =
    Hello { $name },

    somebody asked for a new password for your account. If it was you, choose one here:

    { $link }

    The link works once, for an hour. If it was not you, do nothing: your password stays as it is.
accounts-new-password = New password
accounts-reset = Choose a new password
accounts-reset-words = For the account of { $name }. You then log in with it, and are logged out everywhere else.
accounts-reset-save = Set the password

## The account

accounts-account = Your account
accounts-administrator-words = You are an administrator of this server.
accounts-invite-organisers = Invite organisers
accounts-change-name = Change name
accounts-change-password = Change password
accounts-current-password = Current password
accounts-email = E-mail address
accounts-email-label = E-mail address (optional)
accounts-email-words = If you forget your password, we send you a link to choose a new one. We send nothing else.
accounts-email-no-mail = This server sends no mail. Once it does, an address given here gets a link if you forget your password.
accounts-email-save = Save the address
accounts-password-words = You have to log in again afterwards, on all your devices.
accounts-devices = Other devices
accounts-devices-words = If you left a device logged in, log out on all devices at once, this one included.
accounts-log-out-everywhere = Log out everywhere
accounts-language = Language
accounts-language-label = Language of your pages
accounts-language-help = Respondents read an event's form in the language of the event.
accounts-language-browser = The language of my browser
accounts-language-save = Change language

## The second factor

accounts-factor = Second factor
accounts-factor-words = With a second factor, your password alone is not enough: you also type a code from an app on your phone.
accounts-factor-stands-on = On: after your password, you are asked for a code.
accounts-factor-stands-off = Off: your password alone is enough to log in. With a second factor, you also type a code from an app on your phone.
accounts-factor-begin = Set up a second factor
accounts-factor-change = Switch off or replace
accounts-factor-scan = 1. Add this account to your app
accounts-factor-scan-words = Any app for one-time codes (TOTP) will do. Scan this picture with it.
accounts-factor-picture = QR code with the secret for the app
accounts-factor-type = Or type this secret into the app:
accounts-factor-confirm = 2. Confirm with a code
accounts-factor-code = Code that the app shows
accounts-factor-code-help = Six digits.
accounts-factor-on = Switch it on
accounts-factor-off = Switch it off
accounts-factor-left = { $count ->
    [0] No recovery codes are left. For new ones, switch the second factor off and on again.
    [one] { $count } recovery code is left. For new ones, switch the second factor off and on again.
   *[other] { $count } recovery codes are left. For new ones, switch the second factor off and on again.
}
accounts-factor-is-on = From now on you are asked for a code when you log in. You were logged out on all other devices.
accounts-recovery = Recovery codes
accounts-recovery-keep = Keep these codes
accounts-recovery-words = If you lose your phone, type one of them instead of the app's code. Each works once. Print them or put them where you keep your passwords: they are not shown again.
accounts-recovery-done = I have kept them
accounts-code = One more step
accounts-code-words = Your password is right. Now type the code that your app shows.
accounts-code-label = Code
accounts-code-help = Six digits from the app, or one of your recovery codes.
accounts-code-lost = Lost your phone and your recovery codes? The person who runs this server can switch the second factor off, with <code>bayeshat server remove-second-factor</code> and your name.

## Deleting the account

accounts-delete = Delete your account
accounts-delete-before = You first see what will happen to your events. Nothing is deleted until you type your password.
accounts-delete-link = Delete your account…
accounts-delete-heading = Delete your account?
accounts-delete-words = Your name, your password and your logins are deleted at once and for good, and invitations that you made stop working. Activity logs keep your name beside what you did. Downloaded files, sent mail and backups of the server still hold what was deleted.
accounts-delete-no-events = You have no events.
accounts-delete-deleted = Deleted with your account
accounts-delete-deleted-words = All answers and results are deleted too, and people's links stop working. If an event should go on, make somebody else an owner of it first.
accounts-delete-answers = { $count ->
    [0] nobody has answered
    [one] with one person's answers
   *[other] with { $count } people's answers
}
accounts-delete-handed = Passed on
accounts-delete-handed-words = An editor becomes the owner, with all answers and results. If an event should be deleted instead, delete it first.
accounts-delete-heir = { $name } becomes the owner
accounts-delete-kept = Not changed
accounts-delete-kept-words = These have another owner. You will no longer see them.
accounts-delete-last = Nobody else has an account on this server. When it is started again, it prints an address to set it up again.
accounts-successor = Who will administer this server after you
accounts-successor-help = They can then invite organisers and see the activity log of the server.
accounts-successor-choose = Choose somebody
accounts-delete-button = Delete my account for good

## Who can see an event

accounts-share = Share this event
accounts-members-of = Who can see { $title }
accounts-members-heading = Who can see this event
accounts-this-event = This event
accounts-copy = Make a copy
accounts-delete-event = Delete this event…
accounts-members = Members
accounts-role = Role
accounts-role-of = Role of { $name }
accounts-role-owner = owner
accounts-role-editor = editor
accounts-role-viewer = viewer
accounts-change-role = Change role<span class="hidden"> of { $name }</span>
accounts-remove = Remove<span class="hidden"> { $name }</span>
accounts-only-owners = Only owners can invite people and change roles.
accounts-invite = Invite somebody
accounts-invite-as-owner = <b>An owner</b>: may do what editors do, invite others, and delete the event
accounts-invite-as-editor = <b>An editor</b>: may see and change everything, sort people, and publish results
accounts-invite-as-viewer = <b>A viewer</b>: may see answers and results, but change nothing
accounts-note = Who it is for
accounts-note-help = A note for yourself and the other owners. Optional.
accounts-note-help-server = A note for yourself and other administrators. Optional.
accounts-make-link = Make an invitation link
accounts-new-link = Send this link to the person you invite
accounts-new-link-words = { $days ->
    [one] It works once, for { $days } day. Copy it now: it is not shown again.
   *[other] It works once, for { $days } days. Copy it now: it is not shown again.
}
accounts-link = Invitation link
accounts-open-invitations = Open invitations
accounts-no-note = No note
accounts-until = until { $time }
accounts-withdraw = Withdraw<span class="hidden"> the invitation</span>
accounts-withdraw-for = Withdraw<span class="hidden"> the invitation for { $note }</span>

## Organisers of the server

accounts-organisers = Organisers
accounts-organisers-heading = Who organises on this server
accounts-owner-of = { $count ->
    [one] owner of { $count } event
   *[other] owner of { $count } events
}
accounts-editor-of = { $count ->
    [one] editor of { $count } event
   *[other] editor of { $count } events
}
accounts-viewer-of = { $count ->
    [one] viewer of { $count } event
   *[other] viewer of { $count } events
}
accounts-no-events = no events
accounts-administrator = administrator
accounts-invite-organiser = Invite an organiser
accounts-invite-organiser-words = The person who opens the link makes an account, and can then make their own events. Your events stay yours.

## An invitation

accounts-invitation = Invitation
accounts-invited = You are invited
accounts-invited-as-owner = { $inviter } invites you to the event <b>{ $title }</b> as an owner. You may do what editors do, invite others, and delete the event.
accounts-invited-as-editor = { $inviter } invites you to the event <b>{ $title }</b> as an editor. You may see and change everything, sort people, and publish results.
accounts-invited-as-viewer = { $inviter } invites you to the event <b>{ $title }</b> as a viewer. You may see answers and results, but change nothing.
accounts-invited-to-server = { $inviter } invites you to organise events on this server: to make surveys, read answers, and sort people into groups.
accounts-logged-in-as = You are logged in as { $name }.
accounts-accept = Accept the invitation
accounts-has-account = You are logged in as { $name }, so you have an account already. If the invitation is for somebody else, pass the link on. It works once.
accounts-to-events = Go to your events
accounts-if-account = If you have an account here
accounts-log-in-to-accept = Log in to accept the invitation.
accounts-new-account = Make an account
accounts-make-account = Make the account

## What is refused

accounts-wrong = The name or the password is wrong. Check both, then try again.
accounts-setup-wrong = This set-up address is wrong or was used before. Take the one that the server printed.
accounts-setup-used = This set-up address was used before. Log in instead.
accounts-code-wrong = This code is wrong or was used before. Wait for the next one, and check that the clock of your phone is right.
accounts-code-late = You took longer than five minutes, or your password was changed meanwhile. Log in again.
accounts-factor-late = This page is too old. Here is a new secret: add it to your app instead of the earlier one.
accounts-factor-on-already = The second factor is on already. Switch it off first to set up another app.
accounts-wrong-password = The current password is wrong. Type it again.
accounts-password-length = Choose a password of { $shortest } to { $longest } characters.
accounts-reset-ended = This link was used before or is too old. Ask for a new one on the login page, under “Forgot your password?”.
accounts-wrong-address = The e-mail address must look like ann@example.org; got { $address }. Correct it, or leave it empty.
accounts-name-length = Write a name of 1 to { $longest } characters.
accounts-name-taken = There is already an organiser with this name. Choose another name.
accounts-invitation-ended = This invitation was used, withdrawn, or is older than { $days } days. Ask the person who sent it for a new one.
accounts-invitation-gone = This invitation no longer exists. Look at the list again.
accounts-note-length = Write at most { $longest } characters.
accounts-pass-on = This invitation is for somebody without an account, and you have one. Pass it on.
accounts-no-such-role = A role must be one of viewer, editor, owner. Choose one of them.
accounts-only-administrators = Only an administrator of this server may do this. Ask one of them.
accounts-member-gone = This person can no longer see the event. Look at the list again.
accounts-last-owner = An event must have an owner, and this is the only one. Make somebody else an owner first.
accounts-no-successor = A server with organisers needs somebody who administers it. Choose who will administer it after you.
accounts-delete-changed = What would happen to your events has changed since you opened this page. Nothing was deleted. Look at the list again.

## The activity log

accounts-log = Activity log
accounts-log-of-server = Activity log of this server
accounts-log-words = What organisers did with this event, the newest first. Only owners see this. It names no people who answered.
accounts-log-words-server = Logins, invitations, and what was done with events that have been deleted since, the newest first. Only administrators see this. It names no people who answered.
accounts-log-when = When
accounts-log-who = Who
accounts-log-what = What
accounts-log-event = Event
accounts-log-server = The server
accounts-log-nothing = Nothing yet.
accounts-log-pages = Pages
accounts-log-newer = Newer
accounts-log-older = Older
accounts-log-page = Page { $page } of { $count }
accounts-did-accepted = accepted an invitation
accounts-did-added-people = added people to the list of those expected
accounts-did-added-rule = added a rule
accounts-did-added-rules = added rules from a file
accounts-did-arranged = put another way to group these people on the board
accounts-did-cancelled = cancelled a sort
accounts-did-changed-email = changed their e-mail address
accounts-did-changed-name = changed their name
accounts-did-changed-password = changed their password
accounts-did-changed-rule = changed a rule
accounts-did-changed-settings = changed the settings
accounts-did-changed-sizes = changed the sizes
accounts-did-changed-purpose = changed what the groups are for
accounts-did-changed-survey = changed the survey
accounts-did-closed = closed the form
accounts-did-compared-numbers = compared numbers of groups
accounts-did-copied = made a copy of the event
accounts-did-deleted-account = deleted the account of { $name }
accounts-did-deleted-answers = { $count ->
    [one] deleted one person's answers
   *[other] deleted { $count } people's answers
}
accounts-did-deleted-event = deleted the event
accounts-did-deleted-result = deleted { $result }
accounts-did-downloaded = downloaded { $file }
accounts-did-downloaded-answers = downloaded the answers
accounts-did-downloaded-links = downloaded the personal links
accounts-did-downloaded-of = downloaded { $file } of { $result }
accounts-did-downloaded-person = downloaded one person's answers
accounts-did-exchanged = let two people exchange places in { $result }, as both wished
accounts-did-expired = deleted answers, results, rules and the list of people expected, as the date of deletion had come
accounts-did-forgot = discarded what the survey had learned
accounts-did-imported = read answers from a file
accounts-did-invited-editor = invited an editor
accounts-did-invited-organiser = invited an organiser
accounts-did-invited-owner = invited an owner
accounts-did-invited-viewer = invited a viewer
accounts-did-learned = had the survey learn from earlier people
accounts-did-linked-openid = linked their account with the login provider
accounts-did-locked = locked people
accounts-did-logged-in = logged in
accounts-did-logged-in-recovery = logged in with a recovery code
accounts-did-logged-out = logged out
accounts-did-logged-out-everywhere = logged out everywhere
accounts-did-made = made the event
accounts-did-made-copy = made the event as a copy
accounts-did-made-editor = made { $name } an editor
accounts-did-made-owner = made { $name } an owner
accounts-did-made-viewer = made { $name } a viewer
accounts-did-moved = moved people by hand
accounts-did-opened = opened the form
accounts-did-placed = placed latecomers in { $result }
accounts-did-published = published { $result }
accounts-did-redone = redid a change by hand
accounts-did-removed = removed { $name }
accounts-did-removed-people = removed people from the list of those expected
accounts-did-removed-rule = removed a rule
accounts-did-renamed = renamed { $result }
accounts-did-renewed = made a new link to the form
accounts-did-reset = set a new password by a link
accounts-did-sent-mail = sent mail to people
accounts-did-sorted = started a sort
accounts-did-sorted-again = started a sort again
accounts-did-sorted-around = started a sort around the locked people
accounts-did-stopped-mail = stopped sending mail
accounts-did-removed-factor = switched off the second factor of { $name }, on the server
accounts-did-switched-factor-off = switched their second factor off
accounts-did-switched-factor-on = switched a second factor on
accounts-did-swapped = swapped two people by hand
accounts-did-took-number = took the recommended number of groups
accounts-did-undone = undid a change by hand
accounts-did-unlinked-openid = removed the link of their account with the login provider
accounts-did-unlocked = unlocked people
accounts-did-unpublished = unpublished { $result }
accounts-did-withdrew = withdrew an invitation
