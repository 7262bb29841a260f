# Kurse in Canvas und Moodle. $host ist der Name des Servers, $said, was er selbst sagt.

## Die Adresse und das Token

courses-address = Der Kurs wird durch die Adresse seiner Seite in Canvas oder Moodle angegeben, etwa https://canvas.example.org/courses/123 oder https://moodle.example.org/course/view.php?id=7; angegeben ist „{ $got }“. Kopieren Sie sie aus Ihrem Browser.
courses-not-safe = Die Adresse muss mit https:// beginnen, damit niemand unterwegs Ihr Token lesen kann; angegeben ist { $address }. Schreiben Sie stattdessen https://.
courses-no-token = Ihr Token für { $system } muss in der Umgebungsvariablen { $variable } stehen; dort steht keines. { $system ->
    [Canvas] In Canvas erzeugen Sie es unter Konto, Einstellungen, Neues Zugriffstoken
   *[other] In Moodle finden Sie es unter Einstellungen, Sicherheitsschlüssel, oder fragen Sie Ihre Administration
}. Tippen Sie dann: export { $variable }=…
courses-odd-token = Die Variable { $variable } muss ein Token für { $system } enthalten und sonst nichts; darin stehen Leerzeichen oder andere Zeichen, die kein Token hat. Setzen Sie sie neu.
courses-token-refused = Ihr Token muss bei { $host } gültig sein; es wird abgelehnt („{ $said }“). Erzeugen Sie in { $system } ein neues, und schreiben Sie es in { $variable }.
courses-redirect = Die Adresse muss die sein, die der Server selbst verwendet; { $host } leitet nach { $other } weiter. Das Token wurde nicht dorthin geschickt. Wenn Sie dieser Adresse trauen, geben Sie sie an.
courses-elsewhere = Der ganze Kurs muss bei { $host } liegen; seine Liste geht bei { $other } weiter. Das Token wurde nicht dorthin geschickt. Sagen Sie es Ihrer Administration.

## Antworten des Servers

courses-silent = { $host } muss erreichbar sein; es kam keine Antwort ({ $reason }). Prüfen Sie die Adresse und Ihre Verbindung, und versuchen Sie es noch einmal.
courses-busy = { $host } muss Zeit für Anfragen haben, ist aber überlastet. Versuchen Sie es in einigen Minuten noch einmal.
courses-failed = { $host } muss antworten, hat aber einen Fehler (HTTP { $status }). Versuchen Sie es später noch einmal, oder fragen Sie Ihre Administration.
courses-odd = { $host } muss antworten wie { $system }, antwortet aber etwas anderes. Prüfen Sie die Adresse.
courses-not-allowed = { $system } muss Ihnen das im Kurs erlauben; { $host } sagt „{ $said }“. Bitten Sie Ihre Administration um das Recht, seine Gruppen zu verwalten.
courses-function = Der Webservice Ihres Tokens muss die Funktion { $function } haben; { $host } sagt „{ $said }“. Bitten Sie Ihre Administration, sie hinzuzufügen.
courses-not-found = Den Kurs { $number } und das, wonach gefragt wurde, muss es bei { $host } geben; der Server sagt „{ $said }“. Prüfen Sie die Nummer in der Adresse.
courses-refused = { $system } muss annehmen, worum es gebeten wird; { $host } sagt „{ $said }“. Beheben Sie das, und versuchen Sie es noch einmal.
courses-waiting = { $host } ist beschäftigt oder antwortet nicht; neuer Versuch in { $seconds } s.

## Wen Namen meinen, und was es schon gibt

courses-unclear = { $count ->
    [one] Jede Person muss genau ein Mitglied des Kurses sein; 1 ist es nicht:
   *[other] Jede Person muss genau ein Mitglied des Kurses sein; { $count } sind es nicht:
}
    { $people }
    Ergänzen Sie in der Datei eine Spalte mit den E-Mail-Adressen oder Anmeldenamen; bayeshat course roster liefert sie.
