# Was mit genannten Dateien und Ordnern nicht stimmt: Ausgaben, Einteilungen und Ziehungen. $file und $folder stehen in Anführungszeichen.

files-output-is-file = Die Ausgabe muss ein Ordner sein; { $folder } ist eine Datei. Wählen Sie einen anderen Namen.
files-output-here = Die Ausgabe braucht einen eigenen Ordner; genannt ist der, in dem Sie gerade sind. Nennen Sie einen anderen, etwa sorted.
files-output-holds = Die Ausgabe muss ein neuer oder leerer Ordner sein, oder einer, in dem nur die Dateien eines früheren Laufs liegen; { $folder } enthält { $names }. Wählen Sie einen anderen Ordner.
files-output-disk = Die Ausgabe muss ein Ordner sein, der ersetzt werden kann; { $folder } ist ein eingehängtes Laufwerk. Nennen Sie einen Ordner darin, etwa { $inside }.
files-output-refused = In den Ordner der Ausgabe muss sich schreiben lassen; in { $folder } geht das nicht ({ $reason }). Schaffen Sie Platz, oder wählen Sie einen anderen Ordner.
files-output-is-folder = Die Ausgabe muss eine Datei sein; { $file } ist ein Ordner. Ergänzen Sie einen Dateinamen.
files-output-exists = Die Ausgabe muss eine neue Datei sein; { $file } gibt es schon. Wählen Sie einen anderen Namen, oder ergänzen Sie --force.
files-output-read-only = Die Ausgabe muss eine Datei sein, die ersetzt werden kann; { $file } ist { $kind ->
    [file] schreibgeschützt
   *[device] ein Gerät
}. Wählen Sie einen anderen Namen.
files-output-where = Die Ausgabe muss eine Datei in einem Ordner sein, in den sich schreiben lässt; bei { $file } geht das nicht ({ $reason }). Wählen Sie einen anderen Ordner.
files-decision-unreadable = Die Einteilung muss eine lesbare Datei sein; { $file } ist es nicht ({ $reason }). Nennen Sie den Ordner, in den bayeshat sort seine Dateien geschrieben hat.
files-decision-json = Die Einteilung muss JSON sein; in { $file } steht etwas anderes. Teilen Sie noch einmal ein.
files-decision-none = Zur Einteilung muss die Erklärung jeder Person gehören; in { $file } steht keine: { $why }
files-decision-other = Das ist keine Einteilung. Nennen Sie den Ordner, in den bayeshat sort seine Dateien geschrieben hat.
files-decision-many = Bei mehr als { $most } Personen werden Erklärungen nicht gespeichert. In Python macht explain_person(result, name) eine.
files-decision-mixed = Diese Gruppen entstanden nicht dadurch, dass Personen nach ihren Antworten eingeteilt wurden. Die Sätze unter status und rules in dieser Datei sagen, wie Größen, Regeln und Wünsche eingehalten wurden.
files-draws = Die Ziehungen müssen in einer Datei stehen; { $file } { $kind ->
    [folder] ist ein Ordner
   *[missing] gibt es nicht
}. Prüfen Sie den Pfad.
files-draws-kind = Ziehungen müssen in einer Datei .npy, .csv oder .nc stehen; gefunden: { $file }. Wandeln Sie sie in eine davon um.
files-draws-empty = Die Datei der Ziehungen muss eine Zeile je Ziehung haben; in { $file } steht keine. Exportieren Sie sie noch einmal.
files-decision-several = Der Name muss der einer einzigen Person sein; { $name } kann { $names } sein. Schreiben Sie ihn, wie er dort steht.
files-decision-nobody = Der Name muss der einer von { $count } eingeteilten Personen sein; gefunden: { $name }. { $hint }
files-decision-names = Die Namen stehen in assignments.csv.
