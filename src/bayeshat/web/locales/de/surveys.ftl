# Was Organisierende lesen, wo sie eine Umfrage ansehen und wo sie sie ändern.

surveys-survey = Umfrage
surveys-title = Umfrage von { $title }
surveys-change = Ändern

## Die Vorschau

surveys-preview = Vorschau der Umfrage
surveys-go-on = Weiter zur Veranstaltung
surveys-download = Als Datei herunterladen
surveys-houses = Gruppen
surveys-no-bars = Keine Antwort deutet auf eine Gruppe hin: Wer ähnlich antwortet, kommt zusammen.
surveys-bars = Die Balken zeigen, auf welche Gruppen eine Antwort hindeutet, bevor jemand geantwortet hat.
surveys-several = So viele, wie zutreffen.
surveys-ranking = Der Reihe nach, die beste zuerst.
surveys-answered = Sie wurde schon beantwortet und bleibt deshalb, wie sie ist. Um etwas anderes zu fragen, erstellen Sie eine neue Veranstaltung.
surveys-too-large = Diese Umfrage ist zu groß, um im Browser geändert zu werden. Laden Sie ihre Datei herunter, ändern Sie diese und erstellen Sie daraus eine neue Veranstaltung.

## Das Formular

surveys-heading = Fragen und Gruppen
surveys-words = Schreiben Sie, was gefragt wird, und wählen Sie, auf welche Gruppe jede Antwort hindeutet. Die Einteilung geht von Ihrer Auswahl aus und lernt mehr aus den Antworten.
surveys-save-row = Speichern
surveys-log-in = Anmelden<span class="hidden"> (in einem neuen Tab)</span>
surveys-look-newer = Die neuere Umfrage ansehen<span class="hidden"> (in einem neuen Tab)</span>
surveys-replace = Durch meine ersetzen
surveys-house = Gruppe { $number }
surveys-colour = <span class="hidden">Farbe von </span>{ $house }
surveys-choose-colour = Die Farbe von { $house } wählen
surveys-automatic = automatisch
surveys-remove-house = <span class="hidden">Gruppe { $house } </span>Entfernen
surveys-add-house = Gruppe hinzufügen
surveys-colours = Farben
surveys-colours-words = Geben Sie jeder Gruppe eine eigene Farbe, oder lassen Sie alle leer. Farben, die schwer zu unterscheiden sind, werden ersetzt.
surveys-question = Frage { $number }
surveys-what = Was gefragt wird
surveys-kind = Man gibt an
surveys-kind-choice = eine Antwort
surveys-kind-several = alles, was zutrifft
surveys-kind-number = eine Zahl
surveys-kind-count = wie viele (0, 1, 2, …)
surveys-unit = Einheit
surveys-unit-none = keine
surveys-range-lo = <span class="of-free">Meist von</span><span class="of-steps">Von</span>
surveys-range-hi = bis
surveys-typical-words = Welche Zahl ist typisch für jede Gruppe? Lassen Sie das Feld leer, wenn Sie es nicht wissen: Das lernt die Einteilung aus den Antworten.
surveys-typical = <span class="hidden">Was typisch ist für </span>{ $house }
surveys-typical-none = unbekannt
surveys-asks-number = Hier schreibt man eine Zahl.
surveys-asks-number-unit = Hier schreibt man eine Zahl, in { $unit }.
surveys-kind-ranking = Antworten der Reihe nach, die beste zuerst
surveys-kind-bins = eine Zahl in einem dieser Bereiche
surveys-kind-rating = eine Bewertung auf einer Skala
surveys-answer-of = Antwort { $number } auf Frage { $question }
surveys-answer = Antwort { $number }
surveys-answers = { $count } zur Auswahl
surveys-points = Deutet hin auf
surveys-points-none = keine Gruppe
surveys-points-own = wie unter „Genauer“
# $groups are one or several groups.
surveys-points-set = { $groups } (siehe „Genauer“)
surveys-points-less = { $most } und, schwächer, { $less }
surveys-advanced = Genauer<span class="hidden"> bei Frage { $question }</span>
surveys-counts-words = Jede Zahl zählt gedachte Personen einer Gruppe, die so antworten. Sie ist { $neutral }, wo eine Antwort nicht auf die Gruppe hindeutet, und { $pointing }, wo sie es tut. Eigene Zahlen gelten, wo bei der Antwort „wie unter ‚Genauer‘“ gewählt ist.
surveys-counts-ticks = 9/10 heißt, dass 9 von 10 Personen die Antwort ankreuzen; 3 allein heißt 3 von 4 und 1 allein 1 von 2.
surveys-counts-answer = Antwort
surveys-count-of = Antwort { $number } auf Frage { $question } in { $house }
surveys-steps-heading = Namen der Zahlen<span class="hidden"> von Frage { $question }</span>
surveys-steps-names = In jeder Zeile einer, der niedrigste zuerst. Bleibt das Feld leer, stehen dort die Zahlen.
surveys-remove-answer = <span class="hidden">Antwort { $number } auf Frage { $question } </span>Entfernen
surveys-add-answer = Antwort<span class="hidden"> auf Frage { $question }</span> hinzufügen
surveys-remove-question = Diese Frage<span class="hidden"> { $question }</span> entfernen
surveys-add-question = Frage hinzufügen
surveys-above = Über den Fragen
surveys-above-some = ein paar Worte
surveys-above-none = nichts
surveys-description = Ein paar Worte an alle, die antworten. Das Feld kann leer bleiben.
surveys-save = Umfrage speichern

