# Gruppen für mehrere Runden.

rounds-new = { $earlier ->
    [0] In { $rounds } Runden trifft niemand jemanden zweimal.
   *[other] In { $rounds } Runden trifft niemand jemanden zweimal oder jemanden aus einer früheren Gruppe.
}
rounds-again = In { $rounds } Runden { $pairs ->
    [one] trifft sich 1 Paar
   *[other] treffen sich { $pairs } Paare
} { $earlier ->
    [0] mehr als einmal
   *[other] mehr als einmal, frühere Gruppen mitgezählt
}: { $repeats ->
    [one] 1 wiederholtes Treffen
   *[other] { $repeats } wiederholte Treffen
}
# $meetings ist der Satz darüber.
rounds-fewest = { $meetings }, so wenige wie möglich nach dieser ersten Runde, mit diesen Größen und Regeln.
rounds-least = { $fewest ->
    [0] { $meetings }. Ob es weniger sein könnten, ist nicht bekannt.
   *[other] { $meetings }; mindestens { $fewest } davon sind unvermeidlich.
}
