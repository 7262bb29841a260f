# Was Organisierende über ihr Konto lesen, und darüber, wer eine Veranstaltung noch sehen kann.

accounts-name = Name
accounts-your-name = Ihr Name
accounts-name-help = Damit melden Sie sich an; andere Organisierende sehen ihn.
accounts-password = Passwort
accounts-password-help = Mindestens 10 Zeichen.
accounts-new-password-help = Mindestens 10 Zeichen. Mehrere Wörter sind leicht zu merken.
accounts-you = (Sie)

## Einrichten, anmelden, ein neues Passwort

accounts-setup = Einrichten
accounts-welcome = Willkommen
accounts-welcome-words = Dieser Server ist neu. Wählen Sie einen Namen und ein Passwort: Damit verwalten Sie den Server, organisieren als Erste oder Erster und können andere einladen.
accounts-secret = Einrichtungscode
accounts-secret-help = Er wurde beim Start des Servers ausgegeben und gilt einmal.
accounts-begin = Anfangen
accounts-log-in = Anmelden
accounts-log-in-words = Für Organisierende. Wenn Sie einen Link zu einem Formular bekommen haben, öffnen Sie stattdessen diesen Link.
accounts-back-to-login = Zurück zur Anmeldung
accounts-forgotten = Passwort vergessen?
accounts-forgotten-words = Wenn Ihr Konto eine E-Mail-Adresse hat, senden wir einen Link dorthin, mit dem Sie ein neues Passwort wählen können.
accounts-forgotten-send = Link senden
accounts-forgotten-sent = Wenn es dieses Konto gibt und es eine E-Mail-Adresse hat, ist ein Link unterwegs. Er gilt einmal und eine Stunde lang.
accounts-forgotten-nothing = Nach einigen Minuten keine E-Mail? Sehen Sie im Spam-Ordner nach. Vielleicht hat Ihr Konto auch keine E-Mail-Adresse.
accounts-forgotten-ask = Wer diesen Server betreibt, kann mit <code>bayeshat server reset-password</code> und Ihrem Namen einen Link für Sie erstellen. Bitten Sie darum.
accounts-name-or-email = Name oder E-Mail-Adresse
accounts-mail-subject = Ein neues Passwort für bayeshat
accounts-mail-text =
    Guten Tag { $name },

    jemand hat ein neues Passwort für Ihr Konto angefordert. Wenn Sie das waren, wählen Sie es hier:

    { $link }

    Der Link gilt einmal und eine Stunde lang. Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.
accounts-new-password = Neues Passwort
accounts-reset = Ein neues Passwort wählen
accounts-reset-words = Für das Konto von { $name }. Sie melden sich von da an damit an und werden überall sonst abgemeldet.
accounts-reset-save = Passwort setzen

## Das Konto

accounts-account = Ihr Konto
accounts-administrator-words = Sie verwalten diesen Server.
accounts-invite-organisers = Organisierende einladen
accounts-change-name = Name ändern
accounts-change-password = Passwort ändern
accounts-current-password = Aktuelles Passwort
accounts-email = E-Mail-Adresse
accounts-email-label = E-Mail-Adresse (freiwillig)
accounts-email-words = Wenn Sie Ihr Passwort vergessen, senden wir Ihnen einen Link, um ein neues zu wählen. Sonst senden wir nichts.
accounts-email-no-mail = Dieser Server versendet keine E-Mails. Sobald er das tut, bekommt die Adresse hier einen Link, wenn Sie Ihr Passwort vergessen.
accounts-email-save = Adresse speichern
accounts-password-words = Danach müssen Sie sich auf allen Ihren Geräten neu anmelden.
accounts-devices = Andere Geräte
accounts-devices-words = Wenn Sie auf einem Gerät angemeldet geblieben sind, melden Sie sich auf allen Geräten gleichzeitig ab, auch auf diesem.
accounts-log-out-everywhere = Überall abmelden
accounts-language = Sprache
accounts-language-label = Sprache Ihrer Seiten
accounts-language-help = Teilnehmende lesen das Formular in der Sprache der Veranstaltung.
accounts-language-browser = Die Sprache meines Browsers
accounts-language-save = Sprache ändern

