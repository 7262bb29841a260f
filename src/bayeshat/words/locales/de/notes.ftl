# Was zu einer Person zu vermerken ist.

notes-silent = keine Antworten
notes-silent-room = keine Antworten: kam dorthin, wo Platz war
notes-pinned = fester Platz
notes-pinned-reason = fester Platz: { $reason }
# 0 ist keiner davon.
notes-choice = { $number ->
    [0] keiner ihrer Wünsche
   *[other] { $number }. Wunsch
}
