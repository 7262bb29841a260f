# Was gerade geschieht, neben dem Balken, der zeigt, wie weit eine lange Arbeit ist.

progress-starting = Start
progress-preparing = Die Berechnungen werden vorbereitet (einmalig, bis zu einer halben Minute).
progress-done = fertig

## Lesen und Ziehen

progress-reading = Antworten lesen
progress-tuning = Einstellen ({ $memory } für Ziehungen)
progress-sampling = Ziehen
progress-more = weiter ziehen: noch nicht stabil
progress-everybody = Zuordnung aller Personen
progress-labels = Zuordnungen ziehen ({ $memory })
progress-memory = { $people } Personen x { $draws } Ziehungen: { $memory }
progress-memory-each = { $told }, { $own } auf { $count ->
    [one] 1 Worker
   *[other] jedem von { $count } Workern
} mit { $room }
progress-checking = Modell prüfen
progress-halves = nach der Hälfte der Fragen einteilen
progress-numbers = { $count ->
    [one] 1 Gruppe
   *[other] { $count } Gruppen
}

## Entscheiden

# $step ist einer der folgenden Schritte.
progress-deciding = Entscheiden: { $step }
progress-starts = Anfänge probieren
progress-exploring = Umsehen
progress-improving = das Beste verbessern
progress-choices = Wünsche erfüllen
progress-rules = Regeln einhalten
progress-proof = Beweis vorbereiten
progress-bounds = Verlust abschätzen
progress-programs = ganzzahlige Programme lösen
progress-groups = alle Gruppen ansehen
progress-proving = Beweisen

## Danach

progress-distances = Abstände messen
progress-alternatives = Alternativen suchen
progress-core = den sicheren Kern suchen
progress-again = noch einmal fragen
progress-rule-costs = ausrechnen, was jede Regel kostet
progress-rounds = Runden planen
progress-seats = Plätze vergeben
progress-asking = { $host } fragen
progress-publishing = nach { $host } schreiben
progress-better-rounds = Runden verbessern
progress-writing = Schreiben
progress-files = Dateien schreiben

## Was verhindert, dass Berechnungen aufgehoben werden

progress-not-kept = Die vorbereiteten Berechnungen konnten nicht in { $folder } aufgehoben werden ({ $why }) und werden beim nächsten Mal wieder vorbereitet. Schaffen Sie Platz, oder setzen Sie NUMBA_CACHE_DIR auf einen Ordner, in den geschrieben werden kann.
progress-kept-elsewhere = NUMBA_CACHE_DIR muss einen Ordner nennen, in den geschrieben werden kann; gefunden: { $got }. Die vorbereiteten Berechnungen werden stattdessen in { $folder } aufgehoben.
