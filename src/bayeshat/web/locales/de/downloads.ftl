# Dateien zum Herunterladen, und was in jeder steht.

downloads-assignments = Wer wo ist (CSV)
downloads-assignments-holds = Die Gruppe jeder Person, wie sicher sie ist, und wer tauschen könnte; keine Antworten.
downloads-assignments-holds-mixed = Die Gruppe jeder Person, und welche Wahl sie war, wenn gewählt wurde; sonst keine Antworten.
downloads-probabilities = Wahrscheinlichkeiten (CSV)
downloads-probabilities-holds = Wie wahrscheinlich jede Gruppe für jede Person ist; keine Antworten.
downloads-groups = Alle Tabellen (XLSX)
downloads-groups-holds = Gruppen, Wahrscheinlichkeiten und Größen auf je einem Blatt.
downloads-groups-holds-mixed = Die Gruppe jeder Person, die Größen, und ein Blatt für jede Gruppe.
downloads-sheet-groups = Gruppen
downloads-sheet-notes = Notizen
downloads-report = Der Bericht für die Organisierenden
downloads-report-holds = Gruppen, Wahrscheinlichkeiten, Regeln und die Antworten jeder Person, als eine Seite zum Lesen oder Drucken.
downloads-report-holds-mixed = Gruppen und Regeln, und die Wahlen, wenn gewählt wurde, als eine Seite zum Lesen oder Drucken.
downloads-handout = Die Gruppen zum Aushängen
downloads-round = Runde { $number }: { $group }
downloads-waiting = Warteliste
downloads-handout-holds = Namen und Gruppen als eine Seite, sonst nichts.
downloads-handout-people = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}
downloads-seats = Plätze an Tischen
downloads-seats-holds = Für jede Gruppe eine Seite mit allen Plätzen an einem runden Tisch: Wer zusammen sein soll, sitzt nebeneinander.
downloads-place-cards = Tischkarten
downloads-place-cards-holds = Für alle eine Karte mit Name, Tisch und Platz zum Drucken und Ausschneiden.
downloads-for-organisers = Nur für die Organisierenden.
downloads-for-all = Alle dürfen es lesen.
downloads-course = Gruppendateien für Moodle und Canvas
downloads-none = Diese Datei gibt es nicht. Wählen Sie eine, die auf der Seite steht.

## Moodle und Canvas

downloads-course-title = Gruppen für Moodle und Canvas
downloads-course-here = Moodle und Canvas
downloads-course-words = Personen werden in Ihrem Kurs über die E-Mail-Adresse, den Anmeldenamen oder die Nummer gefunden, die mit ihren Antworten kam oder die in der <a href="{ $address }">Liste der erwarteten Personen</a> steht. Wenn jemand nicht zugeordnet wird, fügen Sie dort die Teilnehmerliste Ihres Kurses hinzu.
downloads-unmatched = { $count ->
    [one] <b>1 von { $all } konnte nicht zugeordnet werden</b> und steht nicht in der Datei: { $names }.
   *[other] <b>{ $count } von { $all } konnten nicht zugeordnet werden</b> und stehen nicht in der Datei: { $names }.
}
downloads-unmatched-more = { $names } und { $count } weitere
downloads-all-matched = Alle stehen in der Datei.
downloads-canvas-words = Öffnen Sie in Ihrem Kurs „Personen“ und ein Gruppenset, wählen Sie „Importieren“ und nehmen Sie diese Datei. Gruppen, die es nicht gibt, werden angelegt.
downloads-canvas = Für Canvas herunterladen (CSV)
downloads-moodle-first = Legen Sie zuerst die Gruppen an: Öffnen Sie in Ihrem Kurs „Teilnehmer/innen“, „Gruppen“, „Gruppen importieren“.
downloads-moodle-groups = Gruppen herunterladen (CSV)
downloads-moodle-then = Danach kommen die Personen hinein: Wer Moodle verwaltet, öffnet „Nutzerliste hochladen“, wählt „Nur vorhandene Nutzer/innen aktualisieren“ und nimmt die zweite Datei. Sie muss Ihren Kurs nennen.
downloads-moodle-course = Kurzer Kursname in Moodle
downloads-change = Ändern
downloads-go-on = Weiter
downloads-moodle-members = Mitglieder herunterladen (CSV)
