# Tabellen von Personen: welche Dateien lesbar sind, und was daraus gelesen wurde. Dateien und Überschriften stehen so da, wie jemand sie geschrieben hat.

# Eine Tabelle, die keine Datei ist oder aus einem Formular stammt.
table-frame = Der Data Frame
table-dict = Das Dict der Spalten
table-from-tool = { $file } (aus { $tool })
table-rows-from-zero = Zeilen ab 0 gezählt
table-rows-as-in-spreadsheets = Zeilen wie in der Tabellenkalkulation gezählt

## Dateien, die keine Tabellen sind

table-no-file = Die Tabelle muss in einer vorhandenen Datei stehen; { $file } gibt es nicht. Prüfen Sie den Pfad.
table-folder = Die Tabelle muss in einer Datei stehen; { $file } ist ein Ordner. Prüfen Sie den Pfad.
table-unreadable = Die Tabelle muss in einer lesbaren Datei stehen; { $file } lässt sich nicht lesen ({ $reason }). Prüfen Sie die Zugriffsrechte.
table-other-program = Die Tabelle muss eine CSV-, TSV- oder XLSX-Datei sein; gefunden: { $file }. Speichern Sie sie in ihrem Programm als .xlsx oder .csv.
table-ends-as-rules = Die Tabelle muss eine CSV-, TSV- oder XLSX-Datei mit einer Zeile je Person sein; { $file } endet wie Umfragen und Regeln. Geben Sie stattdessen die Tabelle an, z. B. antworten.csv.
# $got ist etwa „ein Bild“, und was zu tun ist.
table-not-a-table = { $file } muss eine Tabelle mit einer Zeile je Person sein; gefunden: { $got }
table-not-text = { $file } muss Text mit einer Zeile je Person sein; gefunden: { $got }
table-got-pdf = ein PDF-Dokument. Speichern Sie die Tabelle in ihrem Programm als .xlsx oder .csv.
table-got-picture = ein Bild. Speichern Sie die Tabelle in ihrem Programm als .xlsx oder .csv.
table-got-document = ein Word-Dokument. Speichern Sie die Tabelle in ihrem Programm als .xlsx oder .csv.
table-got-presentation = eine Präsentation. Speichern Sie die Tabelle in ihrem Programm als .xlsx oder .csv.
table-got-old-office = eine alte Excel- oder Word-Datei oder eine mit Passwort. Öffnen Sie sie, und speichern Sie sie ohne Passwort als .xlsx.
table-got-open-document = eine OpenDocument-Datei. Öffnen Sie sie, und speichern Sie sie als .xlsx oder .csv.
table-got-workbook = wohl eine Excel-Arbeitsmappe. Benennen Sie sie so um, dass sie auf .xlsx endet.
table-got-compressed = eine gepackte Datei. Entpacken Sie sie, und geben Sie die Tabelle darin an.
table-got-zip = eine ZIP-Datei. Entpacken Sie sie, und geben Sie die Tabelle darin an.
table-got-damaged = eine beschädigte ZIP-Datei oder Arbeitsmappe. Speichern Sie sie noch einmal als .xlsx oder .csv.
table-got-web-page = eine Webseite. Öffnen Sie die Seite im Browser, und laden Sie die Tabelle dort als .csv oder .xlsx herunter.
table-wrong-bytes = { $file } muss Text in { $encoding } sein, wie die ersten Bytes sagen; einige Bytes sind es nicht. Exportieren Sie die Antworten noch einmal als CSV (UTF-8).
table-zeros = { $file } muss Text sein; einige Bytes sind es nicht (Nullen). Exportieren Sie die Antworten als CSV (UTF-8) oder XLSX.
table-long-cell = Eine Zelle in { $file } darf höchstens { $most } Zeichen haben; um Zeile { $line } ist eine länger. Kürzen Sie sie; ist keine Zelle so lang, schließen Sie das Anführungszeichen davor.
table-quotes = In { $file } müssen Anführungszeichen paarweise stehen; um Zeile { $line } ist ein Fehler ({ $mistake }). Schreiben Sie ein Anführungszeichen innerhalb einer Zelle doppelt, und schließen Sie jedes.
table-needs-openpyxl = Um { $file } zu lesen, fehlt das Paket openpyxl. Installieren Sie es mit pip install openpyxl, oder speichern Sie die Tabelle als CSV.
table-no-workbook = { $file } muss eine XLSX-Arbeitsmappe mit einem Blatt sein; das ist sie nicht ({ $mistake }). Speichern Sie sie noch einmal als .xlsx oder, wenn es Text ist, als .csv.

