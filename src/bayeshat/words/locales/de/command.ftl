# Was der Befehl sagt, wenn er mit etwas Getipptem nichts anfangen kann.

command-error = Fehler: { $words }
command-answers-survey = Die Antworten müssen eine Tabelle mit einer Zeile je Person sein; „{ $got }“ ist eine Umfrage. Schreiben Sie die Tabelle hinter die Umfrage, z. B. { $survey } antworten.csv
command-survey-behind = Zuerst muss die Umfrage stehen, dann die Antworten; zuerst steht „{ $survey }“. Schreiben Sie „{ $answers }“ davor.
command-survey-first = Zuerst muss die Umfrage stehen, dann die Antworten; „{ $survey }“ ist eine Tabelle. Machen Sie zuerst eine Umfrage daraus: bayeshat survey new { $typed } --groups { $number }
command-survey-only = Die Umfrage muss eine .toml-Datei oder eine mitgelieferte Umfrage sein; „{ $survey }“ ist eine Tabelle. Machen Sie zuerst eine Umfrage daraus: bayeshat survey new { $typed } --groups { $number }
command-no-file-rules = Die Regeln müssen in einer Datei stehen; { $file } gibt es nicht. Prüfen Sie den Pfad.
command-no-file-people = Die Personen müssen in einer Datei stehen; { $file } gibt es nicht. Prüfen Sie den Pfad.
command-no-file-groups = Die früheren Gruppen müssen in einer Datei stehen; { $file } gibt es nicht. Prüfen Sie den Pfad.
command-folder-rules = Die Regeln müssen in einer Datei stehen; { $file } ist ein Ordner. Prüfen Sie den Pfad.
command-folder-people = Die Personen müssen in einer Datei stehen; { $file } ist ein Ordner. Prüfen Sie den Pfad.
command-folder-groups = Die früheren Gruppen müssen in einer Datei stehen; { $file } ist ein Ordner. Prüfen Sie den Pfad.
command-mix = --mix muss die Stärke als Zahl über 0 oder mit { $words } sagen; gefunden: „{ $got }“ in „{ $text }“. Schreiben Sie z. B. "{ $column }=strong".
command-common = --common braucht eine Spalte mit freien Zeiten; angegeben ist nur { $count }. Ergänzen Sie --free-times SPALTE.
command-alternate = --alternate braucht Plätze; angegeben ist { $got } ohne --seats. Ergänzen Sie --seats round oder --seats row, oder lassen Sie --alternate weg.
command-weights = --weights braucht Personen, deren Gruppe bekannt ist; angegeben ist { $got } ohne --known. Ergänzen Sie --known, oder lassen Sie --weights weg.

## Wie der Befehl endet

command-stopped = Angehalten.
command-half-file = Eine Datei muss vollständig sein; eine endete zu früh. Exportieren Sie sie noch einmal.
command-memory = Personen und Ziehungen müssen in den Speicher passen; er reicht nicht. Senken Sie --draws oder --chains.
command-no-output = Die Ausgabe ließ sich nicht schreiben ({ $reason }). Schaffen Sie Platz, oder schicken Sie sie woandershin.
command-no-access = Die Datei muss sich lesen und schreiben lassen; { $file } nicht ({ $reason }). Prüfen Sie den Pfad, die Zugriffsrechte und den freien Platz.
command-how-many = Wie viele Gruppen es gibt, sagt die Umfrage. Machen Sie sie mit bayeshat survey new --groups und --force neu, oder geben Sie mit --sizes eine Größe je Gruppe an
command-arguments = Es gibt mehr Argumente als erwartet: { $got }
# $words sind ein Satz mit seinem Punkt.
command-see = { $words } Siehe { $command } --help.

## Optionen, deren Name vor dem Satz steht

command-whole = muss eine ganze Zahl ab { $least } sein; gefunden: { $got }.
command-whole-to = muss eine ganze Zahl von { $least } bis { $most } sein; gefunden: { $got }.
command-number = muss eine Zahl ab { $least } sein; gefunden: { $got }.
command-number-to = muss eine Zahl von { $least } bis { $most } sein; gefunden: { $got }.
command-language = muss { $known } sein; gefunden: { $got }.

## Umfragen, Mischen und Antworten in Teilen

command-figures = --figures braucht einen Bereich von Gruppenzahlen zum Vergleichen; gefunden: { $got }. Schreiben Sie z. B. --groups 2..8, oder lassen Sie --figures weg.
command-groups = --groups muss eine ganze Zahl ab 1 oder eine Liste verschiedener Namen sein; gefunden: { $got }. Schreiben Sie z. B. 4, 2..8, um es herauszufinden, oder "Rot,Grün,Blau".
command-twice = zweimal „{ $name }“
command-groups-known = --groups muss neben --known wegbleiben, denn die Gruppen sind die aus dieser Spalte; gefunden: { $got }. Lassen Sie eines von beiden weg.
command-range-reversed = --groups muss ein Bereich von weniger zu mehr sein, etwa 2..8; gefunden: { $got }. Schreiben Sie { $least }..{ $most }.
command-range-zero = --groups muss ein Bereich von weniger zu mehr sein, etwa 2..8; gefunden: { $got }. Beginnen Sie mit 1 oder 2.
command-number-of-groups = Die Zahl der Gruppen muss bekannt sein; gegeben sind nur die Größen „{ $sizes }“. Ergänzen Sie { $number }.
command-any-number = z. B. --groups 4
command-mix-left-out = Soll auch eine weggelassene Spalte mischen, nennen Sie sie: --mix all --mix "ihre Überschrift".
command-only-mixes = Wenn alle Fragen mischen, wird niemand nach Antworten eingeteilt; { $option } hat dann keinen Sinn. Lassen Sie es weg, oder lassen Sie eine Frage zum Einteilen übrig.
command-no-answers = Es braucht Antworten: eine Datei, oder mit --answers ein Muster für Dateien; es gibt keine. Geben Sie eines davon an.
command-truth = Die wahren Gruppen brauchen eine eigene Datei; { $file } steht zweimal da. Nennen Sie eine andere Datei.
command-no-partitions = --scheduler braucht Antworten in Teilen; es gibt keine. Geben Sie --answers 'part-*.parquet' an.
command-partitions-without = Antworten in Teilen werden ohne { $options } eingeteilt. Lassen Sie { $count ->
    [one] das
   *[other] diese Optionen
} weg.
command-no-compiling = warm muss kompilieren können; NUMBA_DISABLE_JIT schaltet das ab. Löschen Sie diese Variable, und führen Sie bayeshat warm noch einmal aus.

## Was typer an den Optionen falsch findet

command-missing = Es fehlt „{ $got }“.
command-missing-option = Es fehlt die Option „{ $got }“.
command-no-command = Einen Befehl „{ $got }“ gibt es nicht.
command-no-command-near = Einen Befehl „{ $got }“ gibt es nicht. Meinten Sie { $near }?
command-no-option = Eine Option { $got } gibt es nicht
command-no-option-near = Eine Option { $got } gibt es nicht (ähnlich sind: { $near })
command-no-value = Nach der Option { $got } fehlt ein Wert.
