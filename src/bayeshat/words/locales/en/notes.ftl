# What to note about a person.

notes-silent = no answers
notes-silent-room = no answers: placed where there was room
notes-pinned = pinned
notes-pinned-reason = pinned: { $reason }
# 0 is none of them.
notes-choice = { $number ->
    [0] none of their choices
    [2] 2nd choice
    [3] 3rd choice
   *[other] { $number }th choice
}
