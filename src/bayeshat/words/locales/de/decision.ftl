# Wie entschieden wurde: Regeln, Größen und Kennzeichen. Was die Suche und ein Beweis sagen, steht in search.ftl.

decision-met = { $count ->
    [one] Die Regel ist eingehalten.
    [2] Beide Regeln sind eingehalten.
   *[other] Alle { $count } Regeln sind eingehalten.
}
decision-broken = { $count ->
    [one] Die Regel ist verletzt.
   *[other] Von { $count } Regeln { $broken ->
        [one] ist 1
       *[other] sind { $broken }
    } verletzt.
}
decision-wishes = Von { $count ->
    [one] 1 Wunsch
   *[other] { $count } Wünschen
} { $granted ->
    [one] ist 1
   *[other] sind { $granted }
} ganz erfüllt.
decision-spreads = { $count ->
    [one] { $even ->
        [0] Die Spalte, die möglichst gleichmäßig verteilt werden soll, ist nicht ganz gleichmäßig verteilt.
       *[other] Die Spalte, die möglichst gleichmäßig verteilt werden soll, ist gleichmäßig verteilt.
    }
   *[other] Von { $count } Spalten, die möglichst gleichmäßig verteilt werden sollen, { $even ->
        [one] ist 1
       *[other] sind { $even }
    } gleichmäßig verteilt.
}
decision-ranges = Alle Größen liegen in ihrem Bereich.
# $people ist etwa „0,4 Personen weniger in der richtigen Gruppe“.
decision-cost-rule = Sie einzuhalten bedeutet { $people }.
decision-cost-rule-none = Sie einzuhalten macht keinen messbaren Unterschied.
decision-cost = Sie einzuhalten bedeutet { $people }.
decision-cost-none = Sie einzuhalten macht keinen messbaren Unterschied.
decision-cost-placed = Alle zu lassen, wo sie waren, bedeutet { $people }.
decision-cost-placed-none = Alle zu lassen, wo sie waren, macht keinen messbaren Unterschied.
decision-price = Die Regeln einzuhalten bedeutet { $people }.
decision-price-none = Die Regeln einzuhalten macht keinen messbaren Unterschied.
decision-cut-short = Die Suche wurde abgekürzt: Ein Schritt endete höchstens { $share } von seiner besten Lösung entfernt.
decision-starts = Um Zeit zu sparen, hat die Suche { $count } Startpunkte ausgelassen.
decision-hurried = Ein Schritt der Suche dauerte zu lange und wurde beendet: Auf einem anderen Computer können die Gruppen anders ausfallen.
decision-disagrees = Nach den Ziehungen hießen diese Gruppen anders: Das gewählte Maß achtet nicht auf die Kennzeichen; { $by ->
    [rules] nur Regeln und Größen haben
   *[sizes] nur die Größen haben
} also entschieden, welche Gruppe welche ist. { $labels ->
    [unknown] Wenn die Kennzeichen in jeder Ziehung dasselbe bedeuten, ordnet { $both } oder { $placement } die Personen benannten Gruppen zu.
   *[known] { $both } oder { $placement } ordnet die Personen benannten Gruppen zu.
}
decision-few-draws = Placement braucht Kennzeichen, die in jeder Ziehung dasselbe bedeuten; { $draws } Ziehungen sind zu wenige, um das zu prüfen. Die Kennzeichen wurden verwendet, wie sie sind.
decision-few-draws-weighted = Placement braucht Kennzeichen, die in jeder Ziehung dasselbe bedeuten; { $draws } Ziehungen, die wie { $effective } zählen, sind zu wenige, um das zu prüfen. Die Kennzeichen wurden verwendet, wie sie sind.
decision-unnamed = Nichts sagt, welche dieser Gruppen welche ist.
decision-renumbered = Die Kennzeichen wechseln zwischen den Ziehungen; die Cluster wurden deshalb zuerst einheitlich nummeriert. Nichts sagt, welche dieser Gruppen welche ist.

## Was aus Spalten, Zeiten und Wünschen geworden ist

decision-not-again = { $count ->
    [one] Das Paar aus einer früheren Gruppe trifft sich nicht wieder.
   *[other] Keines der { $count } Paare aus früheren Gruppen trifft sich wieder.
}
decision-again = Von { $pairs ->
    [one] 1 Paar aus einer früheren Gruppe
   *[other] { $pairs } Paaren aus früheren Gruppen
} { $count ->
    [one] trifft sich 1
   *[other] treffen sich { $count }
} wieder: { $names }.
decision-again-often = { $count ->
    [one] Das erste dieser Paare trifft sich mindestens zum dritten Mal.
   *[other] Die ersten { $count } dieser Paare treffen sich mindestens zum dritten Mal.
}
decision-again-once = Niemand trifft jemanden zum dritten Mal.
# $counts ist etwa „1 von 2 mit „a“, 0 oder 1 von 3 mit „b““.
decision-spread = Jede Gruppe hat { $counts } in „{ $column }“.
decision-spread-one = { $here } von { $total } mit „{ $value }“
decision-spread-uneven = { $here } (gleichmäßig: { $fair }) von { $total } mit „{ $value }“
decision-spread-rest = so fort für { $count } weitere
decision-spread-none = Keine zwei Personen haben in „{ $column }“ denselben Wert.
decision-spread-more = { $count } weitere Spalten sind ebenso verteilt.
decision-counted = Nach „{ $column }“: { $groups }.
decision-counted-one = { $group } { $count }
decision-shares = In „{ $column }“ hat jede Gruppe { $shares }.
decision-share = { $here } % (gewünscht: { $wanted } %) „{ $value }“
decision-at-least = Zu wenige Personen mit „{ $value }“ in „{ $column }“: { $groups }.
decision-at-least-one = { $group } hat { $count } von { $asked }
decision-times = Zeiten, zu denen alle können: { $groups }.
decision-times-one = { $group }: { $times }
decision-choices = Von { $count ->
    [one] 1 Person
   *[other] { $count } Personen
} mit Wünschen: { $told }.
decision-got-1 = { $count } mit dem ersten Wunsch
decision-got-2 = { $count } mit dem zweiten Wunsch
decision-got-3 = { $count } mit dem dritten Wunsch
decision-got-later = { $count } mit einem späteren Wunsch
decision-got-none = { $count } mit keinem ihrer Wünsche
