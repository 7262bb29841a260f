# Was alle Seiten gemeinsam haben. Namen und Titel stehen so da, wie jemand sie geschrieben hat.
#
# Wörter für alle Kataloge (Organisierende lesen „Sie“, Teilnehmende „du“):
#   account Konto · activity log Aktivitätsprotokoll · administrator → „wer den Server verwaltet“
#   answer Antwort · answer the form das Formular ausfüllen · board Übersicht · chance Wahrscheinlichkeit
#   closed/open geschlossen/geöffnet · copy Kopie · delete löschen · download herunterladen (die Datei: Download)
#   owner Leitung · editor Mitarbeit · viewer Einsicht · event Veranstaltung · expected people erwartete Personen
#   export Export · fit passen · form Formular · group Gruppe · house Haus · import importieren
#   invitation Einladung · kiosk mode gemeinsames Gerät · latecomer Nachzügler · link Link · lock fixieren
#   log in/out anmelden/abmelden · mail E-Mail · move verschieben · name Name · option Antwortmöglichkeit
#   organiser Organisator/in → „wer organisiert“, Mehrzahl Organisierende · overview Überblick
#   password Passwort · people Personen · person Person · place Platz · publish veröffentlichen
#   unpublish Veröffentlichung zurückziehen · question Frage · question kind Art der Frage · redo wiederholen
#   respondents Teilnehmende · result Ergebnis · roster Personenliste · rule Regel · save speichern
#   settings Einstellungen · share teilen · size Größe · sort einteilen, Einteilung · step Schritt · survey Umfrage
#   swap tauschen · trade-off Abwägung · undo rückgängig machen · wish Wunsch
# Anführungszeichen „so“; Gedankenstriche sparsam; keine Sternchen und Doppelpunkte in Wörtern: lieber umschreiben.

page-skip = Zum Inhalt springen
page-footer = Eingeteilt mit bayeshat.
page-log-out = Abmelden
page-where = Wo Sie sind
page-events = Veranstaltungen
page-cancel = Abbrechen
page-held = { $file } ist bereits hochgeladen. Wählen Sie nur dann eine Datei aus, wenn Sie eine andere verwenden möchten.
page-delete = Löschen
page-keep-everything = Alles behalten
page-type-title = Geben Sie zur Sicherheit den Titel ein: { $title }
page-copy = Kopieren
page-copied = Kopiert
# Eine Zeit in UTC, bis ein Skript sie in der eigenen Zeitzone zeigt.
page-moment = { DATETIME($time, dateStyle: "long", timeStyle: "short") } UTC
page-day = { DATETIME($time, dateStyle: "long") }
# $time ist ein Datum mit Uhrzeit, in einem eigenen Element.
page-deletion = Alle Antworten und Ergebnisse dieser Veranstaltung werden endgültig gelöscht: { $time }. Laden Sie herunter, was Sie behalten möchten.
page-deletion-editor = Alle Antworten und Ergebnisse dieser Veranstaltung werden endgültig gelöscht: { $time }. Laden Sie herunter, was Sie behalten möchten, oder ändern Sie das Datum in den Einstellungen.
page-decimal = { NUMBER($number, minimumFractionDigits: 3, maximumFractionDigits: 3) }

## Die Schritte einer Veranstaltung

page-steps = Schritte
page-step-people = Personen
page-step-groups = Gruppen
page-step-rules = Regeln
page-step-sort = Einteilen
page-step-results = Ergebnisse

## Was nicht stimmt

