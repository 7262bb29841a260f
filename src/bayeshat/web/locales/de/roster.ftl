# Wer erwartet wird: die Liste, persönliche Links und E-Mail. Namen und Adressen stehen so da, wie jemand sie geschrieben hat.

roster-title = Wer bei { $event } erwartet wird
roster-heading = Wer erwartet wird
roster-count = { $count ->
    [one] 1 Person: { $answered } hat geantwortet, { $missing } fehlt.
   *[other] { $count } Personen: { $answered } haben geantwortet, { $missing } fehlen.
}
roster-private = Nur die Organisierenden dieser Veranstaltung können diese Liste sehen.

## Personen hinzufügen, und ihre Links

roster-add-title = Personen hinzufügen
roster-names = Namen
roster-names-help = Eine Person pro Zeile, mit oder ohne E-Mail-Adresse: „Anna Lehmann, anna@example.org“.
roster-file = Oder eine Datei
roster-file-help = CSV oder XLSX mit einer Spalte „name“ und, wenn vorhanden, „e-mail“. Die Teilnehmerliste aus Moodle und die Personen- oder Gruppenliste aus Canvas werden gelesen, wie sie sind.
roster-add = Hinzufügen
roster-again = Mehrmals in der Liste: { $names }
roster-again-latest = Dieselbe Person steht doppelt auf der Liste. Sie bekommt einen Link.
roster-again-separate = Verschiedene Personen haben denselben Namen. Jede bekommt einen Link.
roster-again-both = Manche stehen doppelt auf der Liste, andere sind verschiedene Personen? Dann geben Sie ihnen in der Liste oder in der Datei unterschiedliche Namen oder ergänzen Sie ihre E-Mail-Adressen.
roster-again-choose = Geben Sie an, ob dieselbe Person doppelt auf der Liste steht oder verschiedene Personen denselben Namen haben.
roster-links = Persönliche Links
roster-links-words = Jede Person auf der Liste hat einen eigenen Link. Er öffnet das Formular mit ausgefülltem Namen und danach die eigenen Antworten. Um jemandem einen neuen Link zu geben, entfernen Sie die Person und fügen Sie sie wieder hinzu.
roster-links-download = Links für einen Serienbrief herunterladen (CSV)

## E-Mail

roster-mail = E-Mail an alle senden, die fehlen
roster-mail-none = Dieser Server versendet keine E-Mails. Laden Sie die Links herunter und verschicken Sie sie als Serienbrief, oder bitten Sie diejenigen, die diesen Server betreiben, E-Mail einzurichten.
roster-mail-no-addresses = Fügen Sie zuerst E-Mail-Adressen hinzu: Dann können Sie allen von hier aus ihren Link senden.
roster-mail-stop = Versand anhalten
roster-mail-kind = Was gesendet wird
roster-mail-invitation = { $count ->
    [one] Einladung: 1 Person ist noch nicht eingeladen
   *[other] Einladung: { $count } Personen sind noch nicht eingeladen
}
roster-mail-reminder = { $count ->
    [one] Erinnerung: 1 Person hat noch nicht geantwortet
   *[other] Erinnerung: { $count } Personen haben noch nicht geantwortet
}
roster-mail-without = { $count ->
    [one] 1 fehlende Person hat hier keine E-Mail-Adresse und bekommt keine E-Mail.
   *[other] { $count } fehlende Personen haben hier keine E-Mail-Adresse und bekommen keine E-Mail.
}
roster-mail-subject = Betreff
roster-mail-text = Text
roster-mail-text-help = Für {"{name}"} und {"{link}"} wird eingesetzt, was zur jeweiligen Person gehört.
roster-mail-send = Senden
roster-mail-sending = <b>E-Mails werden gesendet:</b> { $done } von { $total } gesendet.
roster-mail-waits = <b>E-Mails werden gesendet:</b> Es beginnt gleich.
roster-mail-reload = Neu laden
roster-mail-sent = Der letzte Versand endete am { $time }. Wo er nicht gelungen ist, steht es in der Liste.
roster-mail-failed = Der letzte Versand ging nicht an alle. { $message } Wer die E-Mail schon hat, bekommt sie nicht noch einmal.