## Der zweite Faktor

accounts-factor = Zweiter Faktor
accounts-factor-words = Mit einem zweiten Faktor genügt Ihr Passwort allein nicht: Sie geben auch einen Code aus einer App auf Ihrem Telefon ein.
accounts-factor-stands-on = Ein: Nach dem Passwort werden Sie nach einem Code gefragt.
accounts-factor-stands-off = Aus: Zum Anmelden genügt Ihr Passwort allein. Mit einem zweiten Faktor geben Sie auch einen Code aus einer App auf Ihrem Telefon ein.
accounts-factor-begin = Zweiten Faktor einrichten
accounts-factor-change = Ausschalten oder ersetzen
accounts-factor-scan = 1. Dieses Konto in Ihre App aufnehmen
accounts-factor-scan-words = Jede App für Einmalcodes (TOTP) ist geeignet. Scannen Sie damit dieses Bild.
accounts-factor-picture = QR-Code mit dem Geheimnis für die App
accounts-factor-type = Oder geben Sie dieses Geheimnis in die App ein:
accounts-factor-confirm = 2. Mit einem Code bestätigen
accounts-factor-code = Code, den die App anzeigt
accounts-factor-code-help = Sechs Ziffern.
accounts-factor-on = Einschalten
accounts-factor-off = Ausschalten
accounts-factor-left = { $count ->
    [0] Es sind keine Ersatzcodes mehr übrig. Für neue schalten Sie den zweiten Faktor aus und wieder ein.
    [one] { $count } Ersatzcode ist übrig. Für neue schalten Sie den zweiten Faktor aus und wieder ein.
   *[other] { $count } Ersatzcodes sind übrig. Für neue schalten Sie den zweiten Faktor aus und wieder ein.
}
accounts-factor-is-on = Von nun an werden Sie beim Anmelden nach einem Code gefragt. Auf allen anderen Geräten wurden Sie abgemeldet.
accounts-recovery = Ersatzcodes
accounts-recovery-keep = Bewahren Sie diese Codes auf
accounts-recovery-words = Wenn Sie Ihr Telefon verlieren, geben Sie einen davon statt des Codes der App ein. Jeder gilt einmal. Drucken Sie sie aus, oder legen Sie sie zu Ihren Passwörtern: Sie werden nicht noch einmal angezeigt.
accounts-recovery-done = Ich habe sie aufbewahrt
accounts-code = Noch ein Schritt
accounts-code-words = Ihr Passwort stimmt. Geben Sie nun den Code ein, den Ihre App anzeigt.
accounts-code-label = Code
accounts-code-help = Sechs Ziffern aus der App oder einer Ihrer Ersatzcodes.
accounts-code-lost = Telefon und Ersatzcodes verloren? Wer diesen Server betreibt, kann den zweiten Faktor mit <code>bayeshat server remove-second-factor</code> und Ihrem Namen ausschalten.

## Das Konto löschen

