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
form-ranking = Bring die Antworten in eine Reihenfolge, die beste zuerst. Die letzten kannst du weglassen.
form-no-answer = Keine Antwort
form-wishes = In welche Gruppen möchtest du gern?
form-wishes-help = Auch Größen und die Wünsche der anderen zählen, deshalb geht nicht jeder Wunsch in Erfüllung.
form-choose = Wohin möchtest du gern?
form-choose-help = Die Plätze sind begrenzt: Möglichst viele bekommen ihre Erstwahl, und vielleicht bekommst du deine zweite oder dritte.
form-choice = { $number ->
    [one] Erste Wahl
    [2] Zweite Wahl
    [3] Dritte Wahl
   *[other] { $number }. Wahl
}
form-no-wish = Kein Wunsch
form-friends = Mit wem möchtest du gern zusammen sein?
form-friends-help = Schreibe die Namen von Leuten, die mitmachen, durch Kommas getrennt. Sie erfahren nichts davon.
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

form-problems-heading = { $count ->
    [one] Bitte sieh dir das noch einmal an
   *[other] Bitte sieh dir diese { $count } Punkte noch einmal an
}
form-wrong-name = Schreibe deinen Namen, mit 1 bis { $longest } Zeichen.
form-wrong-option = Frage { $number }: Wähle eine der Antworten.
form-wrong-wish = Wähle eine der Gruppen.
form-wrong-friends = Schreibe höchstens { $longest } Zeichen dazu, mit wem du zusammen sein möchtest.
form-wrong-one-only = Frage { $number }: Wähle nur eine Antwort.
form-wrong-twice = Frage { $number }: Du hast „{ $option }“ zweimal gewählt. Wähle jede Antwort nur einmal.
form-wrong-places = Frage { $number }: Fülle zuerst die erste Wahl aus, dann die zweite und so weiter.
form-wrong-no-number = Frage { $number }: Schreib eine Zahl, in Ziffern.
form-wrong-unit = Frage { $number }: Schreib die Zahl in { $unit }.
form-wrong-whole = Frage { $number }: Schreib eine ganze Zahl, mindestens { $low }.
form-wrong-between = Frage { $number }: Schreib eine Zahl von { $low } bis { $high }.
form-wrong-above = Frage { $number }: Schreib eine Zahl über { $low }.
form-wrong-large = Frage { $number }: Diese Zahl ist zu groß.
form-wrong-far = Frage { $number }: { $value } ist weit entfernt von den üblichen Zahlen, { $low } bis { $high }. Verbessere die Zahl, oder sende sie trotzdem, wenn sie stimmt.
form-wrong-nothing = Beantworte mindestens eine Frage.
form-wrong-consent = Um teilzunehmen, musst du dem zustimmen. Setze das Häkchen.
form-wrong-number = Das Formular kam ohne seine Nummer an. Prüfe deine Antworten und sende sie noch einmal ab.
form-wrong-survey = Die Fragen haben sich geändert, seit du diese Seite geöffnet hast. Das ist das neue Formular; die Antworten, die noch passen, sind eingetragen. Prüfe sie und sende sie noch einmal ab.
form-wrong-same-name = Unter dem Namen { $name } hat schon jemand geantwortet. Wenn du das warst, ändere die Antworten über deinen eigenen Link. Wenn du auch { $name } heißt, ergänze deinen Nachnamen oder sende trotzdem ab.
form-wrong-too-often = { $seconds ->
    [one] Aus deinem Netzwerk haben gerade zu viele etwas gesendet. Es ist nichts verloren: Warte eine Sekunde und sende es dann noch einmal ab.
   *[other] Aus deinem Netzwerk haben gerade zu viele etwas gesendet. Es ist nichts verloren: Warte { $seconds } Sekunden und sende es dann noch einmal ab.
}

## Seiten ohne Formular

form-closed-heading = Dieses Formular ist geschlossen
form-closed-words = Antworten können nicht mehr abgegeben oder geändert werden. Wenn du schon geantwortet hast, funktioniert dein eigener Link weiterhin.
# Es folgt ein Datum.
form-closed-since = Geschlossen seit
form-full-heading = Dieses Formular ist voll
form-full-words = Es haben schon so viele geantwortet, wie teilnehmen können. Frage die Person, die dir das Formular geschickt hat.
form-link-replaced = Dieser Link wurde durch einen neuen ersetzt.
form-unsent-heading = Deine Antworten wurden nicht gesendet
form-unsent-words = Hier steht, was du geschrieben hast. Kopiere es und frage die Person, die dir das Formular geschickt hat, ob es noch angenommen werden kann.
form-missing-heading = Hier ist nichts
form-missing-words = Unter dieser Adresse gibt es weder ein Formular noch Antworten. Prüfe sie, oder frage die Person, die sie dir geschickt hat.
form-broken-heading = Das hat nicht geklappt
form-broken-words = Was ankam, ließ sich nicht lesen. Geh zurück und versuche es noch einmal.
form-large-heading = Das ist zu groß
form-large-words = Was ankam, ist größer, als ein Formular sein kann. Geh zurück, kürze es und versuche es noch einmal.
# Damit man bei einer Nachfrage sagen kann, welcher Fehler es war.
form-request-number = Wenn du jemanden danach fragst, nenne die Nummer { $number }.

