# Was Teilnehmende lesen, mit „du“. Texte in Anführungszeichen und Namen stehen so da, wie jemand sie geschrieben hat.

## Das Formular

form-questions = { $count ->
    [one] Eine Frage.
   *[other] { $count } Fragen.
}
# $done ist eine Zahl, oder ein Zeichen, an dessen Stelle ein Skript sie schreibt.
form-progress = { $done } von { $total } beantwortet
form-readers = Wer diese Veranstaltung organisiert oder diesen Server betreibt, kann deine Antworten lesen; wer organisiert, kann sie auch herunterladen. Andere Teilnehmende sehen sie nicht.
form-mates = Sobald die Gruppen veröffentlicht sind, sehen die anderen in deiner Gruppe deinen Namen.
# Es folgt ein Datum.
form-open-until = Offen bis
form-changing = Ändere, was du möchtest, und klicke dann auf die Schaltfläche am Ende.
form-name = Dein Name
form-name-help = Damit man dich in einer Gruppe findet.
# Nach der Nummer einer Frage, für alle, die die Seite hören.
form-of = von { $total }
form-several = Wähle alles aus, was zutrifft.
form-no-answer = Keine Antwort
# Was vor den Nachkommastellen einer Zahl steht.
form-decimal-mark = ,
# Für alle, die die Seite hören.
form-number = Deine Zahl
form-number-unit = Deine Zahl, in { $unit }
form-number-whole = Eine ganze Zahl; 0, wenn es keine sind.
form-number-between = Eine Zahl von { $low } bis { $high }.
form-number-above = Eine Zahl über { $low }.
form-privacy = Datenschutz
form-send = Antworten absenden
form-send-anyway = Trotzdem absenden
form-keep = Änderungen speichern
form-cancel = Abbrechen
form-start-over = Neu anfangen
form-offline = Der Server ist nicht erreichbar. Es ist nichts verloren: Warte einen Moment und sende es dann noch einmal ab.

## Was nicht stimmt

problems-heading = { $count ->
    [one] Bitte sieh dir das noch einmal an
   *[other] Bitte sieh dir diese { $count } Punkte noch einmal an
}
wrong-name = Schreibe deinen Namen, mit 1 bis { $longest } Zeichen.
wrong-option = Frage { $number }: Wähle eine der Antworten.
wrong-one-only = Frage { $number }: Wähle nur eine Antwort.
wrong-no-number = Frage { $number }: Schreib eine Zahl, in Ziffern.
wrong-unit = Frage { $number }: Schreib die Zahl in { $unit }.
wrong-whole = Frage { $number }: Schreib eine ganze Zahl, mindestens { $low }.
wrong-between = Frage { $number }: Schreib eine Zahl von { $low } bis { $high }.
wrong-above = Frage { $number }: Schreib eine Zahl über { $low }.
wrong-large = Frage { $number }: Diese Zahl ist zu groß.
wrong-far = Frage { $number }: { $value } ist weit entfernt von den üblichen Zahlen, { $low } bis { $high }. Verbessere die Zahl, oder sende sie trotzdem, wenn sie stimmt.
wrong-nothing = Beantworte mindestens eine Frage.
wrong-consent = Um teilzunehmen, musst du dem zustimmen. Setze das Häkchen.
wrong-number = Das Formular kam ohne seine Nummer an. Prüfe deine Antworten und sende sie noch einmal ab.
wrong-survey = Die Fragen haben sich geändert, seit du diese Seite geöffnet hast. Das ist das neue Formular; die Antworten, die noch passen, sind eingetragen. Prüfe sie und sende sie noch einmal ab.
wrong-same-name = Unter dem Namen { $name } hat schon jemand geantwortet. Wenn du das warst, ändere die Antworten über deinen eigenen Link. Wenn du auch { $name } heißt, ergänze deinen Nachnamen oder sende trotzdem ab.
wrong-too-often = { $seconds ->
    [one] Aus deinem Netzwerk haben gerade zu viele etwas gesendet. Es ist nichts verloren: Warte eine Sekunde und sende es dann noch einmal ab.
   *[other] Aus deinem Netzwerk haben gerade zu viele etwas gesendet. Es ist nichts verloren: Warte { $seconds } Sekunden und sende es dann noch einmal ab.
}
wrong-old-page = Diese Seite ist zu alt, oder dein Browser speichert keine Cookies. Es ist nichts verloren: Prüfe, was du geschrieben hast, und sende es noch einmal ab.

## Seiten ohne Formular