## Tabellen, aus denen sich nichts lesen lässt

table-no-rows = { $table } muss mindestens eine Zeile mit Antworten enthalten; es gibt keine. Prüfen Sie, ob die Tabelle gefüllt ist.
table-empty = { $table } muss eine Zeile mit Überschriften und darunter weitere Zeilen enthalten; die Datei ist leer. Exportieren Sie sie noch einmal.
table-headings-only = { $table } muss unter den Überschriften weitere Zeilen enthalten; es gibt nur Überschriften. Exportieren Sie die Tabelle noch einmal.
table-heading-rows-only = { $table } muss unter den { $count } Zeilen mit Überschriften Antworten enthalten; es gibt nur Überschriften. Exportieren Sie die Tabelle noch einmal.
table-long-rows =
    Jede Zeile in { $table } darf höchstens so viele Zellen haben, wie es Überschriften gibt ({ $width }); mehr haben
    { $rows }
    Zeile { $top } wurde als Überschriften gelesen. Stehen diese weiter unten, löschen Sie die Zeilen darüber. Sonst geben Sie jeder Spalte eine Überschrift; setzen Sie in einer Textdatei Zellen, die das Trennzeichen enthalten, in Anführungszeichen.
table-long-row = Zeile { $row }: { $count } Zellen
# $hint ist die ähnlichste Überschrift, oder alle.
table-no-heading = { $option } muss eine Überschrift nennen, die es gibt ({ $table }); gefunden: „{ $heading }“. { $hint }
table-headings = Die Überschriften sind { $headings }.

## Wie eine Tabelle gelesen wurde

table-encoding = { $file } wurde als Text in { $encoding ->
    [cp1252] Windows (westlich)
    [mac_roman] Mac Roman
    [cp1250] Windows (mitteleuropäisch)
    [cp1251] Windows (kyrillisch)
    [mac_cyrillic] Mac (kyrillisch)
    [cp1253] Windows (griechisch)
    [cp932] Windows (japanisch)
   *[gb18030] Windows (chinesisch)
  } gelesen; sehen Buchstaben falsch aus, speichern Sie die Datei als CSV (UTF-8).
table-sheet = Gelesen wurde das Blatt „{ $sheet }“, nicht { $others }.
table-titles-left-out = Über den Überschriften weggelassen ({ $table }): { $titles }.
table-sums-left-out = Weggelassen, weil es keine Personen sind ({ $table }): { $sums }.
table-headings-missing = { $table } muss über jeder Spalte eine Überschrift haben; die erste Zeile sieht aus wie eine Person ({ $cells }). Schreiben Sie eine Zeile mit Überschriften darüber, oder lesen Sie die Tabelle mit { $setting }.
    .page = Ihre Datei hat anscheinend keine Überschriften: Ihre erste Zeile sieht aus wie eine Person ({ $cells }). Schreiben Sie über jede Spalte eine Überschrift und laden Sie die Datei noch einmal hoch.
table-headings-perhaps = Die erste Zeile ({ $table }) gilt als Zeile mit Überschriften, sieht aber aus wie eine Person ({ $cells }). Wenn sie eine ist, lesen Sie die Tabelle mit { $setting }.
table-second-headings = Für eine zweite Zeile mit Überschriften gehalten: Zeile { $row } ({ $headings }). Ist sie eine Person, geben Sie jeder Spalte eine Überschrift.
table-heading-above = „{ $above }“ über { $below }
# $counts sind etwa „unvollendet: 3, Vorschauen und Tests: 1“.
table-left-out = { $count ->
    [one] 1 Zeile weggelassen ({ $table }; { $counts }). Behalten Sie sie mit { $setting }.
   *[other] { $count } Zeilen weggelassen ({ $table }; { $counts }). Behalten Sie sie mit { $setting }.
}
table-marked-unfinished = unvollendet: { $count }
table-marked-tests = Vorschauen und Tests: { $count }
table-marked-unsubmitted = nicht abgeschickt: { $count }
