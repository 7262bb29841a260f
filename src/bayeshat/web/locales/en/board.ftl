# The board: the groups of a result, changed by hand. Names of people, groups and results stand as somebody wrote them.

board-title = Groups of { $event }
# Which of their choices somebody got; 0: none of them.
board-choice = { $place ->
    [0] none of the choices
    [1] first choice
    [2] second choice
    [3] third choice
   *[other] choice { $place }
}
board-got = { $choices }.
board-got-part = { $place ->
    [0] { $count } got none of their choices
    [1] { $count } got their first choice
    [2] { $count } their second
    [3] { $count } their third
   *[other] { $count } choice { $place }
}
board-mixed-even = Spread evenly over the groups: { $columns }.
board-mixed-uneven = Spread as evenly as the sizes and rules allow: { $columns }.
board-mixed-random = You chose nothing to mix people by, so the groups are random.
board-rounds-none = In { $rounds } rounds, nobody meets anybody twice.
board-rounds-fewest = In { $rounds } rounds, { $pairs ->
    [one] 1 pair meets
   *[other] { $pairs } pairs meet
} more than once: fewer repeated meetings are impossible after this first round.
board-rounds-some = In { $rounds } rounds, { $pairs ->
    [one] 1 pair meets
   *[other] { $pairs } pairs meet
} more than once.
board-round = Round { $number }
board-rounds-fixed = The rounds are planned together, so nobody can be moved by hand. To change them, change the sizes or the rules and plan again.
board-again-rounds = Plan again
board-move-breaks-mixed = { $group } (breaks a rule)
board-results-of = Results of { $event }
board-options = Options
board-about = About this result
board-move-anyway = Move anyway
board-again = Sort again
board-again-mixed = Group people again
board-again-stay = Everybody else stays too, where possible
board-again-locks = Sort around the locks
board-again-locks-mixed = Group the others around the locks
board-trade = The more the sizes count, the less the answers do.
board-trade-show = Show the trade-off
board-files = Download
board-compare-with = With
board-compare-one = { $count ->
    [one] { $title } (1 person)
   *[other] { $title } ({ $count } people)
}
board-compare-none = There is no other result yet.
board-delete = Delete this result…

## The tools above the groups

board-label = The groups
board-undo = Undo<span class="hidden">: { $change }</span>
board-redo = Redo<span class="hidden">: { $change }</span>
board-nothing = nothing
board-no-undo = Nothing to undo
board-no-redo = Nothing to redo
board-find = Find a person
board-order = Order
board-order-name = By name
board-order-doubt = Least sure first
board-view = View
board-view-full = Cards
board-view-compact = One line each
board-show = Show
board-jump = Jump to a group
board-collapse = Collapse all
board-expand = Expand all
board-selected = Selected people
board-tick = Tick people to move or lock several at once.
board-move-them = Move them to
board-move-selected = Move<span class="hidden"> the selected people</span>
board-lock-selected = Lock<span class="hidden"> the selected people</span>
board-unlock-selected = Unlock<span class="hidden"> the selected people</span>
board-clear = Clear<span class="hidden"> the selection</span>
board-empty = Nobody is here.

## How the result stands