page-problems = { $count ->
    [one] Bitte sehen Sie sich das noch einmal an
   *[other] Bitte sehen Sie sich diese Punkte noch einmal an
}
page-stale = Jemand hat das inzwischen geändert. Sehen Sie es sich noch einmal an und wiederholen Sie dann Ihre Änderung.
page-other-site = Dieses Formular kam nicht von einer Seite dieses Servers. Gehen Sie zurück, laden Sie die Seite neu, und senden Sie es noch einmal.
page-log-in-to-see = Das können nur Organisierende sehen. Melden Sie sich zuerst an.
page-log-in-to-do = Sie sind nicht oder nicht mehr angemeldet; deshalb wurde nichts gespeichert. Melden Sie sich an, und versuchen Sie es dann noch einmal.
page-busy = Der Server ist ausgelastet. Warten Sie einen Moment und versuchen Sie es dann noch einmal.
page-too-often = { $seconds ->
    [one] Zu viele Versuche in kurzer Zeit. Warten Sie { $seconds } Sekunde und versuchen Sie es dann noch einmal.
   *[other] Zu viele Versuche in kurzer Zeit. Warten Sie { $seconds } Sekunden und versuchen Sie es dann noch einmal.
}
page-too-large-kib = Gesendet werden können höchstens { $size } KiB; das ist mehr. Senden Sie weniger oder eine kleinere Datei.
page-too-large-mib = Gesendet werden können höchstens { $size } MiB; das ist mehr. Senden Sie weniger oder eine kleinere Datei.
page-not-a-form = Was gesendet wurde, ist kein Formular dieser Seite. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.
page-invalid-characters = Ihr Text enthält ungültige Zeichen. Geben Sie ihn noch einmal ein.
page-whole-number = Das muss eine ganze Zahl sein; schreiben Sie nur Ziffern.
page-field = Das Feld „{ $field }“ fehlt oder ist nicht verwendbar. Prüfen Sie es.
page-wrong-host = Dieser Server heißt nicht „{ $name }“. Verwenden Sie die Adresse, die Sie bekommen haben. Wenn Sie diesen Server betreiben und er so heißt, starten Sie ihn mit --public-url, oder nehmen Sie den Namen in BAYESHAT_ALLOWED_HOSTS auf.
page-no-such-language = Die Sprache muss eine von diesen sein: { $languages }. Wählen Sie eine davon.
page-link-warning = Dieser Link funktioniert nur auf dem Computer, auf dem der Server läuft, denn er beginnt mit { $host }. Damit andere ihn öffnen können, starten Sie den Server mit --host 0.0.0.0 --public-url http://ADRESSE{ $port }, wobei ADRESSE der Name oder die Nummer dieses Computers in Ihrem Netz ist, oder stellen Sie ihn hinter einen Proxy mit HTTPS (die Dokumentation zeigt, wie).
page-no-colors = Farben müssen wie e69f00-56b4e9 geschrieben sein; diese sind es nicht. Prüfen Sie die Adresse.

## Seiten für Fehler

page-error-number = Wenn Sie um Hilfe bitten, nennen Sie diese Nummer: <code>{ $number }</code>.
page-error-home = Zur Startseite
page-error-400 = Diese Anfrage ist nicht lesbar
page-error-401 = Bitte melden Sie sich an
page-error-403 = Das ist nicht erlaubt
page-error-404 = Hier ist nichts
page-error-405 = Das geht hier nicht
page-error-409 = Das hat sich geändert
page-error-413 = Das ist zu groß
page-error-422 = Das ist nicht verwendbar
page-error-429 = Bitte warten Sie einen Moment
page-error-500 = Da ist etwas schiefgegangen
page-error-502 = Die Anmeldung geht gerade nicht
page-error-503 = Das ist zu viel für den Server
page-error-other = Das geht nicht
page-error-words-400 = Was gesendet wurde, konnte nicht gelesen werden. Gehen Sie zurück und versuchen Sie es noch einmal.
page-error-words-404 = Diese Seite gibt es nicht, oder Sie haben keinen Zugang zu ihr. Prüfen Sie den Link, den Sie bekommen haben.
page-error-words-405 = Diese Adresse nimmt Anfragen dieser Art nicht an. Gehen Sie zurück und versuchen Sie es noch einmal.
page-error-words-500 = Das ist unser Fehler, nicht Ihrer. Nichts wurde nur halb erledigt. Versuchen Sie es noch einmal; wenn es wieder vorkommt, sagen Sie es denen, die diesen Server betreiben.
page-error-words-other = Diese Anfrage kann nicht beantwortet werden. Gehen Sie zurück und versuchen Sie es noch einmal.