closed-heading = Dieses Formular ist geschlossen
closed-words = Antworten können nicht mehr abgegeben oder geändert werden. Wenn du schon geantwortet hast, funktioniert dein eigener Link weiterhin.
# Es folgt ein Datum.
closed-since = Geschlossen seit
full-heading = Dieses Formular ist voll
full-words = Es haben schon so viele geantwortet, wie teilnehmen können. Frage die Person, die dir das Formular geschickt hat.
link-replaced = Dieser Link wurde durch einen neuen ersetzt.
unsent-heading = Deine Antworten wurden nicht gesendet
unsent-words = Hier steht, was du geschrieben hast. Kopiere es und frage die Person, die dir das Formular geschickt hat, ob es noch angenommen werden kann.
missing-heading = Hier ist nichts
missing-words = Unter dieser Adresse gibt es weder ein Formular noch Antworten. Prüfe sie, oder frage die Person, die sie dir geschickt hat.
broken-heading = Das hat nicht geklappt
broken-words = Was ankam, ließ sich nicht lesen. Geh zurück und versuche es noch einmal.
large-heading = Das ist zu groß
large-words = Was ankam, ist größer, als ein Formular sein kann. Geh zurück, kürze es und versuche es noch einmal.
# Damit man bei einer Nachfrage sagen kann, welcher Fehler es war.
request-number = Wenn du jemanden danach fragst, nenne die Nummer { $number }.

## Ein gemeinsames Gerät

kiosk-thanks = Danke!
kiosk-kept = Deine Antworten sind gespeichert.
kiosk-code = Wenn du deine Antworten später ändern oder deine Gruppe sehen möchtest, fotografiere jetzt diesen Code. Er öffnet deinen eigenen Link und wird nur dieses eine Mal gezeigt.
kiosk-code-picture = QR-Code deines eigenen Links
kiosk-next = Nächste Person

## Die eigene Seite

receipt-title = Deine Antworten
receipt-title-group = Deine Gruppe
receipt-changed = Deine Änderungen sind gespeichert.
receipt-thanks = Danke
receipt-thanks-name = Danke, { $name }
receipt-kept = Deine Antworten sind gespeichert.
receipt-not-published = Die Gruppen sind noch nicht veröffentlicht. Sobald sie es sind, siehst du deine Gruppe auf dieser Seite.
receipt-too-late = Die Gruppen sind veröffentlicht, wurden aber gebildet, bevor deine Antworten da waren. Frage, wer das organisiert, wo du hingehörst.
receipt-you-are-in = Deine Gruppe ist
receipt-you-are-in-name = { $name }, deine Gruppe ist
receipt-link = Bewahre diesen Link auf
receipt-link-help = Er gehört nur dir. Mit ihm kannst du deine Antworten ändern, bis das Formular geschlossen wird, und später sehen, in welcher Gruppe du bist.
receipt-link-label = Dein privater Link
receipt-copy = Link kopieren
receipt-copied = Kopiert
receipt-why = Warum?
receipt-reason-one = Deine Antwort auf „{ $first }“ spricht für { $group }.
receipt-reason-two = Deine Antworten auf „{ $first }“ und „{ $second }“ sprechen für { $group }.
receipt-fits-best = Von allen Gruppen passt diese am besten zu deinen Antworten.
receipt-fits-less = Eine andere Gruppe passt besser zu deinen Antworten; die Größe der Gruppen, eine Regel oder jemand aus der Organisation hat dich hier eingeteilt.
receipt-chances = Wie gut passt welche Gruppe?
receipt-chances-help = 80 % heißt: In 8 von 10 Einteilungen, die zu den Antworten aller passen, bist du in dieser Gruppe.
receipt-yours = (deine)
receipt-share = { $share ->
    [under] unter 1 %
    [over] über 99 %
   *[other] { $share } %
}
receipt-mates = Wer mit dir zusammen ist
receipt-alone = Außer dir ist niemand in deiner Gruppe.
receipt-answered = Was du geantwortet hast
receipt-readers = Wer das organisiert, kann dies lesen und herunterladen, auch als Bericht, der die Antworten aller mit Namen aufführt.
receipt-change = Antworten ändern
receipt-closed = Das Formular ist geschlossen; die Antworten bleiben, wie sie sind.
receipt-download = Meine Daten herunterladen
receipt-delete = Meine Antworten löschen
group-number = Gruppe { $number }
guest = Gast { $code }

## Löschen

delete-heading = Deine Antworten löschen?
delete-words = Dein Name und deine Antworten werden endgültig von diesem Server gelöscht, und dein eigener Link funktioniert nicht mehr.
delete-stays = Das bleibt bei denen, die organisieren:
delete-stays-place = in Ergebnissen, die es schon gibt, ein Platz ohne Namen;
delete-stays-files = Dateien und Sicherungen, die vorher gemacht wurden;
delete-stays-rules = dein Name in Listen und Regeln, die sie selbst geschrieben haben.
delete-keep = Antworten behalten
deleted-heading = Deine Antworten sind gelöscht
deleted-words = Dein Name und deine Antworten sind nicht mehr auf diesem Server. Dateien, die vorher heruntergeladen wurden, und was andere selbst geschrieben haben, bleiben erhalten.
