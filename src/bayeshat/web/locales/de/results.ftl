# Ergebnisse: aufgelistet, verglichen, veröffentlicht, begründet, und die Abwägung zwischen Größen und Antworten.
# Namen von Personen, Gruppen und Ergebnissen stehen so da, wie jemand sie geschrieben hat.

## Wörter für mehrere Seiten

results-removed = entfernte Person { $number }
results-number = Ergebnis { $number }
results-size-off = { $group } hat { $size } (gewünscht: { $wanted })
results-back = Zurück zu den Gruppen

## Woraus ein Ergebnis entstand; mit Kommas aneinandergereiht

results-made-people = { $value ->
    [one] 1 Person
   *[other] { $value } Personen
}
results-made-any = Gruppen beliebiger Größe
results-made-even = möglichst gleich große Gruppen
results-made-about = Gruppen mit etwa { $value }
results-made-each = Gruppen zu { $value }
results-made-sizes = Größen: { $value }
results-made-totals = bekannte Anzahlen: { $value }
results-made-rules = { $value ->
    [0] keine Regeln
    [one] 1 Regel
   *[other] { $value } Regeln
}
results-made-wishes = { $value ->
    [one] 1 Wunsch
   *[other] { $value } Wünsche
}
results-made-locked = { $value } fixiert
results-made-learned = { $value ->
    [one] gelernt aus 1 früheren Person
   *[other] gelernt aus { $value } früheren Personen
}
results-made-late = { $value ->
    [one] 1 Nachzügler eingeteilt
   *[other] { $value } Nachzügler eingeteilt
}
results-made-waiting = { $value ->
    [one] 1 Person wartet
   *[other] { $value } Personen warten
}
results-made-mixed = gemischt
results-made-choices = nach Wahl
results-made-rounds = { $value } Runden
results-why-here = { $name } ist in { $group }.
results-why-choice = { $place ->
    [0] Das ist keine der Wahlen.
    [1] Das war die Erstwahl.
    [2] Das war die Zweitwahl.
    [3] Das war die Drittwahl.
   *[other] Das war die { $place }. Wahl.
}
results-why-exchanged = { $name } und { $other } haben die Plätze getauscht. Die Einteilung hatte für { $name } { $group } ergeben.
results-why-mixed = Hier wird niemand nach Antworten eingeteilt: Dieser Platz folgt aus den Größen und daraus, wie gemischt wird.

## Die Liste, und der Kopf eines Ergebnisses

results-none = Es gibt noch kein Ergebnis.
results-none-sort = Es gibt noch kein Ergebnis. Teilen Sie die Personen ein, die geantwortet haben, um eins zu bekommen.
results-go-to-sort = Zum Einteilen
results-newest = Das neueste steht oben. Die Teilnehmenden sehen nur das, das Sie veröffentlichen.
results-published = veröffentlicht
results-moved = { $count ->
    [0] Niemand wurde von Hand verschoben.
    [one] 1 Person wurde von Hand verschoben.
   *[other] { $count } Personen wurden von Hand verschoben.
}
results-exchanged = { $count ->
    [one] Zwei Personen haben über ihre eigenen Links die Plätze getauscht.
   *[other] { $count }-mal haben zwei Personen über ihre eigenen Links die Plätze getauscht.
}
results-moved-names = { $count ->
    [one] 1 Person wurde von Hand verschoben: { $names }.
   *[other] { $count } Personen wurden von Hand verschoben: { $names }.
}
results-unpublished = { $count ->
    [one] 1 dieser Änderungen ist noch nicht veröffentlicht.
   *[other] { $count } dieser Änderungen sind noch nicht veröffentlicht.
}
results-rename-one = Umbenennen<span class="hidden">: { $title }</span>
results-name = Name
results-save-name = Namen speichern
results-made = Entstanden aus: { $making }; { $time }.
results-publish-more = Veröffentlichen…
results-publish-again-more = Noch einmal veröffentlichen…
results-unpublish-more = Veröffentlichung zurückziehen…
results-moved-since = { $count ->
    [one] 1 Person wurde verschoben, seit Sie veröffentlicht haben. Sie sieht ihre neue Gruppe, sobald Sie noch einmal veröffentlichen.
   *[other] { $count } Personen wurden verschoben, seit Sie veröffentlicht haben. Sie sehen ihre neue Gruppe, sobald Sie noch einmal veröffentlichen.
}
results-delete-title = „{ $title }“ löschen?
results-delete-words = Die Gruppen und alle Änderungen von Hand werden endgültig gelöscht. Die Antworten bleiben.
results-delete = Ergebnis löschen

## Antworten, die nach der Einteilung kamen