## Was eine Seite sagt, nachdem ein Formular gesendet wurde

page-said-moved = Verschoben. Die Zahlen sind auf dem neuesten Stand.
page-said-swapped = Getauscht. Die Zahlen sind auf dem neuesten Stand.
page-said-arranged = Die Übersicht zeigt nun diese Möglichkeit. Das lässt sich rückgängig machen.
page-said-locked = Fixiert. Beim nächsten Einteilen bleiben sie, wo sie sind.
page-said-unlocked = Nicht mehr fixiert.
page-said-undone = Rückgängig gemacht.
page-said-redone = Wiederholt.
page-said-published = Veröffentlicht. Wer in diesem Ergebnis ist und das Formular ausgefüllt hat, sieht über den eigenen Link die eigene Gruppe.
page-said-published-unseen = Veröffentlicht, aber niemand in diesem Ergebnis hat einen eigenen Link, um es zu sehen. Geben Sie die Gruppen selbst bekannt.
page-said-unpublished = Nicht mehr veröffentlicht.
page-said-saved = Gespeichert.
page-said-opened = Das Formular ist geöffnet.
page-said-closed = Das Formular ist geschlossen. Niemand kann antworten oder Antworten ändern, bis Sie es wieder öffnen.
page-said-renewed = Das Formular hat einen neuen Link. Der alte funktioniert nicht mehr.
page-said-imported = Die Antworten wurden importiert.
page-said-learned = Die Umfrage hat aus der Datei gelernt.
page-said-forgotten = Das Gelernte ist vergessen.
page-said-deleted = Gelöscht.
page-said-removed = Die Antworten dieser Person wurden gelöscht.
page-said-all-removed = Die Antworten dieser Personen wurden gelöscht.
page-said-nobody = Niemand war ausgewählt.
page-said-expected = Die Liste wurde geändert.
page-said-unexpected = Von der Liste entfernt. Die Links funktionieren nicht mehr; gegebene Antworten bleiben.
page-said-password = Das Passwort wurde geändert. Melden Sie sich mit dem neuen an.
page-said-rule-added = Die Regel wurde hinzugefügt.
page-said-rules-added = Die Regeln wurden hinzugefügt.
page-said-rule-removed = Die Regel wurde entfernt.
page-said-rule-waits = Die Regel wurde gespeichert. Sie nennt jemanden, der noch nicht geantwortet hat.
page-said-named = Ihr Name wurde geändert. Melden Sie sich von nun an damit an.
page-said-language = Das sind Ihre Seiten in der gewählten Sprache.
page-said-withdrawn = Die Einladung wurde zurückgezogen. Ihr Link funktioniert nicht mehr.
page-said-left-out = Diese Person kann die Veranstaltung nicht mehr sehen.
page-said-joined = Sie können diese Veranstaltung nun sehen.
page-said-copied = Das ist die Kopie. Ihr Formular ist geschlossen, bis Sie es öffnen.
page-said-out = Sie sind überall abgemeldet.
page-said-account-deleted = Ihr Konto wurde gelöscht.

# Was Organisierende lesen, wenn die Bibliothek unter den Seiten etwas ablehnt.

## Was die Bibliothek ablehnt: nach der Art des Fehlers

# Darunter steht ausklappbar, was die Bibliothek auf Englisch sagt.
page-detail = Einzelheiten auf Englisch
page-failed-memory = Dafür reicht der Arbeitsspeicher des Servers nicht. Versuchen Sie es mit weniger Personen, oder fragen Sie die Person, die den Server verwaltet.
page-failed-other = Das hat nicht funktioniert. Prüfen Sie Ihre Angaben, und versuchen Sie es noch einmal. Wenn es wieder misslingt, fragen Sie die Person, die den Server verwaltet.