accounts-delete = Ihr Konto löschen
accounts-delete-before = Sie sehen zuerst, was mit Ihren Veranstaltungen geschieht. Nichts wird gelöscht, bevor Sie Ihr Passwort eingeben.
accounts-delete-link = Ihr Konto löschen …
accounts-delete-heading = Ihr Konto löschen?
accounts-delete-words = Ihr Name, Ihr Passwort und Ihre Anmeldungen werden sofort und endgültig gelöscht, und Einladungen, die Sie erstellt haben, gelten nicht mehr. In Aktivitätsprotokollen bleibt Ihr Name neben dem stehen, was Sie getan haben. Heruntergeladene Dateien, gesendete E-Mails und Sicherungen des Servers enthalten das Gelöschte weiterhin.
accounts-delete-no-events = Sie haben keine Veranstaltungen.
accounts-delete-deleted = Wird mit Ihrem Konto gelöscht
accounts-delete-deleted-words = Auch alle Antworten und Ergebnisse werden gelöscht, und die Links der Teilnehmenden funktionieren nicht mehr. Soll eine Veranstaltung weitergehen, geben Sie vorher jemand anderem die Leitung.
accounts-delete-answers = { $count ->
    [0] noch ohne Antworten
    [one] mit den Antworten einer Person
   *[other] mit den Antworten von { $count } Personen
}
accounts-delete-handed = Geht an jemand anderen
accounts-delete-handed-words = Jemand aus der Mitarbeit übernimmt die Leitung, mit allen Antworten und Ergebnissen. Soll eine Veranstaltung stattdessen gelöscht werden, löschen Sie sie vorher.
accounts-delete-heir = { $name } übernimmt die Leitung
accounts-delete-kept = Bleibt, wie es ist
accounts-delete-kept-words = Diese Veranstaltungen leitet jemand anderes. Nur Sie sehen sie dann nicht mehr.
accounts-delete-last = Niemand sonst hat auf diesem Server ein Konto. Wer ihn neu startet, bekommt eine Adresse, um ihn neu einzurichten.
accounts-successor = Wer diesen Server nach Ihnen verwaltet
accounts-successor-help = Diese Person kann dann andere zum Organisieren einladen und sieht das Aktivitätsprotokoll des Servers.
accounts-successor-choose = Bitte wählen
accounts-delete-button = Mein Konto endgültig löschen

## Wer eine Veranstaltung sehen kann

accounts-share = Diese Veranstaltung teilen
accounts-members-of = Wer { $title } sehen kann
accounts-members-heading = Wer diese Veranstaltung sehen kann
accounts-this-event = Diese Veranstaltung
accounts-copy = Kopie erstellen
accounts-delete-event = Diese Veranstaltung löschen …
accounts-members = Mitglieder
accounts-role = Rolle
accounts-role-of = Rolle von { $name }
accounts-role-owner = Leitung
accounts-role-editor = Mitarbeit
accounts-role-viewer = Einsicht
accounts-change-role = Rolle<span class="hidden"> von { $name }</span> ändern
accounts-remove = <span class="hidden">{ $name } </span>Entfernen
accounts-only-owners = Nur die Leitung kann andere einladen und Rollen ändern.
accounts-invite = Jemanden einladen
accounts-invite-as-owner = <b>Leitung</b>: darf alles, was die Mitarbeit darf, außerdem andere einladen und die Veranstaltung löschen
accounts-invite-as-editor = <b>Mitarbeit</b>: darf alles sehen und ändern, Personen einteilen und Ergebnisse veröffentlichen
accounts-invite-as-viewer = <b>Einsicht</b>: darf Antworten und Ergebnisse sehen, aber nichts ändern
accounts-note = Für wen sie ist
accounts-note-help = Eine Notiz für Sie und die übrige Leitung. Kann leer bleiben.
accounts-note-help-server = Eine Notiz für Sie und alle, die den Server verwalten. Kann leer bleiben.
accounts-make-link = Einladungslink erstellen
accounts-new-link = Senden Sie diesen Link der Person, die Sie einladen
accounts-new-link-words = { $days ->
    [one] Er gilt einmal, { $days } Tag lang. Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt.
   *[other] Er gilt einmal, { $days } Tage lang. Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt.
}
accounts-link = Einladungslink
accounts-open-invitations = Offene Einladungen
accounts-no-note = Keine Notiz
accounts-until = bis { $time }
accounts-withdraw = <span class="hidden">Die Einladung </span>Zurückziehen
accounts-withdraw-for = <span class="hidden">Die Einladung für { $note } </span>Zurückziehen

## Organisierende auf diesem Server