results-news = Neue Antworten
results-news-new = { $count ->
    [one] 1 Person hat seitdem geantwortet.
   *[other] { $count } Personen haben seitdem geantwortet.
}
results-news-changed = { $count ->
    [one] 1 Person hat seitdem ihre Antworten geändert.
   *[other] { $count } Personen haben seitdem ihre Antworten geändert.
}
# $new und $changed sind die beiden Anfänge darunter.
results-news-both = { $new }, und { $changed }.
results-news-both-new = { $count ->
    [one] 1 Person hat seitdem geantwortet
   *[other] { $count } Personen haben seitdem geantwortet
}
results-news-both-changed = { $count ->
    [one] 1 Person hat ihre Antworten geändert
   *[other] { $count } Personen haben ihre Antworten geändert
}
results-place = { $count ->
    [one] Nachzügler einteilen
   *[other] { $count } Nachzügler einteilen
}
results-sort-everybody = Alle noch einmal einteilen
results-place-help = Nachzügler einzuteilen verschiebt niemanden sonst: Sie kommen jeweils in die Gruppe, die am besten passt und Platz hat, und Ihre Regeln werden eingehalten.
results-place-help-mixed = Dabei wird sonst niemand verschoben, und Ihre Regeln werden eingehalten.
results-sort-help = Noch einmal einzuteilen kann alle verschieben, die nicht fixiert sind. Beides ergibt ein neues Ergebnis und lässt dieses, wie es ist.
results-sort-only-help = Noch einmal einzuteilen kann alle verschieben, die nicht fixiert sind. Das ergibt ein neues Ergebnis und lässt dieses, wie es ist.
results-left = Freie Plätze
results-left-words = { $count ->
    [one] 1 Person ist ausgeschieden, und andere warten auf einen Platz.
   *[other] { $count } Personen sind ausgeschieden, und andere warten auf einen Platz.
}
results-move-up = Freie Plätze von der Warteliste füllen
results-move-up-help = Die Nächsten, die einen freien Platz nehmen können, rücken nach. Sonst wechselt niemand. Das ergibt ein neues Ergebnis und lässt dieses, wie es ist.

## Zwei Ergebnisse im Vergleich

results-compare = Vergleichen
results-compare-link = Wer hat von „{ $before }“ zu „{ $after }“ die Gruppe gewechselt?
results-compare-title = Zwei Ergebnisse im Vergleich
results-compare-here = Vergleich
results-compare-one = <a href="{ $address }">{ $title }</a>: { $making }; { $time }
results-compare-moved = { $count ->
    [one] 1 Person von { $all } ist in verschiedenen Gruppen.
   *[other] { $count } Personen von { $all } sind in verschiedenen Gruppen.
}
results-compare-same = { $count ->
    [one] 1 Person ist in derselben Gruppe.
   *[other] { $count } Personen sind in derselben Gruppe.
}
results-compare-who = Wer in verschiedenen Gruppen ist
results-compare-in = In „{ $title }“
results-compare-none = { $count ->
    [one] Alle, die in beiden Ergebnissen vorkommen, sind in derselben Gruppe: 1 Person.
   *[other] Alle, die in beiden Ergebnissen vorkommen, sind in derselben Gruppe: { $count } Personen.
}
results-compare-only = Nur in „{ $title }“: { $names }.
results-statisticians = Für Fachleute der Statistik
results-compare-distance = <i lang="en">Variation of Information</i> zwischen beiden: { NUMBER($distance, minimumFractionDigits: 3, maximumFractionDigits: 3) } Bit. Sie ist 0, wenn dieselben Personen zusammen sind, wie auch immer die Gruppen heißen.

## Veröffentlichen

