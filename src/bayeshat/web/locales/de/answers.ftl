# Was Organisierende über die lesen, die geantwortet haben, und über Antworten aus Dateien.

answers-heading = Wer geantwortet hat
answers-title = Wer bei { $title } geantwortet hat
answers-count = { $count ->
    [0] Nur wer diese Veranstaltung organisiert, kann diese Liste sehen.
    [one] { $count } Person. Nur wer diese Veranstaltung organisiert, kann diese Liste sehen.
   *[other] { $count } Personen. Nur wer diese Veranstaltung organisiert, kann diese Liste sehen.
}
answers-import = Antworten aus einer Datei einlesen
answers-expected = Wer erwartet wird
answers-download-all = Alle Antworten als CSV herunterladen
answers-search = Suchen
answers-show-all = Alle zeigen
# $found ist eine Zahl, oder ein Zeichen, an dessen Stelle ein Skript sie schreibt.
answers-found = { $found } von { $count } Personen
answers-from-file = aus einer Datei
answers-from-link = mit persönlichem Link
answers-from-form = über das Formular
answers-when = Zuletzt geändert
answers-whence = Woher
answers-download = <span class="hidden">Alles über { $name } </span>Herunterladen
answers-delete-one = <span class="hidden">Die Antworten von { $name } </span>Löschen …
answers-delete-selected = Ausgewählte löschen …
answers-nobody = Noch niemand hat geantwortet.

## Wer geantwortet hat, laufend

answers-arrived = { $count ->
    [one] <span class="big">{ $count }</span> Person hat geantwortet
   *[other] <span class="big">{ $count }</span> Personen haben geantwortet
}
answers-at-most = von höchstens { $most }
answers-missing = { $missing ->
    [one] Von den { $expected } auf der Personenliste fehlt { $missing }:
   *[other] Von den { $expected } auf der Personenliste fehlen { $missing }:
}
answers-complete = Alle auf der Personenliste haben geantwortet
answers-unexpected = Nicht auf der Personenliste: { $names }
answers-latest = Zuletzt: { $names }

## Löschen

answers-delete-person = Die Antworten von { $name } löschen?
answers-delete-people = Die Antworten von { $count } Personen löschen?
answers-and-more = und { $count } weitere
answers-delete-stays = Was geantwortet wurde, wird endgültig gelöscht, und die eigenen Links funktionieren nicht mehr. In Ergebnissen, die es schon gibt, bleibt ein Platz ohne Namen, weil die Plätze der anderen davon abhängen. Regeln mit diesen Namen bleiben: Ändern Sie sie auf der Seite der Regeln. Dateien, die vorher heruntergeladen wurden, ändern sich nicht.
answers-delete-button = Antworten löschen

## Antworten aus einer Datei

