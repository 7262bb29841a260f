# Wie viele Gruppen es gibt.

compare-one = Diese Antworten zeigen keine getrennten Gruppen: Von { $tried } Gruppen sagt keine Anzahl die Antworten einer neuen Person klar besser vorher als eine einzige Gruppe.
compare-best = { $count } Gruppen sagen die Antworten einer neuen Person am besten vorher; versucht wurden { $tried } Gruppen.
compare-nearly = Empfohlen sind { $count } Gruppen: Versucht wurden { $tried } Gruppen; { $best } sagen die Antworten einer neuen Person am besten vorher, { $count } aber fast ebenso gut (innerhalb eines Standardfehlers).
# $sure ist einer der beiden Sätze darunter.
compare-less-likely = { $groups ->
    [one] Mit 1 Gruppe
   *[other] Mit { $groups } Gruppen
} statt { $recommended } wäre jede Antwort einer neuen Person um { $percent } % weniger wahrscheinlich. { $sure }
compare-more-likely = { $groups ->
    [one] Mit 1 Gruppe
   *[other] Mit { $groups } Gruppen
} statt { $recommended } wäre jede Antwort einer neuen Person um { $percent } % wahrscheinlicher. { $sure }
compare-chance = Das kann Zufall sein.
compare-no-chance = Das ist mehr, als der Zufall erklärt.
compare-empty = { $count ->
    [one] 1 Gruppe ist leer
   *[other] { $count } Gruppen sind leer
}
compare-same = zwei Gruppen sind gleich
compare-rough = { $count ->
    [one] bei 1 Person ungenau
   *[other] bei { $count } Personen ungenau
}
compare-title = Wie viele Gruppen?
compare-groups = Gruppen
compare-worse = schlechter als die beste um
compare-recommended = empfohlen