## Ein gemeinsames Gerät

form-kiosk-thanks = Danke!
form-kiosk-kept = Deine Antworten sind gespeichert.
form-kiosk-code = Wenn du deine Antworten später ändern oder deine Gruppe sehen möchtest, fotografiere jetzt diesen Code. Er öffnet deinen eigenen Link und wird nur dieses eine Mal gezeigt.
form-kiosk-code-picture = QR-Code deines eigenen Links
form-kiosk-next = Nächste Person

## Die eigene Seite

form-receipt-title = Deine Antworten
form-receipt-title-group = Deine Gruppe
form-receipt-changed = Deine Änderungen sind gespeichert.
form-receipt-thanks = Danke
form-receipt-thanks-name = Danke, { $name }
form-receipt-kept = Deine Antworten sind gespeichert.
form-receipt-not-published = Die Gruppen sind noch nicht veröffentlicht. Sobald sie es sind, siehst du deine Gruppe auf dieser Seite.
form-receipt-too-late = Die Gruppen sind veröffentlicht, wurden aber gebildet, bevor deine Antworten da waren. Frage, wer das organisiert, wo du hingehörst.
form-receipt-waits = Die Gruppen sind veröffentlicht. Es gibt mehr Personen als Plätze, und du bist Nummer { $number } auf der Warteliste. Wenn du einen Platz bekommst, steht es auf dieser Seite.
form-receipt-you-are-in = Deine Gruppe ist
form-receipt-you-are-in-name = { $name }, deine Gruppe ist
form-receipt-rounds = Deine Gruppen
form-receipt-rounds-name = { $name }, das sind deine Gruppen
form-receipt-round = Runde { $number }: { $group }
form-receipt-choice = { $place ->
    [0] Das ist keine deiner Wahlen.
    [1] Das war deine Erstwahl.
    [2] Das war deine Zweitwahl.
    [3] Das war deine Drittwahl.
   *[other] Das war deine { $place }. Wahl.
}
form-receipt-exchanged = Du bist hier, weil du mit jemandem den Platz getauscht hast. Vorher warst du in { $group }.
form-receipt-link = Bewahre diesen Link auf
form-receipt-link-help = Er gehört nur dir. Mit ihm kannst du deine Antworten ändern, bis das Formular geschlossen wird, und später sehen, in welcher Gruppe du bist.
form-receipt-link-label = Dein privater Link
form-receipt-copy = Link kopieren
form-receipt-copied = Kopiert
form-receipt-why = Warum?
form-receipt-reason-one = Deine Antwort auf „{ $first }“ spricht für { $group }.
form-receipt-reason-two = Deine Antworten auf „{ $first }“ und „{ $second }“ sprechen für { $group }.
form-receipt-fits-best = Von allen Gruppen passt diese am besten zu deinen Antworten.
form-receipt-fits-less = Eine andere Gruppe passt besser zu deinen Antworten; die Größe der Gruppen, eine Regel oder jemand aus der Organisation hat dich hier eingeteilt.
form-receipt-chances = Wie gut passt welche Gruppe?
form-receipt-chances-help = 80 % heißt: Nach den Antworten aller gehörst du mit einer Wahrscheinlichkeit von 80 % in diese Gruppe.
form-receipt-yours = (deine)
form-receipt-mates = Wer mit dir zusammen ist
form-receipt-alone = Außer dir ist niemand in deiner Gruppe.
form-receipt-answered = Was du geantwortet hast
form-receipt-readers = Wer das organisiert, kann dies lesen und herunterladen, auch als Bericht, der die Antworten aller mit Namen aufführt.
form-receipt-change = Antworten ändern
form-receipt-closed = Das Formular ist geschlossen; die Antworten bleiben, wie sie sind.
form-receipt-download = Meine Daten herunterladen
form-receipt-delete = Meine Antworten löschen
form-guest = Gast { $code }

## Plätze tauschen

