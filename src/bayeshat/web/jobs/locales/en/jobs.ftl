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
jobs-rest-queued = It starts as soon as the sorts before it are done.
jobs-rest-moment = A few seconds left.
jobs-rest-seconds = About { $count } seconds left.
jobs-rest-minutes = { $count ->
    [one] About 1 minute left.
   *[other] About { $count } minutes left.
}

## What is wrong

jobs-broken = Something went wrong while sorting. Start it again; if it fails again, tell whoever runs this server.
jobs-cut-off = The server was stopped in the middle of this sort. Start it again.
jobs-stopped = Stopped by the organiser.
jobs-nothing-half = The server was stopped while it was sorting. Nothing was half written; start it again.
jobs-unknown-names = The rules name people, groups or columns that are not there any more. Look at the rules, then sort again.
jobs-result-deleted = The result has been deleted in the meantime.
jobs-wrong-action = The action must be cancel or restart. Use the buttons of the page.
jobs-busy = This event is being sorted already. Wait for that result, or stop it first.
jobs-too-few = { $count ->
    [0] At least 2 people must have answered; so far nobody has. Wait for more answers.
   *[other] At least 2 people must have answered; so far { $count } has. Wait for more answers.
}
jobs-gone = There is no such sort. Look at the event again.
jobs-old = This sort was asked for before the server was updated. Start a new one on the page Sort.
