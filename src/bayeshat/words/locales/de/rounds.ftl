# Gruppen für mehrere Runden.

rounds-new = In { $rounds } Runden trifft niemand jemanden zweimal.
rounds-again = In { $rounds } Runden { $pairs ->
    [one] trifft sich 1 Paar
   *[other] treffen sich { $pairs } Paare
} mehr als einmal: { $repeats ->
    [one] 1 wiederholtes Treffen
   *[other] { $repeats } wiederholte Treffen
}
# $meetings ist der Satz darüber.
rounds-fewest = { $meetings }, so wenige wie möglich nach dieser ersten Runde, mit diesen Größen und Regeln.
rounds-least = { $fewest ->
    [0] { $meetings }. Ob es weniger sein könnten, ist nicht bekannt.
   *[other] { $meetings }; mindestens { $fewest } davon sind unvermeidlich.
}