## Eine neue Umfrage

surveys-first-question = Ihre erste Frage?
surveys-first-yes = Ja
surveys-first-no = Nein

## Aus früheren Antworten lernen

surveys-past = Aus früheren Antworten lernen
surveys-past-heading = Personen aus einem früheren Jahr
surveys-past-short = Sie haben schon einmal Personen eingeteilt und wissen, wer wohin gehört? Deren Antworten zeigen, was man in jeder Gruppe antwortet.
surveys-past-words = Sie haben schon einmal Personen eingeteilt und wissen jetzt, wer wohin gehört? Deren Antworten zeigen, was man in jeder Gruppe wirklich antwortet, und danach werden alle anderen eingeteilt. Zu den neuen Gruppen gehören sie nicht.
surveys-past-file = CSV- oder XLSX-Datei mit ihren Antworten
surveys-past-another = Stattdessen eine andere CSV- oder XLSX-Datei
surveys-past-help = Eine Zeile für jede Person, eine Spalte für jede Frage und eine, die die Gruppe nennt: { $houses }. Wer keine Gruppe hat, bleibt weg.
surveys-past-column = Überschrift der Spalte mit den Gruppen
surveys-past-column-help = Kann leer bleiben, wenn nur eine Spalte Gruppen enthält.
surveys-past-learn = Daraus lernen
surveys-learned = { $count ->
    [one] Gelernt aus { $count } Person in { $file }.
   *[other] Gelernt aus { $count } Personen in { $file }.
}
surveys-learned-kept = Niemandes Antworten werden aufbewahrt, nur was man in einer Gruppe im Ganzen antwortet.
surveys-learned-nobody = Von { $house } ist niemand bekannt: Was man dort antwortet, bleibt, wie es in der Umfrage steht.
surveys-learned-test = Zur Probe wurde jede Person nach dem eingeteilt, was die anderen lehren: { $right } von { $count } kamen in ihre richtige Gruppe.
surveys-learned-look = Die Umfrage ansehen, wie sie jetzt ist
surveys-learned-more = Mehr dazu
surveys-learned-forget = Gelerntes vergessen
surveys-learned-forgotten = Das ist die Umfrage, wie Sie sie geschrieben haben. Wenn Sie sie ändern, wird vergessen, was aus früheren Antworten gelernt wurde: Lesen Sie deren Datei danach noch einmal ein.

## Was nicht stimmt

