# Was über ein Ergebnis als Ganzes gesagt wird.

result-right = Voraussichtlich { $noun ->
    [house] im richtigen Haus
   *[group] in der richtigen Gruppe
}: { $right } von { $people } Personen.
result-noise = Die Antworten trennen die Personen kaum; niemand kann also wissen, wer in { $noun ->
    [house] welches Haus
   *[group] welche Gruppe
} gehört.
result-cost-sizes = Diese Größen bedeuten { $people }, verglichen damit, dass alle in { $noun ->
    [house] ihrem wahrscheinlichsten Haus
   *[group] ihrer wahrscheinlichsten Gruppe
} sind.
result-cost-sizes-none = Diese Größen machen keinen messbaren Unterschied, verglichen damit, dass alle in { $noun ->
    [house] ihrem wahrscheinlichsten Haus
   *[group] ihrer wahrscheinlichsten Gruppe
} sind.
result-cost-sizes-rules = Diese Größen und Regeln bedeuten { $people }, verglichen damit, dass alle in { $noun ->
    [house] ihrem wahrscheinlichsten Haus
   *[group] ihrer wahrscheinlichsten Gruppe
} sind.
result-cost-sizes-rules-none = Diese Größen und Regeln machen keinen messbaren Unterschied, verglichen damit, dass alle in { $noun ->
    [house] ihrem wahrscheinlichsten Haus
   *[group] ihrer wahrscheinlichsten Gruppe
} sind.
result-cost-exact = Die Größen genau statt als Richtwert einzuhalten bedeutet { $people }.
result-cost-guide = Als Richtwert wären { $sizes } daraus geworden.
## Was man sich noch einmal ansehen sollte

result-unreliable = Diese Prozentzahlen sind noch nicht verlässlich, weil sich die Berechnung noch nicht eingependelt hat.
result-wishes-first = Weil die Antworten die Personen kaum trennen, gingen Wünsche und andere Regeln vor, die möglichst gelten sollen.
result-silent = { $count ->
    [one] 1 von { $all } Personen hat nichts beantwortet und kam dorthin, wo Platz war: { $names }.
   *[other] { $count } von { $all } Personen haben nichts beantwortet und kamen dorthin, wo Platz war: { $names }.
}
result-not-granted = Nicht alle Wünsche ließen sich erfüllen: { $rules }.
result-uneven = { $columns } ließ sich nicht ganz gleichmäßig auf die { $noun ->
    [house] Häuser
   *[group] Gruppen
} verteilen.