accounts-organisers = Organisierende
accounts-organisers-heading = Wer auf diesem Server organisiert
accounts-owner-of = { $count ->
    [one] Leitung von { $count } Veranstaltung
   *[other] Leitung von { $count } Veranstaltungen
}
accounts-editor-of = { $count ->
    [one] Mitarbeit bei { $count } Veranstaltung
   *[other] Mitarbeit bei { $count } Veranstaltungen
}
accounts-viewer-of = { $count ->
    [one] Einsicht in { $count } Veranstaltung
   *[other] Einsicht in { $count } Veranstaltungen
}
accounts-no-events = keine Veranstaltungen
accounts-administrator = verwaltet den Server
accounts-invite-organiser = Jemanden zum Organisieren einladen
accounts-invite-organiser-words = Wer den Link öffnet, legt ein Konto an und kann dann eigene Veranstaltungen erstellen. Ihre Veranstaltungen bleiben Ihre.

## Eine Einladung

accounts-invitation = Einladung
accounts-invited = Sie sind eingeladen
accounts-invited-as-owner = { $inviter } lädt Sie zur Veranstaltung <b>{ $title }</b> ein, zur Leitung. Sie dürfen alles, was die Mitarbeit darf, außerdem andere einladen und die Veranstaltung löschen.
accounts-invited-as-editor = { $inviter } lädt Sie zur Veranstaltung <b>{ $title }</b> ein, zur Mitarbeit. Sie dürfen alles sehen und ändern, Personen einteilen und Ergebnisse veröffentlichen.
accounts-invited-as-viewer = { $inviter } lädt Sie zur Veranstaltung <b>{ $title }</b> ein, zur Einsicht. Sie dürfen Antworten und Ergebnisse sehen, aber nichts ändern.
accounts-invited-to-server = { $inviter } lädt Sie ein, auf diesem Server Veranstaltungen zu organisieren: Umfragen zu erstellen, Antworten zu lesen und Personen in Gruppen einzuteilen.
accounts-logged-in-as = Sie sind als { $name } angemeldet.
accounts-accept = Einladung annehmen
accounts-has-account = Sie sind als { $name } angemeldet, haben also schon ein Konto. Wenn die Einladung für jemand anderen ist, geben Sie den Link weiter. Er gilt einmal.
accounts-to-events = Zu Ihren Veranstaltungen
accounts-if-account = Wenn Sie hier schon ein Konto haben
accounts-log-in-to-accept = Melden Sie sich an, um die Einladung anzunehmen.
accounts-new-account = Ein Konto anlegen
accounts-make-account = Konto anlegen

## Was abgelehnt wird

accounts-wrong = Der Name oder das Passwort ist falsch. Prüfen Sie beides und versuchen Sie es dann noch einmal.
accounts-setup-wrong = Diese Adresse zum Einrichten ist falsch oder wurde schon verwendet. Nehmen Sie die, die der Server ausgegeben hat.
accounts-setup-used = Diese Adresse zum Einrichten wurde schon verwendet. Melden Sie sich stattdessen an.
accounts-code-wrong = Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten, und prüfen Sie, ob die Uhr Ihres Telefons stimmt.
accounts-code-late = Es hat länger als fünf Minuten gedauert, oder Ihr Passwort wurde inzwischen geändert. Melden Sie sich noch einmal an.
accounts-factor-late = Diese Seite ist zu alt. Hier ist ein neues Geheimnis: Nehmen Sie es statt des früheren in Ihre App auf.
accounts-factor-on-already = Der zweite Faktor ist schon eingeschaltet. Schalten Sie ihn zuerst aus, um eine andere App einzurichten.
accounts-wrong-password = Das aktuelle Passwort ist falsch. Geben Sie es noch einmal ein.
accounts-password-length = Wählen Sie ein Passwort mit { $shortest } bis { $longest } Zeichen.
accounts-reset-ended = Dieser Link wurde schon verwendet oder ist zu alt. Einen neuen bekommen Sie auf der Anmeldeseite unter „Passwort vergessen?“.
accounts-wrong-address = Die E-Mail-Adresse muss aussehen wie anna@example.org; das ist { $address }. Berichtigen Sie sie, oder lassen Sie sie leer.
accounts-name-length = Schreiben Sie einen Namen mit 1 bis { $longest } Zeichen.
accounts-name-taken = Es gibt schon ein Konto mit diesem Namen. Wählen Sie einen anderen.
accounts-invitation-ended = Diese Einladung wurde verwendet oder zurückgezogen, oder sie ist älter als { $days } Tage. Bitten Sie die Person, von der sie kommt, um eine neue.
accounts-invitation-gone = Diese Einladung gibt es nicht mehr. Sehen Sie sich die Liste noch einmal an.
accounts-note-length = Schreiben Sie höchstens { $longest } Zeichen.
accounts-pass-on = Diese Einladung ist für jemanden ohne Konto, und Sie haben eines. Geben Sie sie weiter.
accounts-no-such-role = Eine Rolle muss Einsicht, Mitarbeit oder Leitung sein. Wählen Sie eine davon.
accounts-only-administrators = Das darf nur, wer diesen Server verwaltet. Bitten Sie eine dieser Personen.
accounts-member-gone = Diese Person kann die Veranstaltung nicht mehr sehen. Sehen Sie sich die Liste noch einmal an.
accounts-last-owner = Eine Veranstaltung braucht eine Leitung, und diese Person ist die einzige. Geben Sie die Leitung zuerst jemand anderem.
accounts-no-successor = Solange hier jemand organisiert, muss jemand den Server verwalten. Wählen Sie, wer das nach Ihnen tut.
accounts-delete-changed = Seit Sie diese Seite geöffnet haben, hat sich geändert, was mit Ihren Veranstaltungen geschähe. Es wurde nichts gelöscht. Sehen Sie sich die Liste noch einmal an.