courses-may-be = „{ $name }“ kann { $names } sein
courses-somebody = { $name } ({ $id })
courses-twice = „{ $name }“ und „{ $other }“ sind beide { $student }
courses-nobody = Die Personen müssen am Kurs { $number } bei { $host } teilnehmen, der { $count ->
    [one] 1 Mitglied
   *[other] { $count } Mitglieder
} hat; gefunden wurde niemand davon, sondern { $names }. Prüfen Sie die Adresse und die Datei.
courses-names = Namen von Gruppen und Gruppensätzen müssen 1 bis { $most } Zeichen haben und kein „<“; angegeben: { $names }. Benennen Sie sie um.
courses-taken = In { $system } haben keine zwei Gruppen eines Kurses denselben Namen; außerhalb von „{ $set }“ gibt es { $names }. Setzen Sie mit --prefix etwas vor die Namen, etwa --prefix "{ $set }: ".
courses-there = Der Gruppensatz „{ $set }“ bei { $host } muss neu sein oder zur Datei passen; gefunden:
    { $what }
    Wählen Sie mit --set einen anderen Namen, oder ergänzen Sie --update: Personen der Datei kommen in ihre Gruppen, alles andere bleibt.
courses-other-group = „{ $group }“ steht nicht in der Datei
courses-other-place = { $name } ist in „{ $group }“
courses-other-people = „{ $group }“ hat { $count ->
    [one] 1 Person, die nicht in der Datei steht
   *[other] { $count } Personen, die nicht in der Datei stehen
}

## Was geschrieben werden soll

courses-plan-new = Kurs { $number } in { $system } ({ $host }): ein neuer Gruppensatz, „{ $set }“.
courses-plan-set = Kurs { $number } in { $system } ({ $host }): der Gruppensatz „{ $set }“, den es schon gibt.
courses-plan-groups = { $count ->
    [one] 1 neue Gruppe: { $names }.
   *[other] { $count } neue Gruppen: { $names }.
}
courses-plan-members = { $count ->
    [one] 1 Person kommt in eine Gruppe.
   *[other] { $count } Personen kommen in ihre Gruppen.
}
courses-plan-moves = { $count ->
    [one] 1 davon verlässt eine andere Gruppe des Satzes: { $names }.
   *[other] { $count } davon verlassen eine andere Gruppe des Satzes: { $names }.
}
courses-plan-stay = { $count ->
    [one] 1 Gruppe des Satzes steht nicht in der Datei und bleibt, wie sie ist: { $names }.
   *[other] { $count } Gruppen des Satzes stehen nicht in der Datei und bleiben, wie sie sind: { $names }.
}
courses-plan-by-name = Am Namen erkannt, mit einer anderen Adresse im Kurs: { $names }.
courses-plan-absent = { $count ->
    [one] Nicht im Kurs, und deshalb weggelassen: { $names }.
   *[other] { $count } Personen sind nicht im Kurs und werden weggelassen: { $names }.
}
courses-plan-left = { $count ->
    [one] 1 Mitglied des Kurses steht nicht in der Datei: { $names }.
   *[other] { $count } Mitglieder des Kurses stehen nicht in der Datei: { $names }.
}
courses-write = Das schreiben?
courses-yes = j ja y yes
courses-say-yes = Zum Schreiben braucht es Ihr Ja; es kam keines. Antworten Sie „j“, oder ergänzen Sie --yes.
courses-not-written = Es wurde nichts geschrieben.
courses-done-before = Nichts zu tun: Alles ist schon da.

## Was geschrieben wurde

# $what ist etwa: der Gruppensatz „Projekte“, 3 von 5 Gruppen und 0 von 20 Personen
courses-wrote = Geschrieben: { $what }.
courses-wrote-set = der Gruppensatz „{ $set }“
courses-wrote-groups = { $count } von { $total ->
    [one] 1 Gruppe
   *[other] { $total } Gruppen
}
courses-wrote-out = { $count } von { $total } aus anderen Gruppen genommen
courses-wrote-members = { $count } von { $total ->
    [one] 1 Person
   *[other] { $total } Personen
}
courses-partly = { $why } { $wrote } Rufen Sie denselben Befehl noch einmal auf: Er macht dort weiter.
courses-stopped = { $wrote } Rufen Sie denselben Befehl noch einmal auf: Er macht dort weiter.
courses-students = { $count ->
    [one] 1 Mitglied
   *[other] { $count } Mitglieder
} des Kurses { $number } in { $system } ({ $host }): { $file }
courses-next = Weiter: bayeshat mix { $file } --groups 5
courses-no-students = Der Kurs muss Mitglieder haben, die Sie sehen dürfen; { $host } zeigt keine des Kurses { $number }. Prüfen Sie die Nummer in der Adresse und Ihre Rolle im Kurs.
