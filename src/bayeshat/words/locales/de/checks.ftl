# Ob das Modell zu den Antworten passt.

# Bei 0 Personen spielt es keine Rolle, wie viele es sind.
checks-noise = { $people ->
    [0] Diese Antworten trennen die Personen kaum: Zufällig verteilt, passen sie in { $cases } von 100 Fällen ebenso gut zusammen. Die Gruppen sind kaum besser als der Zufall. Fragen Sie mehr Personen, oder stellen Sie andere Fragen.
   *[other] Diese Antworten trennen die Personen kaum: Zufällig verteilt, passen sie in { $cases } von 100 Fällen ebenso gut zusammen. Bei { $people } Personen lässt sich nicht sagen, ob es keine Gruppen gibt oder Gruppen, die sich in diesen Fragen sehr ähneln. So oder so sind die Gruppen kaum besser als der Zufall. Fragen Sie mehr Personen, oder stellen Sie andere Fragen.
}
checks-noise-known = Die Antworten der { $people } Personen, deren Gruppe bekannt ist, sagen kaum, wer in welche Gruppe gehört: Verteilt man diese Gruppen zufällig, passen die Antworten in { $cases } von 100 Fällen ebenso gut dazu. Was von diesen Personen gelernt wurde, ist kaum besser als der Zufall. Prüfen Sie, ob die bekannten Gruppen stimmen, fragen Sie mehr Personen, oder stellen Sie andere Fragen.
checks-partly = Die Personen scheinen teils zu mehreren Gruppen zu gehören statt nur zu einer; diese Prozentzahlen sind also zu zuversichtlich.
checks-partly-do = Teilen Sie mit { $membership } noch einmal ein.
# $shares ist etwa „52 %, 48 %“.
checks-ways = Die Antworten passen zu { $count } verschiedenen Einteilungen. Jede zählt danach, wie gut sie Personen vorhersagt, die ausgelassen werden ({ $shares }).
checks-pair = { $first } mit { $second }
checks-pairs-none = Es konnten keine Paare von Fragen geprüft werden, weil es keine zwei Fragen gibt.
checks-pairs-chance = { $low } von { $pairs } Paaren haben einen p-Wert unter { $level }; durch Zufall wären es höchstens { $most }
checks-pairs-explained = Die Gruppen erklären, wie die Antworten auf verschiedene Fragen zusammenhängen ({ $chance }).
checks-pairs-odd = Die Gruppen erklären nicht, wie einige Fragen zusammenhängen: { $pairs } ({ $chance }). Solche Fragen sagen dasselbe zweimal, und die Prozentzahlen werden zu zuversichtlich: Lassen Sie von jedem Paar eine weg, oder erlauben Sie mehr Gruppen.
checks-repeats = Diese hängen enger zusammen, als die Gruppen erklären: { $pairs }. Vielleicht fragen sie zweimal dasselbe; dann sind alle Prozentzahlen zu sicher. Lassen Sie eine davon weg, oder erlauben Sie mehr Gruppen.
checks-prior-less = { $name }: { $house }, aber { $other }, wenn die Vorannahmen der Umfrage etwas weniger zählten.
checks-prior-more = { $name }: { $house }, aber { $other }, wenn die Vorannahmen der Umfrage etwas mehr zählten.
checks-prior-unnamed = Die Umfrage sagt nicht, wie sich ihre Gruppen unterscheiden; niemand hat also eine wahrscheinlichste Gruppe, die sich mit der Stärke der Vorannahmen ändern könnte.
checks-prior-few = Es gibt zu wenige Ziehungen ({ $draws } effektive), um zu sagen, wie viel die Vorannahmen entscheiden: Ziehen Sie mehr.
checks-prior-none = Niemandes wahrscheinlichste Gruppe würde sich ändern, wenn die Vorannahmen der Umfrage etwas mehr oder weniger zählten.

## Gruppen, die allein aus den Antworten entstehen

# $same und $chance sind Zahlen von Personen unter zehn.
checks-halves = { $same ->
    [10] Mit anderen Fragen wären fast alle in derselben Gruppe (durch Zufall etwa { $chance } von 10).
   *[other] Mit anderen Fragen wären etwa { $same } von 10 Personen in derselben Gruppe (durch Zufall etwa { $chance }).
}
checks-halves-different = Andere Fragen würden ganz andere Gruppen ergeben: Etwa { $same } von 10 Personen wären in derselben Gruppe, durch Zufall etwa { $chance }. Sehen Sie diese Gruppen als eine faire Art, die Personen aufzuteilen.
checks-halves-unknown = Ob andere Fragen dieselben Gruppen ergäben, lässt sich nicht sagen: Dazu braucht es mindestens { $questions } Fragen und { $people } Personen.
checks-halves-style = Ob andere Fragen dieselben Gruppen ergäben, lässt sich nicht sagen: Manche Personen bewerten alles höher als andere, und um das an der Hälfte der Fragen zu erkennen, braucht es mindestens { $ratings } Bewertungen.
