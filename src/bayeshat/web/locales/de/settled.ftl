# Wie fest die Gruppen eines Ergebnisses stehen, und wie man die Personen noch einteilen könnte.
# Namen von Personen und Gruppen stehen so da, wie jemand sie geschrieben hat.

settled-title = Wie fest stehen diese Gruppen?
# $level ist etwa „80 %“.
settled-people = { $count ->
    [0] Bei niemandem steht die Gruppe fest: Dazu müsste sie zu mindestens { $level } die richtige sein.
    [one] Bei 1 von { $all } Personen steht die Gruppe fest: Sie ist zu mindestens { $level } die richtige, oder eine Regel entscheidet.
   *[other] Bei { $count } von { $all } Personen steht die Gruppe fest: Sie ist jeweils zu mindestens { $level } die richtige, oder eine Regel entscheidet.
}
settled-leaning = { $count ->
    [one] 1 Person gehört eher hierher: Ihre Gruppe ist mindestens doppelt so wahrscheinlich wie jede andere.
   *[other] { $count } Personen gehören eher hierher: Ihre Gruppe ist mindestens doppelt so wahrscheinlich wie jede andere.
}
settled-open = { $count ->
    [one] Bei 1 Person ist es offen (keine Gruppe ist mindestens doppelt so wahrscheinlich wie die anderen): { $names }.
   *[other] Bei { $count } Personen ist es offen (keine Gruppe ist mindestens doppelt so wahrscheinlich wie die anderen): { $names }.
}
settled-elsewhere = { $count ->
    [one] 1 Person passt anderswo besser, bleibt aber wegen der Größen oder Regeln in ihrer Gruppe: { $names }.
   *[other] { $count } Personen passen anderswo besser, bleiben aber wegen der Größen oder Regeln in ihrer Gruppe: { $names }.
}
settled-elsewhere-by-hand = { $count ->
    [one] 1 Person würde in einer anderen Gruppe besser passen: { $names }.
   *[other] { $count } Personen würden in einer anderen Gruppe besser passen: { $names }.
}
settled-stay = { $fixed ->
    [0] Würden dieselben Personen eine weitere Umfrage beantworten, die ebenso viel über sie verrät, kämen etwa { $share } von ihnen wieder in dieselbe Gruppe.
   *[other] Würden dieselben Personen eine weitere Umfrage beantworten, die ebenso viel über sie verrät, kämen etwa { $share } derer ohne festen Platz wieder in dieselbe Gruppe.
}
settled-stay-again = { $fixed ->
    [0] Würden dieselben Personen die Umfrage noch einmal beantworten, kämen etwa { $share } von ihnen wieder in dieselbe Gruppe.
   *[other] Würden dieselben Personen die Umfrage noch einmal beantworten, kämen etwa { $share } derer ohne festen Platz wieder in dieselbe Gruppe.
}
settled-fixed = { $free ->
    [0] Alle haben einen festen Platz; andere Plätze wurden deshalb nicht gesucht.
   *[other] Alle bis auf eine Person hatten einen festen Platz.
}
settled-by-hand = Diese Gruppen wurden seit der Einteilung von Hand geändert. Andere Möglichkeiten, diese Personen einzuteilen, wurden vorher gesucht.
# $names sind mit Kommas aneinandergereiht.
settled-names = { $names } und { $last }
settled-names-more = { $names } und { $count } weitere

## Die wichtigsten Möglichkeiten, diese Personen einzuteilen

settled-ways = { $count } wichtige Möglichkeiten, diese Personen einzuteilen
settled-ways-help = Die Prozentzahlen sagen, wie wahrscheinlich jede davon der Wahrheit am nächsten kommt. Die Gruppen wie eingeteilt sind ihr im Durchschnitt am nächsten, auch wo eine andere Möglichkeit eine höhere Prozentzahl hat.
settled-ways-none = Keine andere Einteilung dieser Personen sticht hervor.
settled-sorted = Wie eingeteilt
settled-way = Möglichkeit { $number }
settled-here = jetzt in der Übersicht
settled-swap = { $count ->
    [one] { $names } tauscht den Platz mit { $others }.
   *[other] { $names } tauschen die Plätze mit { $others }.
}
settled-move = { $count ->
    [one] { $names } wechselt von { $before } nach { $after }.
   *[other] { $names } wechseln von { $before } nach { $after }.
}
settled-rest = { $count ->
    [one] 1 weitere Person wechselt die Gruppe.
   *[other] { $count } weitere Personen wechseln die Gruppe.
}
settled-use = In die Übersicht übernehmen<span class="hidden">: { $way }</span>
settled-no-way = Diese Möglichkeit gibt es nicht. Sehen Sie sich das Ergebnis noch einmal an.
