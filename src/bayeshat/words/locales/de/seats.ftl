# Plätze an Tischen und in Reihen.

seats-beside = { $missing ->
    [0] Alle sitzen neben jemandem, mit dem sie zusammen sein sollen oder möchten, wenn es in ihrer Gruppe so jemanden gibt.
    [one] 1 von { $count } Personen, die mit jemandem in ihrer Gruppe zusammen sein sollen oder möchten, sitzt nicht neben so jemandem.
   *[other] { $missing } von { $count } Personen, die mit jemandem in ihrer Gruppe zusammen sein sollen oder möchten, sitzen nicht neben so jemandem.
}
seats-apart = { $count ->
    [0] Niemand sitzt neben jemandem, von dem er oder sie getrennt sein soll.
    [one] 1 Paar, das getrennt sein soll, sitzt nebeneinander.
   *[other] { $count } Paare, die getrennt sein sollen, sitzen nebeneinander.
}
seats-alike = { $count ->
    [0] Niemand sitzt neben jemandem mit demselben Eintrag in { $columns }.
    [one] 1 Paar mit demselben Eintrag in { $columns } sitzt nebeneinander.
   *[other] { $count } Paare mit demselben Eintrag in { $columns } sitzen nebeneinander.
}
seats-proven = Keine Reihenfolge der Plätze ist besser.
seats-open = Wo mehr als { $most } Personen zusammensitzen, gibt es vielleicht eine bessere Reihenfolge.
seats-listed = Mehr als { $most } Personen sitzen in der Reihenfolge der Personenliste.
seats-anyhow = Die Plätze stehen in der Reihenfolge der Personenliste: Keine Regel und kein Wunsch betrifft Personen derselben Gruppe.
