# Headings of columns and names of sheets. Files that programs read have the English ones in every language.

heading-name = name
heading-mail = e-mail
heading-group = group
heading-members = members
heading-probability = probability
heading-probability-of = probability of { $house }
heading-most-probable = most probable
heading-next-best = next best
heading-next-probability = probability of next best
heading-fewer-moved = fewer right if moved
heading-swap-with = swap with
heading-fewer-swapped = fewer right if swapped
heading-choice = choice
# A column for each of the groups that a person is in: $place is its number, or its time slot.
heading-one-of = { $heading } { $place }
heading-choice-none = none
heading-waiting-list = Waiting list
heading-waiting-place = place on the waiting list
heading-waits-for = waits for
heading-table = table
heading-place = place
heading-times = times
heading-note = note
heading-why = why
heading-settled = settled
heading-size = size
heading-wanted = wanted
heading-assignments = assignments
heading-probabilities = probabilities
heading-sizes = sizes
heading-seats = seats