board-fit-group = Expected in { $noun ->
    [own] the group that suits them
   *[group] their right group
}
board-fit = { $right } of { $count }
board-fit-untold = unknown
# Is this better or worse than before?
board-as-good = about as good
board-slightly-worse = slightly worse fit
board-slightly-better = slightly better fit
board-worse = worse fit
board-better = better fit
board-clearly-worse = clearly worse fit
board-clearly-better = clearly better fit
# $people is such as "0.4 fewer people expected in their right group".
board-change = { $judgement }: { $people }
board-verdict-sorted = as sorted
board-verdict-as-good = about as good as sorted
board-verdict = { $judgement } than sorted
board-moved = Moved by hand
board-of-people = { $count ->
    [one] of 1 person
   *[other] of { $count } people
}
board-locked = Locked
board-locked-stay = stay when sorted again
board-exchanged = “About this result” says who.
board-exchanges = Who has exchanged places
board-exchange = { $name } (from { $before }) and { $other } (from { $after })
board-waiting = Waiting list
board-waiting-help = In this order, people move up when somebody’s answers are removed.
board-waits-for = for { $groups }
board-broken = Rules broken
board-all-kept = all are kept
board-wishes = Wishes not granted
board-percentages = The percentages { $noun ->
    [own] are people’s chances of belonging in each group.
   *[group] say how often a person is in each group, in groupings that fit everybody’s answers.
}
board-summary = { $title }: { $fit }, { $verdict }.
board-summary-broken = Rules broken: { $count }.
board-summary-wishes = Wishes not granted: { $count }.
board-loss = Expected loss { NUMBER($loss, minimumFractionDigits: 3, maximumFractionDigits: 3) }
board-loss-change = ({ $change } since the sort)
board-disagreement = disagreement with the answers { NUMBER($bits, minimumFractionDigits: 3, maximumFractionDigits: 3) } bits
board-sizes-met = sizes as wanted
board-sizes-distance = distance from the wanted sizes { NUMBER($distance, minimumFractionDigits: 3, maximumFractionDigits: 3) }

## What calls for a second look

board-unreliable = These percentages are only rough: sorting ended before they had settled. With fewer groups or more questions they become more reliable.
board-broken-before = Broken before, and still broken: { $rules }.

## A group and its people

# Stands after the size.
board-wanted = wanted { $wanted }
board-badge-moved = moved
board-badge-locked = locked
board-lock = Lock
board-is-locked = Locked
board-more = More
board-more-about = about
board-as-likely = As likely
board-likelier = Likelier
board-next = Next
board-ask = Move or ask why
board-ask-why = Ask why

## Where somebody could be instead

board-now = { $group }, { $sureness }: they are there in { $share } of the groupings that fit everybody’s answers.
board-now-note = { $group }, { $sureness }: they are there in { $share } of the groupings that fit everybody’s answers; { $note }.
board-stays = { $name } is locked in { $group }. Unlock them to move them.
board-move-to = Move { $name } to
# Short: a menu cuts what is too long.
board-move-one = { $group } ({ $share })
board-move-breaks = { $group } ({ $share }, breaks a rule)
board-move = Move<span class="hidden"> { $name }</span>
board-swap-as-good = Swapping with { $name } ({ $group }) is about as good
board-swap = Swapping with { $name } ({ $group }) is a { $judgement }: { $people }
board-swap-button = Swap<span class="hidden"> { $name } and { $other }</span>
board-why = Why here?<span class="hidden"> { $name }</span>
board-then = Then { $sizes }.
board-could-swap = { $name } could swap places to keep the sizes.
board-would-break = Breaks: { $rules }.
board-would-mend = Mends: { $rules }.

## Changes that can be undone and redone

board-some = { $name } and { $count } more
board-edit-lock = lock { $who }
board-edit-unlock = unlock { $who }
board-edit-swap = swap { $name } and { $other }
board-edit-exchange = { $name } and { $other } exchanged places themselves
board-edit-arrange = change the groups of { $who }
board-edit-move = move { $who } to { $after }
board-edit-move-from = move { $who } from { $before } to { $after }

## What scripts say; in braces stands what they fill in

board-script-tick = Tick at least one person first.
board-script-old = This page is too old to change anything. Reload it, then repeat your change.
board-script-failed = That did not work. Reload the page, then repeat your change.
board-script-offline = The server cannot be reached. Nothing was changed.
board-script-found = {"{count}"} found
board-script-by-doubt = The least sure come first.
board-script-by-name = Ordered by name.
board-script-one = {"{name}"} selected
board-script-several = {"{count}"} people selected
board-script-choose = {"{who}"}. Choose a group, or lock.
board-script-none = Nobody is selected.
board-script-people = {"{count}"} people
board-script-to = {"{who}"} to {"{group}"}
board-script-swap = Swap with {"{name}"}

## What is wrong

board-is-fixed = { $name } is locked. Unlock them first.
board-no-undo-left = There is nothing to undo.
board-no-redo-left = There is nothing to redo.
board-no-group = There is no such group in this result. Look at it again.
board-nobody = Select at least one person first.
board-swap-self = Choose somebody else to swap places with.