## Die Liste

roster-list = Die Liste
roster-search = Suchen
roster-everybody = Alle anzeigen
# $found ist eine Zahl, oder ein Zeichen, an dessen Stelle ein Skript sie schreibt.
roster-found = { $found } von { $count } Personen
roster-answered = hat geantwortet
roster-missing = fehlt
roster-reminded = erinnert: { $time }
roster-invited = eingeladen: { $time }
roster-link = Link<span class="hidden"> von { $name }</span>
roster-removal = Entfernte Personen können ihren Link nicht mehr benutzen. Gegebene Antworten bleiben; löschen können Sie sie unter <a href="{ $address }">Wer geantwortet hat</a>.
roster-remove = Ausgewählte entfernen

## Was nicht stimmt

roster-nobody = Schreiben Sie mindestens einen Namen, oder wählen Sie eine Datei mit Namen aus.
roster-no-names = Die Datei muss eine Spalte mit Namen haben, überschrieben mit „name“ oder mit „first name“ und „last name“; ihre Überschriften sind { $headings }. Benennen Sie die Spalte um.
roster-too-many = Auf der Personenliste können höchstens { $most } Personen stehen; so wären es { $count }.
roster-long-name = Ein Name kann höchstens { $longest } Zeichen haben; das ist { $name }. Kürzen Sie ihn.
roster-wrong-address = E-Mail-Adressen müssen aussehen wie anna@example.org; das ist { $address } bei { $name }. Berichtigen Sie sie, oder lassen Sie sie weg.
roster-mail-wrong-kind = Eine E-Mail ist eine Einladung oder eine Erinnerung. Wählen Sie eins davon.
roster-mail-wrong-subject = Schreiben Sie einen Betreff mit 1 bis { $longest } Zeichen.
roster-mail-long-text = Der Text kann höchstens { $longest } Zeichen haben; er hat { $length }. Kürzen Sie ihn.
roster-mail-no-link = Der Text muss {"{link}"} enthalten: Dort steht dann der eigene Link jeder Person. Fügen Sie es ein.
roster-mail-closed = Das Formular ist geschlossen, also könnte niemand antworten. Öffnen Sie es zuerst.
roster-mail-busy = E-Mails dieser Veranstaltung werden gerade gesendet. Warten Sie, bis das fertig ist, oder halten Sie es an.
roster-mail-nobody = Es gibt niemanden mehr anzuschreiben: Alle mit einer E-Mail-Adresse haben geantwortet oder eine Einladung bekommen.
roster-mail-no-server = Dieser Server versendet keine E-Mails. Laden Sie die Links herunter und verschicken Sie sie mit Ihrem eigenen Programm.
roster-mail-not-set-up = Dieser Server versendet keine E-Mails. Wer ihn betreibt, kann BAYESHAT_SMTP_URL und BAYESHAT_MAIL_FROM setzen.
roster-mail-no-tls = Der Mailserver bietet kein TLS an, deshalb wird ihm das Passwort nicht gesendet. Verwenden Sie smtps://.
roster-mail-unusable = Der Mailserver ist nicht benutzbar ({ $reason }). Bitten Sie diejenigen, die diesen Server betreiben, BAYESHAT_SMTP_URL zu prüfen, und beginnen Sie dann noch einmal: Niemand bekommt dieselbe E-Mail zweimal.
roster-mail-unsure = Der Server wurde angehalten oder verlor die Verbindung, während diese E-Mail gesendet wurde: Sie kann angekommen sein oder nicht.
roster-mail-refused = Der Mailserver hat sie nicht angenommen: { $reason }
