# Was über ein Ergebnis als Ganzes gesagt wird.

result-right-house = Voraussichtlich im richtigen Haus: { $right } von { $people } Personen.
result-right-group = Voraussichtlich in der richtigen Gruppe: { $right } von { $people } Personen.
result-noise-house = Die Antworten trennen die Personen kaum; niemand kann also wissen, wer in welches Haus gehört.
result-noise-group = Die Antworten trennen die Personen kaum; niemand kann also wissen, wer in welche Gruppe gehört.
result-cost-sizes = Diese Größen bedeuten { $people }, verglichen damit, dass alle in ihrem wahrscheinlichsten Haus sind.
result-cost-sizes-none = Diese Größen machen keinen messbaren Unterschied, verglichen damit, dass alle in ihrem wahrscheinlichsten Haus sind.
result-cost-sizes-rules = Diese Größen und Regeln bedeuten { $people }, verglichen damit, dass alle in ihrem wahrscheinlichsten Haus sind.
result-cost-sizes-rules-none = Diese Größen und Regeln machen keinen messbaren Unterschied, verglichen damit, dass alle in ihrem wahrscheinlichsten Haus sind.
result-cost-exact = Die Größen genau statt als Richtwert einzuhalten bedeutet { $people }.
result-cost-guide = Als Richtwert wären { $sizes } daraus geworden.