form-exchange = Plätze tauschen
form-exchange-words = Wenn jemand aus einer anderen Gruppe einverstanden ist, könnt ihr eure Plätze tauschen.
form-exchange-more = Plätze tauschen …
form-exchange-open = Du bietest deinen Platz zum Tausch an. Noch hat niemand dein Angebot angenommen.
form-exchange-see = Dein Angebot ansehen
form-exchange-where = Du bist in { $group }.
form-exchange-offer-heading = Deinen Platz anbieten
form-exchange-offer-words = Wähle die Gruppe, in die du gern möchtest. Du bekommst einen Code für jemanden, der jetzt dort ist. Niemand erfährt etwas, bis du den Code weitergibst.
form-exchange-wants = Die Gruppe, in die du möchtest
form-exchange-offer = Platz anbieten
form-exchange-code-words = Du möchtest nach { $group }. Gib diesen Code jemandem dort, mit dem du tauschen möchtest:
form-exchange-code-note = Wer ihn auf seinem eigenen Link eingibt, liest deinen Namen und deine Gruppe. Mit der ersten Person aus { $group }, die zustimmt, tauschst du sofort den Platz. Der Code gilt nicht mehr, wenn du das Angebot zurückziehst oder sich deine Gruppe ändert.
form-exchange-withdraw = Angebot zurückziehen
form-exchange-code-heading = Hast du einen Code bekommen?
form-exchange-code = Der Code
form-exchange-look = Angebot ansehen
form-exchange-found = { $name } ({ $group }) möchte mit dir ({ $own }) den Platz tauschen.
form-exchange-found-then = Wenn du zustimmst, bist du sofort in { $group } und { $name } in { $own }. Wer das organisiert, sieht euren Tausch.
form-exchange-take = Plätze tauschen
form-exchange-decline = Nein, ich bleibe, wo ich bin
form-exchange-back = Zurück zu deiner Seite
form-exchange-done = Ihr habt die Plätze getauscht. Das ist deine neue Gruppe.
form-exchange-off = Plätze können jetzt nicht getauscht werden: Die Gruppen sind nicht veröffentlicht, oder das Tauschen ist nicht erlaubt.
form-exchange-fixed = Dein Platz wurde von denen, die organisieren, festgelegt. Du kannst ihn nicht tauschen.
form-exchange-busy = Du kannst deinen Platz jetzt nicht tauschen, weil an den Gruppen gearbeitet wird. Versuche es später noch einmal.
form-exchange-other-fixed = Der Platz der anderen Person wurde von denen, die organisieren, festgelegt. Ihr könnt nicht tauschen.
form-exchange-other-busy = Ihr könnt jetzt nicht tauschen, weil an der Gruppe der anderen Person gearbeitet wird. Versuche es später noch einmal.
form-exchange-choose = Wähle eine der anderen Gruppen.
form-exchange-no-offer = Zu diesem Code gibt es kein offenes Angebot. Prüfe den Code, oder bitte um einen neuen.
form-exchange-own-code = Das ist dein eigener Code. Gib ihn der Person, mit der du tauschen möchtest.
form-exchange-other-group = Dieses Angebot ist für jemanden aus { $wanted }, und du bist in { $group }.
form-exchange-breaks-rule = Eine Regel derer, die organisieren, erlaubt diesen Tausch nicht.
form-exchange-changed = Die Gruppen wurden gerade geändert. Sieh nach, in welcher Gruppe du bist, und versuche es dann noch einmal.

## Löschen

form-delete-heading = Deine Antworten löschen?
form-delete-words = Dein Name und deine Antworten werden endgültig von diesem Server gelöscht, und dein eigener Link funktioniert nicht mehr.
form-delete-stays = Das bleibt bei denen, die organisieren:
form-delete-stays-place = in Ergebnissen, die es schon gibt, ein Platz ohne Namen;
form-delete-stays-files = Dateien und Sicherungen, die vorher gemacht wurden;
form-delete-stays-rules = dein Name in Listen und Regeln, die sie selbst geschrieben haben.
form-delete-keep = Antworten behalten
form-deleted-heading = Deine Antworten sind gelöscht
form-deleted-words = Dein Name und deine Antworten sind nicht mehr auf diesem Server. Dateien, die vorher heruntergeladen wurden, und was andere selbst geschrieben haben, bleiben erhalten.

## Mails, wie die Seite sie den Organisierenden vorschlägt

form-invitation =
    Hallo { $name },

    bitte beantworte ein paar Fragen:
    { $link }

    Der Link ist nur für dich.
form-reminder-subject = Erinnerung: { $title }
form-reminder =
    Hallo { $name },

    wir haben noch keine Antworten von dir. Hier ist dein Link:
    { $link }

    Er ist nur für dich.