answers-again = Mehrmals in der Datei: { $names }
answers-again-person = { $name } (Zeilen { $rows })
answers-again-latest = Dieselbe Person hat noch einmal geantwortet. Nur die letzten Antworten zählen.
answers-again-separate = Verschiedene Personen haben denselben Namen. Alle zählen.
answers-again-both = Manche haben noch einmal geantwortet, andere sind verschiedene Personen? Dann geben Sie ihnen in der Datei unterschiedliche Namen und wählen Sie die Datei noch einmal aus.
answers-again-choose = Geben Sie an, ob dieselbe Person noch einmal geantwortet hat oder verschiedene Personen denselben Namen haben.
answers-again-go = Weiter
answers-plan = Das würde geschehen
answers-plan-counts = { $new } neu, { $replaced } ersetzt, { $refused } ausgelassen
answers-plan-replaced = <b>Ersetzt:</b> { $names }. Diese Antworten wurden schon einmal importiert; die neue Datei ersetzt sie.
answers-plan-refused = Ausgelassen:
answers-plan-own = <b>{ $name }</b> hat das Formular ausgefüllt: Die eigenen Antworten bleiben.
answers-plan-which = <b>{ $name }</b> ist der Name mehrerer Personen: Damit klar ist, wer gemeint ist, geben Sie der Datei eine Spalte mit E-Mail-Adressen oder Matrikelnummern, oder unterscheiden Sie die Namen.
answers-plan-odd = Zahlen, die weit von den üblichen entfernt sind. Wenn das Fehler sind, verbessern Sie die Datei und lesen Sie sie noch einmal ein:
answers-plan-far = { $name }: { $value } { $unit } (Frage { $number })
answers-plan-repeat = <b>Ohne Namen:</b> Einige Personen in der Datei haben keinen Namen, und andere ohne Namen sind schon hier. Niemand kann sagen, ob es dieselben sind. Wenn Sie diese Datei schon einmal importiert haben, stehen sie danach doppelt in der Liste.
answers-plan-add = { $new ->
    [one] { $new } Person hinzufügen
   *[other] { $new } Personen hinzufügen
}
answers-plan-replace = { $replaced ->
    [one] { $replaced } Person ersetzen
   *[other] { $replaced } Personen ersetzen
}
answers-plan-both = { $replaced } Personen ersetzen und { $new } hinzufügen
answers-plan-nothing = Es bleibt nichts zu importieren.
answers-file = CSV- oder XLSX-Datei
answers-another-file = Eine andere CSV- oder XLSX-Datei
answers-file-help = { $count ->
    [one] Eine Zeile für jede Person, eine Spalte für die Frage, mit deren Text oder id als Überschrift. Eine Spalte „name“ enthält die Namen. Weitere Spalten, etwa mit E-Mail-Adressen oder Matrikelnummern, werden für Ihre Downloads behalten.
   *[other] Eine Zeile für jede Person, eine Spalte für jede der { $count } Fragen, mit deren Text oder id als Überschrift. Eine Spalte „name“ enthält die Namen. Weitere Spalten, etwa mit E-Mail-Adressen oder Matrikelnummern, werden für Ihre Downloads behalten.
}
answers-file-kinds = Exporte von Google Forms, Microsoft Forms, Qualtrics, LimeSurvey, SurveyMonkey, Typeform und KoboToolbox können unverändert gelesen werden. Wer das Formular ausgefüllt hat, wird nie durch eine Datei ersetzt.
answers-read-file = Datei lesen
answers-unnamed = Person { $number }

## Was abgelehnt wird

answers-gone = Diese Antworten gibt es nicht. Sehen Sie sich die Liste noch einmal an.
answers-no-receipt = Unter dieser Adresse gibt es keine Antworten. Prüfen Sie sie, oder fragen Sie dort nach, woher Sie das Formular haben.
answers-file-changed = Die Antworten haben sich geändert, seit die Datei gelesen wurde. Sehen Sie sich an, was jetzt geschehen würde.
answers-file-people = Die Datei darf höchstens { $most } Personen enthalten; diese enthält { $count }. Teilen Sie sie auf.
answers-event-people = Eine Veranstaltung darf höchstens { $most } Personen haben; damit wären es { $count }.
answers-file-gone = Die Datei ist nicht mehr da. Wählen Sie sie noch einmal.
answers-file-missing = Wählen Sie zuerst eine CSV- oder XLSX-Datei.
answers-file-empty = In dieser Datei steht nichts. Exportieren Sie sie noch einmal, oder wählen Sie eine andere.
answers-file-kind = Die Datei muss eine CSV-, TSV- oder XLSX-Datei sein. Speichern Sie sie als eine davon.
answers-file-size = Die Datei darf höchstens { $most } MiB haben. Lassen Sie Spalten weg.
answers-file-rows = Die Datei darf höchstens { $most } Zeilen haben; diese hat etwa { $count }. Teilen Sie sie auf.
answers-file-cells = Die Datei darf höchstens { $most } Zellen haben. Lassen Sie Spalten weg.
answers-file-columns = Die Datei darf höchstens { $most } Spalten haben. Lassen Sie einige weg.
answers-workbook-unpacked = Die Arbeitsmappe ist entpackt größer, als dieser Server annimmt. Speichern Sie sie als CSV.
answers-workbook-damaged = Die Datei muss eine XLSX-Arbeitsmappe sein; diese ist beschädigt oder etwas anderes. Speichern Sie sie neu, oder als CSV.
answers-workbook-columns = Die Arbeitsmappe darf höchstens { $most } Spalten haben. Lassen Sie einige weg.
answers-workbook-rows = Die Arbeitsmappe darf höchstens { $most } Zeilen haben. Teilen Sie sie auf.
answers-workbook-cells = Die Arbeitsmappe darf höchstens { $most } Zellen haben. Lassen Sie Spalten weg.
answers-workbook-doctype = Die Arbeitsmappe enthält eine Dokumenttyp-Deklaration, die keine Arbeitsmappe braucht. Speichern Sie sie neu, oder als CSV.