results-publish = Veröffentlichen
results-publish-again = Noch einmal veröffentlichen
results-publish-title = „{ $title }“ veröffentlichen?
results-publish-again-title = „{ $title }“ noch einmal veröffentlichen?
results-publish-anyway = Trotzdem veröffentlichen
results-broken = { $count ->
    [one] 1 Regel ist verletzt: { $rules }.
   *[other] { $count } Regeln sind verletzt: { $rules }.
}
results-sizes-off = Die Größen sind nicht wie gewünscht: { $sizes }.
results-ask-anyway = { $questions } Trotzdem veröffentlichen?
results-publish-go-back = Gehen Sie zurück, um die Gruppen zu ändern, oder veröffentlichen Sie sie, wie sie sind.
results-publish-no-link = { $count ->
    [one] Die Antworten von 1 Person kamen aus einer Datei. Diese Person hat keinen eigenen Link und sieht ihre Gruppe hier nicht: Geben Sie ihr <a href="{ $address }">die Gruppen zum Aushängen</a>.
   *[other] Die Antworten von { $count } Personen kamen aus einer Datei. Diese Personen haben keinen eigenen Link und sehen ihre Gruppe hier nicht: Geben Sie ihnen <a href="{ $address }">die Gruppen zum Aushängen</a>.
}
results-publish-instead = Zurzeit ist ein anderes Ergebnis veröffentlicht. Dieses tritt an seine Stelle.
results-publish-changes = Was sich ändert
results-publish-moved = { $count ->
    [one] 1 Person wurde verschoben, seit Sie veröffentlicht haben:
   *[other] { $count } Personen wurden verschoben, seit Sie veröffentlicht haben:
}
results-publish-one = <b>{ $name }</b>: von { $before } nach { $after }
results-publish-same = Niemand hat die Gruppe gewechselt, seit Sie veröffentlicht haben.
results-seen = Was die Teilnehmenden sehen werden
results-seen-words = Wer in diesem Ergebnis ist und das Formular ausgefüllt hat, sieht über den eigenen Link die eigene Gruppe. Das wird { $name } sehen:
results-seen-label = Was { $name } sehen wird
results-seen-chances = Die Wahrscheinlichkeiten aller Gruppen werden gezeigt.
results-seen-no-chances = Wahrscheinlichkeiten werden nicht gezeigt.
results-seen-names = Die Namen der anderen in der Gruppe werden gezeigt.
results-seen-no-names = Niemand sieht, wer sonst in der Gruppe ist.
results-seen-no-answers = Niemand sieht die Antworten anderer.
results-seen-settings = Was gezeigt wird, ändern Sie in den <a href="{ $address }">Einstellungen des Formulars</a>.
results-exchange = Plätze dürfen getauscht werden
results-exchange-help = Zwei Personen, die sich einig sind, tauschen über ihre eigenen Links die Gruppen, wenn das keine Regel bricht. Sie sehen es in der Übersicht und können es rückgängig machen. Wer fixiert ist, bleibt. In den Einstellungen des Formulars schalten Sie das ab.
results-seen-no-link = Niemand wird hier etwas sehen: Die Antworten aller Personen in diesem Ergebnis kamen aus einer Datei, also hat niemand einen eigenen Link. Geben Sie ihnen <a href="{ $address }">die Gruppen zum Aushängen</a>.
results-seen-nobody = Alle in diesem Ergebnis wurden entfernt; niemand wird es sehen.
results-unpublish = Veröffentlichung zurückziehen
results-unpublish-title = Veröffentlichung von „{ $title }“ zurückziehen?
results-unpublish-words = Die eigenen Links zeigen dann keine Gruppe mehr. Wer schon nachgesehen hat, kennt sie bereits. Das Ergebnis bleibt hier, und Sie können es wieder veröffentlichen.

## Warum jemand dort ist

results-why-title = Warum { $name } in { $group } ist

## Die Abwägung

results-trade-title = Größen oder Antworten
results-trade-going = Das wird gerade berechnet.
results-trade-look = Noch einmal nachsehen
results-trade-ask = Sehen Sie, wie sich die Gruppen ändern würden, wenn ihre Größen mehr oder weniger zählten als die Antworten. Wer fixiert ist, bleibt. Bei vielen Personen dauert das eine Weile.
results-trade-make = Abwägung berechnen
results-trade-single = Wie viel die Größen auch zählen, die Gruppen bleiben gleich: { $sizes }. Hier gibt es nichts abzuwägen.
results-trade-words = Je mehr die Größen zählen, desto näher kommen die Gruppen den gewünschten Größen, aber desto weniger Personen sind vielleicht in der Gruppe, die am besten zu ihnen passt.
results-trade-picture = Personen { $noun ->
    [own] in der Gruppe, die zu ihnen passt,
   *[group] in der richtigen Gruppe
} gegen die Abweichung von den gewünschten Größen; die Zahlen stehen in der Auswahl darunter
results-trade-right = Personen { $noun ->
    [own] in der Gruppe, die zu ihnen passt
   *[group] in der richtigen Gruppe
}
results-trade-far = Größen weiter weg
results-trade-near = Größen wie gewünscht
results-trade-here = So wurde dieses Ergebnis eingeteilt.
results-trade-weight = Wie viel die Größen zählen
results-trade-more-right = mehr Personen { $noun ->
    [own] in der Gruppe, die zu ihnen passt
   *[group] in der richtigen Gruppe
}
results-trade-closer = Größen näher am Gewünschten
results-trade-point = { $sizes }. Etwa { $right } von { $count } Personen { $noun ->
    [own] in der Gruppe, die zu ihnen passt
   *[group] in der richtigen Gruppe
}.
results-trade-exact = Genau eingehalten: { $words }
results-trade-not = Gar nicht: { $words }
results-trade-some = Gewicht { $weight }: { $words }
results-trade-current = { $words } (dieses Ergebnis)
results-trade-sort = Damit einteilen
results-trade-new = Das ergibt ein neues Ergebnis. Fixierte Personen bleiben, wo sie sind.

## Was nicht stimmt

results-gone = Dieses Ergebnis gibt es nicht. Sehen Sie sich die Veranstaltung noch einmal an.
results-no-person = Diese Person gibt es in diesem Ergebnis nicht. Sehen Sie es sich noch einmal an.
results-delete-published = Dieses Ergebnis ist veröffentlicht. Ziehen Sie die Veröffentlichung zuerst zurück, dann können Sie es löschen.
results-all-placed = Alle, die geantwortet haben, haben schon einen Platz. Es gibt niemanden einzuteilen.