surveys-logged-out = Sie wurden abgemeldet. Was Sie eingegeben haben, steht unten und ist noch nicht gespeichert. Melden Sie sich in einem anderen Tab an und klicken Sie dann hier auf „Umfrage speichern“.
surveys-changed = Jemand hat diese Umfrage geändert, nachdem Sie sie geöffnet haben. Was Sie eingegeben haben, steht unten und ist noch nicht gespeichert. Sehen Sie sich die neuere Umfrage an und entscheiden Sie dann, welche bleiben soll.
surveys-row-gone = Was Sie entfernen oder ergänzen wollten, gibt es nicht mehr. Sehen Sie sich das Formular noch einmal an.
surveys-no-such-button = Die Seite hat eine Schaltfläche gesendet, die es nicht gibt. Laden Sie die Seite neu und versuchen Sie es dann noch einmal.
surveys-few-houses = Es muss mindestens zwei Gruppen geben. Fügen Sie eine hinzu.
surveys-few-questions = Es muss mindestens eine Frage geben. Fügen Sie eine hinzu.
surveys-house-empty = Gruppe { $number } hat keinen Namen. Schreiben Sie einen, oder entfernen Sie die Gruppe.
surveys-house-twice = Zwei Gruppen heißen { $house }. Wählen Sie einen anderen Namen.
surveys-not-a-colour = { $colour } ist keine Farbe. Schreiben Sie eine wie #1f6b45 oder teal, oder lassen Sie das Feld leer.
surveys-question-empty = Frage { $number } ist leer. Schreiben Sie, was gefragt wird, oder entfernen Sie sie.
surveys-question-twice = Frage { $number } hat denselben Text oder Namen wie Frage { $other }. Ändern Sie eine davon.
surveys-few-answers = Frage { $number } braucht mindestens zwei Antworten. Fügen Sie eine hinzu.
surveys-answer-empty = Antwort { $number } auf Frage { $question } ist leer. Schreiben Sie eine, oder entfernen Sie sie.
surveys-answer-twice = Frage { $question } hat die Antwort { $answer } zweimal. Ändern Sie eine davon.
surveys-invalid-characters = Ihr Text enthält ungültige Zeichen, hier als { $sign } gezeigt. Entfernen Sie sie.
surveys-text-length = Ein Text darf höchstens { $longest } Zeichen haben; dieser hat { $count }. Kürzen Sie ihn.
surveys-most-houses = Mehr als { $most } Gruppen sind nicht möglich. Entfernen Sie eine, bevor Sie eine weitere hinzufügen.
surveys-most-questions = Mehr als { $most } Fragen sind nicht möglich. Entfernen Sie eine, bevor Sie eine weitere hinzufügen.
surveys-most-answers = Mehr als { $most } Antworten auf eine Frage sind nicht möglich. Entfernen Sie eine, bevor Sie eine weitere hinzufügen.
surveys-most-fields = Die Umfrage ist so groß, wie sie im Browser werden kann. Entfernen Sie zuerst etwas anderes.
surveys-not-a-number = { $given } ist keine Zahl. Schreiben Sie eine in Ziffern, zum Beispiel 172,5.
surveys-not-a-count = { $given } ist keine Anzahl von Personen. Schreiben Sie eine über 0, etwa 3, 0,5 oder 9/10.
surveys-not-positive = Frage { $number }: Diese Zahl muss über 0 liegen. Schreiben Sie eine größere, oder lassen Sie das Feld leer.
surveys-range-missing = Frage { $number }: Geben Sie an, zwischen welchen Zahlen die meisten Antworten liegen, zum Beispiel 150 und 200.
surveys-scale-missing = Frage { $number }: Schreiben Sie, von welcher Zahl bis zu welcher die Skala geht, etwa von 1 bis 5.
surveys-range-order = Frage { $number }: Die zweite Zahl muss größer sein als die erste.
surveys-steps = { $count ->
    [0] Frage { $number }: Nur eine Skala mit höchstens 20 ganzen Zahlen kann Namen haben. Lassen Sie die Namen weg.
   *[other] Frage { $number }: Geben Sie jeder der { $count } Zahlen einen eigenen Namen, oder lassen Sie alle Namen weg.
}
surveys-unit-length = Eine Einheit darf höchstens { $longest } Zeichen haben. Kürzen Sie sie.
surveys-past-few = Das sind zu wenige Personen, um daraus zu lernen: Mindestens { $least } einer Gruppe müssen dieselbe Antwort gegeben haben. Nehmen Sie eine Datei mit mehr Personen.
surveys-past-changed = Jemand hat die Umfrage geändert, während die Datei gelesen wurde. Sehen Sie sich die Umfrage an, und lesen Sie die Datei noch einmal ein.
surveys-past-no-column = Die Datei hat keine weitere Spalte { $heading }; sie hat: { $headings }. Schreiben Sie eine davon.
surveys-past-which = Schreiben Sie die Überschrift der Spalte, die die Gruppe nennt: { $houses }.
surveys-rating = Die Antworten auf diese Frage sind die Teile einer Skala; deshalb lässt sich keine hinzufügen oder entfernen. Um sie zu ändern, wählen Sie zuerst „eine Antwort“.
surveys-choose-kind = Wählen Sie, was man angibt: eine Antwort, mehrere oder eine Zahl.

## Eine Veranstaltung aus Antworten von anderswo

surveys-table = Was aus Ihrer Tabelle wird
surveys-table-house = Gruppe { $number }
surveys-table-people = { $count ->
    [one] Eine Person hat geantwortet.
   *[other] { $count } Personen haben geantwortet.
}
surveys-table-rows = Die Tabelle hat { $count } Zeilen.
surveys-table-nameless = Die Tabelle hat keine Spalte mit Namen. Die Personen werden nummeriert.
surveys-table-houses = Eingeteilt wird in: { $houses }.
surveys-table-questions = Welche Spalten sollen entscheiden?
surveys-table-questions-help = Wer ähnlich antwortet, kommt zusammen. Lassen Sie weg, was keinen Unterschied machen soll.
surveys-table-others = Nicht als Fragen genommen: { $headings }. Regeln können diese Spalten verwenden.
surveys-table-odd = Sonst bleiben sie, wie sie sind.
surveys-table-make = { $count ->
    [one] Veranstaltung mit einer Person erstellen
   *[other] Veranstaltung mit { $count } Personen erstellen
}
surveys-table-none = Wählen Sie mindestens eine Spalte, die entscheiden soll.
surveys-table-groups-wrong = Geben Sie an, wie viele Gruppen es gibt, von 2 bis { $most }, oder geben Sie jeder einen eigenen Namen, mit Kommas dazwischen.
surveys-table-group-long = Der Name einer Gruppe darf höchstens { $most } Zeichen haben. Kürzen Sie ihn.
