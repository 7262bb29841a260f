# Sorts that wait or run, and what became of them.

jobs-title = Sorting { $event }
jobs-here = Progress
jobs-heading = Sorting
jobs-close = You can close this page; the sort goes on, and its result is kept.
jobs-heading-failed = This sort did not work
jobs-heading-cancelled = This sort was cancelled
jobs-heading-interrupted = This sort was interrupted
jobs-heading-over = This sort is over
jobs-again = Sort again
jobs-back = Back to Sort

## How far it is

jobs-waiting = Waiting.
jobs-step-read = Reading the answers
jobs-step-weigh = Weighing them
jobs-step-group = Making the groups
jobs-step-done = Done
# The step that is being done, as a sentence.
jobs-now = { $step }.
# As the command says it.
jobs-preparing = Preparing the calculations (once, up to half a minute).
jobs-rest-queued = It starts as soon as the sorts before it are done.
jobs-rest-moment = A few seconds left.
jobs-rest-seconds = About { $count } seconds left.
jobs-rest-minutes = { $count ->
    [one] About 1 minute left.
   *[other] About { $count } minutes left.
}

## What is wrong

jobs-broken = Something went wrong while sorting. Start it again; if it fails again, tell the person who runs this server.
jobs-cut-off = The server was stopped in the middle of this sort. Start it again.
jobs-stopped = Stopped by the organiser.
jobs-nothing-half = The server was stopped while it was sorting. Nothing was half written; start it again.
jobs-unknown-names = The rules name people, groups or columns that are not there any more. Look at the rules, then sort again.
jobs-result-deleted = The result has been deleted in the meantime.
jobs-no-trade-off = Sizes cost nothing here: nobody was sorted by their answers.
jobs-wrong-action = The action must be cancel or restart. Use the buttons on the page.
jobs-busy = This event is being sorted already. Wait for that result, or stop it first.
jobs-too-few = { $count ->
    [0] At least 2 people must have answered; so far nobody has. Wait for more answers.
   *[other] At least 2 people must have answered; so far { $count } has. Wait for more answers.
}
jobs-gone = There is no such sort. Look at the event again.

## How many groups

jobs-numbers-heading = How many groups are there?
jobs-numbers-offer = The survey does not say how the groups differ, so you can let the answers say how many groups there are. This may take a few minutes.
jobs-numbers-missing = The survey does not say how the groups differ. The answers could say how many groups there are, but this server lacks the extra bayeshat[compare]. Ask the person who runs it to run: pip install 'bayeshat[compare]'
jobs-numbers-compare = Let the answers say
jobs-numbers-again = Compare again
jobs-numbers-going = Numbers of groups are being compared: { $share } done.
jobs-numbers-look = Look again
jobs-numbers-none = You can still make groups, but they will be much alike.
jobs-numbers-people = { $count } people had answered when this was compared.
jobs-numbers-take = Take { $number } groups
jobs-numbers-not-offered = Numbers of groups can be compared once { $least } people have answered, if the survey does not say how the groups differ. Wait for more answers, or choose the number yourself.
jobs-numbers-nothing = There is no recommended number to take. Compare again first.
jobs-numbers-action = The action must be compare or take. Use the buttons on the page.