## Das Aktivitätsprotokoll

accounts-log = Aktivitätsprotokoll
accounts-log-of-server = Aktivitätsprotokoll dieses Servers
accounts-log-words = Was mit dieser Veranstaltung gemacht wurde, das Neueste zuerst. Nur die Leitung sieht das. Wer geantwortet hat, wird nicht genannt.
accounts-log-words-server = Anmeldungen, Einladungen und was mit inzwischen gelöschten Veranstaltungen gemacht wurde, das Neueste zuerst. Nur wer den Server verwaltet, sieht das. Wer geantwortet hat, wird nicht genannt.
accounts-log-when = Wann
accounts-log-who = Wer
accounts-log-what = Was
accounts-log-event = Veranstaltung
accounts-log-server = Der Server
accounts-log-nothing = Noch nichts.
accounts-log-pages = Seiten
accounts-log-newer = Neuere
accounts-log-older = Ältere
accounts-log-page = Seite { $page } von { $count }
accounts-did-accepted = hat eine Einladung angenommen
accounts-did-added-people = hat Personen zur Liste der erwarteten hinzugefügt
accounts-did-added-rule = hat eine Regel hinzugefügt
accounts-did-added-rules = hat Regeln aus einer Datei hinzugefügt
accounts-did-arranged = hat eine andere Einteilung in die Übersicht übernommen
accounts-did-cancelled = hat eine Einteilung abgebrochen
accounts-did-changed-email = hat die eigene E-Mail-Adresse geändert
accounts-did-changed-name = hat den eigenen Namen geändert
accounts-did-changed-password = hat das eigene Passwort geändert
accounts-did-changed-rule = hat eine Regel geändert
accounts-did-changed-settings = hat die Einstellungen geändert
accounts-did-changed-sizes = hat die Größen geändert
accounts-did-changed-purpose = hat geändert, wofür die Gruppen sind
accounts-did-changed-survey = hat die Umfrage geändert
accounts-did-closed = hat das Formular geschlossen
accounts-did-compared-numbers = hat Anzahlen von Gruppen vergleichen lassen
accounts-did-copied = hat eine Kopie der Veranstaltung erstellt
accounts-did-deleted-account = hat das Konto von { $name } gelöscht
accounts-did-deleted-answers = { $count ->
    [one] hat die Antworten einer Person gelöscht
   *[other] hat die Antworten von { $count } Personen gelöscht
}
accounts-did-deleted-event = hat die Veranstaltung gelöscht
accounts-did-deleted-result = hat { $result } gelöscht
accounts-did-downloaded = hat { $file } heruntergeladen
accounts-did-downloaded-answers = hat die Antworten heruntergeladen
accounts-did-downloaded-links = hat die persönlichen Links heruntergeladen
accounts-did-downloaded-of = hat { $file } von { $result } heruntergeladen
accounts-did-downloaded-person = hat die Antworten einer Person heruntergeladen
accounts-did-exchanged = hat zwei Personen in { $result } die Plätze tauschen lassen, wie beide es wollten
accounts-did-expired = hat Antworten, Ergebnisse, Regeln und Personenliste gelöscht, weil das Löschdatum erreicht war
accounts-did-forgot = hat verworfen, was die Umfrage gelernt hatte
accounts-did-imported = hat Antworten aus einer Datei eingelesen
accounts-did-invited-editor = hat jemanden zur Mitarbeit eingeladen
accounts-did-invited-organiser = hat jemanden zum Organisieren eingeladen
accounts-did-invited-owner = hat jemanden zur Leitung eingeladen
accounts-did-invited-viewer = hat jemanden zur Einsicht eingeladen
accounts-did-learned = hat die Umfrage aus früheren Antworten lernen lassen
accounts-did-linked-openid = hat das eigene Konto mit dem Anmeldedienst verknüpft
accounts-did-locked = hat Personen fixiert
accounts-did-logged-in = hat sich angemeldet
accounts-did-logged-in-recovery = hat sich mit einem Ersatzcode angemeldet
accounts-did-logged-out = hat sich abgemeldet
accounts-did-logged-out-everywhere = hat sich überall abgemeldet
accounts-did-made = hat die Veranstaltung erstellt
accounts-did-made-copy = hat die Veranstaltung als Kopie erstellt
accounts-did-made-editor = hat { $name } die Rolle Mitarbeit gegeben
accounts-did-made-owner = hat { $name } die Rolle Leitung gegeben
accounts-did-made-viewer = hat { $name } die Rolle Einsicht gegeben
accounts-did-moved = hat Personen von Hand verschoben
accounts-did-opened = hat das Formular geöffnet
accounts-did-placed = hat Nachzügler in { $result } eingeordnet
accounts-did-published = hat { $result } veröffentlicht
accounts-did-redone = hat eine Änderung von Hand wiederholt
accounts-did-removed = hat { $name } entfernt
accounts-did-removed-people = hat Personen von der Liste der erwarteten entfernt
accounts-did-removed-rule = hat eine Regel entfernt
accounts-did-renamed = hat { $result } umbenannt
accounts-did-renewed = hat dem Formular einen neuen Link gegeben
accounts-did-reset = hat mit einem Link ein neues Passwort gesetzt
accounts-did-sent-mail = hat E-Mails an Personen gesendet
accounts-did-sorted = hat eine Einteilung gestartet
accounts-did-sorted-again = hat eine Einteilung neu gestartet
accounts-did-sorted-around = hat eine Einteilung um die fixierten Personen herum gestartet
accounts-did-stopped-mail = hat das Senden der E-Mails angehalten
accounts-did-removed-factor = hat auf dem Server den zweiten Faktor von { $name } ausgeschaltet
accounts-did-switched-factor-off = hat den eigenen zweiten Faktor ausgeschaltet
accounts-did-switched-factor-on = hat einen zweiten Faktor eingeschaltet
accounts-did-swapped = hat zwei Personen von Hand getauscht
accounts-did-took-number = hat die empfohlene Anzahl von Gruppen genommen
accounts-did-undone = hat eine Änderung von Hand rückgängig gemacht
accounts-did-unlinked-openid = hat die Verknüpfung des eigenen Kontos mit dem Anmeldedienst entfernt
accounts-did-unlocked = hat die Fixierung von Personen aufgehoben
accounts-did-unpublished = hat die Veröffentlichung von { $result } zurückgezogen
accounts-did-withdrew = hat eine Einladung zurückgezogen
