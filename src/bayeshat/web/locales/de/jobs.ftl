# Einteilungen, die warten oder laufen, und was aus ihnen geworden ist.

jobs-title = { $event } wird eingeteilt
jobs-here = Fortschritt
jobs-heading = Es wird eingeteilt
jobs-close = Sie können diese Seite schließen; die Einteilung läuft weiter, und ihr Ergebnis wird gespeichert.
jobs-heading-failed = Diese Einteilung ist nicht gelungen
jobs-heading-cancelled = Diese Einteilung wurde abgebrochen
jobs-heading-interrupted = Diese Einteilung wurde unterbrochen
jobs-heading-over = Diese Einteilung ist vorbei
jobs-again = Noch einmal einteilen
jobs-back = Zurück zum Einteilen

## Wie weit es ist

jobs-waiting = Wartet.
jobs-step-read = Antworten lesen
jobs-step-weigh = Antworten abwägen
jobs-step-group = Gruppen bilden
jobs-step-done = Fertig
# Der Schritt, der gerade läuft, als Satz.
jobs-now = { $step }.
jobs-preparing = Die Berechnungen werden vorbereitet (einmalig, bis zu einer halben Minute).
jobs-rest-queued = Es beginnt, sobald die Einteilungen davor fertig sind.
jobs-rest-moment = Noch ein paar Sekunden.
jobs-rest-seconds = Noch etwa { $count } Sekunden.
jobs-rest-minutes = { $count ->
    [one] Noch etwa 1 Minute.
   *[other] Noch etwa { $count } Minuten.
}

## Was nicht stimmt

jobs-broken = Beim Einteilen ist etwas schiefgegangen. Starten Sie es noch einmal; wenn es wieder vorkommt, sagen Sie es denen, die diesen Server betreiben.
jobs-cut-off = Der Server wurde mitten in dieser Einteilung angehalten. Starten Sie sie noch einmal.
jobs-stopped = Von den Organisierenden angehalten.
jobs-nothing-half = Der Server wurde beim Einteilen angehalten. Nichts wurde nur halb gespeichert; starten Sie es noch einmal.
jobs-unknown-names = Die Regeln nennen Personen, Gruppen oder Spalten, die es nicht mehr gibt. Sehen Sie sich die Regeln an und teilen Sie dann noch einmal ein.
jobs-result-deleted = Das Ergebnis wurde inzwischen gelöscht.
jobs-no-trade-off = Größen kosten hier nichts: Niemand wurde nach Antworten eingeteilt.
jobs-wrong-action = Die Aktion muss cancel oder restart sein. Benutzen Sie die Schaltflächen der Seite.
jobs-busy = Diese Veranstaltung wird schon eingeteilt. Warten Sie auf dieses Ergebnis, oder brechen Sie es zuerst ab.
jobs-too-few = { $count ->
    [0] Mindestens 2 Personen müssen geantwortet haben; bisher hat es niemand. Warten Sie auf weitere Antworten.
   *[other] Mindestens 2 Personen müssen geantwortet haben; bisher hat es { $count }. Warten Sie auf weitere Antworten.
}
jobs-gone = Diese Einteilung gibt es nicht. Sehen Sie sich die Veranstaltung noch einmal an.

## Wie viele Gruppen

jobs-numbers-heading = Wie viele Gruppen sind es?
jobs-numbers-offer = Die Umfrage sagt nicht, worin sich die Gruppen unterscheiden. Sie können also die Antworten sagen lassen, wie viele Gruppen es sind. Das kann einige Minuten dauern.
jobs-numbers-missing = Die Umfrage sagt nicht, worin sich die Gruppen unterscheiden. Die Antworten könnten sagen, wie viele Gruppen es sind, aber diesem Server fehlt die Erweiterung bayeshat[compare]. Bitten Sie die Person, die ihn verwaltet, um: pip install 'bayeshat[compare]'
jobs-numbers-compare = Die Antworten fragen
jobs-numbers-again = Noch einmal vergleichen
jobs-numbers-going = Anzahlen von Gruppen werden verglichen: { $share } fertig.
jobs-numbers-look = Wieder nachsehen
jobs-numbers-none = Sie können trotzdem Gruppen bilden, aber sie werden sich sehr ähneln.
jobs-numbers-people = { $count } Personen hatten geantwortet, als verglichen wurde.
jobs-numbers-take = { $number } Gruppen nehmen
jobs-numbers-not-offered = Anzahlen von Gruppen lassen sich vergleichen, sobald { $least } Personen geantwortet haben, wenn die Umfrage nicht sagt, worin sich die Gruppen unterscheiden. Warten Sie auf mehr Antworten, oder wählen Sie die Anzahl selbst.
jobs-numbers-nothing = Es gibt keine empfohlene Anzahl zu nehmen. Vergleichen Sie zuerst noch einmal.
jobs-numbers-action = Die Aktion muss compare oder take heißen. Nehmen Sie die Knöpfe der Seite.
