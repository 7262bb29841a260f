# Was Organisierende auf den Seiten der Schritte einer Veranstaltung lesen, und wo Veranstaltungen erstellt und aufgelistet werden.

events-title = Titel
events-title-help = Er steht für alle über dem Formular.
events-form-open = Formular geöffnet
events-form-closed = Formular geschlossen
events-published = veröffentlicht

## Die Liste der Veranstaltungen

events-events = Veranstaltungen
events-new = Neue Veranstaltung
events-search-label = Veranstaltungen suchen
events-search = Suchen
events-show-all = Alle { $count } zeigen
events-answers = { $count ->
    [one] { $count } Antwort
   *[other] { $count } Antworten
}
events-expected = { $count } erwartet
events-results = { $count ->
    [0] noch nicht eingeteilt
    [one] { $count } Ergebnis
   *[other] { $count } Ergebnisse
}
events-made-on = erstellt am { $time }
events-closes-on = schließt am { $time }
events-closed-on = geschlossen seit { $time }
events-copy-of = Kopie<span class="hidden"> von { $title }</span> erstellen
events-none-found = Keine Veranstaltung hat „{ $find }“ im Titel.
events-nothing = Hier ist noch nichts
events-nothing-words = Eine Veranstaltung besteht aus einer Umfrage, den Personen, die sie beantworten, und den Gruppen, in die sie eingeteilt werden.
events-nothing-make = Erstellen Sie eine Veranstaltung: mit einer vorhandenen Umfrage oder mit einer eigenen.
events-nothing-send = Senden Sie den Link an alle, die antworten sollen, und sehen Sie zu, wie die Antworten eintreffen.
events-nothing-sort = Klicken Sie auf „Einteilen“, sehen Sie sich die Gruppen an und veröffentlichen Sie sie.
events-first = Die erste Veranstaltung erstellen

## Eine neue Veranstaltung, und Kopien

events-asked = Was wird gefragt?
events-hogwarts = Die Hogwarts-Umfrage
events-hogwarts-words = Acht Fragen auf Englisch, vier Häuser, sofort verwendbar.
events-build = Eine eigene Umfrage
events-build-words = Schreiben Sie Ihre Fragen, Antworten und Gruppen auf der nächsten Seite.
events-table = Antworten, die Sie schon haben
events-table-words = Wählen Sie die Tabelle aus Ihrem Formular oder Ihrer Tabellenkalkulation. Ihre Spalten sind die Fragen.
events-table-file = CSV- oder XLSX-Datei mit einer Zeile für jede Person
events-table-help = Exporte von Formularen können unverändert gelesen werden. Die nächste Seite zeigt, was aus der Tabelle wird.
events-table-groups = Gruppen
events-table-groups-help = Wie viele, oder ihre Namen mit Kommas dazwischen.
events-upload = Eine Umfragedatei
events-upload-words = Verwenden Sie eine TOML-Datei, die Sie geschrieben oder früher heruntergeladen haben.
events-file = Umfragedatei
events-make = Veranstaltung erstellen
events-copy-title = Kopie von { $title }
events-copy = Kopie erstellen
events-copy-words = Die Kopie hat dieselbe Umfrage und dieselben Größen, Regeln und Einstellungen. Antworten, Ergebnisse, Links und Termine werden nicht kopiert, und das Formular ist geschlossen, bis Sie es öffnen.
events-copy-name = Titel der Kopie
events-copy-people = Auch die Personen kopieren: wer erwartet wird, und Regeln, die Personen nennen
events-copy-make = Kopie erstellen
events-copy-proposed = { $number ->
    [1] (Kopie)
   *[other] (Kopie { $number })
}

## Was die Seite eines Schritts zeigt

events-read-only = Sie können diese Veranstaltung ansehen, aber nicht ändern.
events-something-wrong = Etwas stimmt nicht:
events-stored-now = Jetzt gespeichert:
events-stored-nothing = nichts
events-stored-on = an
events-stored-off = aus
events-save-anyway = Trotzdem speichern
events-stale = Jemand anderes hat das inzwischen gespeichert. Was Sie eingegeben haben, steht noch hier, und wo es abweicht, sehen Sie, was jetzt gespeichert ist. Klicken Sie auf „Trotzdem speichern“, um Ihres zu behalten.
# Eine Zeitzone ohne Namen, in einem Skript.
events-own-time = Ihre Ortszeit

## Wie die Schritte stehen

events-people-none = noch keine Antworten
events-people-answered = { $count ->
    [one] { $count } Antwort
   *[other] { $count } Antworten
}
events-people-all = { $count ->
    [one] { $count } Antwort, niemand fehlt
   *[other] { $count } Antworten, niemand fehlt
}
events-people-missing = { $count ->
    [one] { $count } Antwort, { $missing ->
        [one] { $missing } Person fehlt
       *[other] { $missing } Personen fehlen
    }
   *[other] { $count } Antworten, { $missing ->
        [one] { $missing } Person fehlt
       *[other] { $missing } Personen fehlen
    }
}
events-groups-any = { $groups ->
    [one] { $groups } Gruppe beliebiger Größe
   *[other] { $groups } Gruppen beliebiger Größe
}
events-groups-even = { $groups ->
    [one] { $groups } Gruppe, möglichst gleich groß
   *[other] { $groups } Gruppen, möglichst gleich groß
}
events-groups-of = { $groups ->
    [one] { $groups } Gruppe mit { $size }
   *[other] { $groups } Gruppen mit { $size }
}
events-groups-about = Gruppen mit etwa { $size }
events-outcome = { $people }: { $groups }.
events-outcome-groups = { $groups ->
    [one] { $groups } Gruppe mit { $size }
   *[other] { $groups } Gruppen mit { $size }
}
events-outcome-more = { $groups } mit { $size }
events-groups-single = { $groups ->
    [one] { $groups } Gruppe, Größen einzeln
   *[other] { $groups } Gruppen, Größen einzeln
}
events-size-rest = alle übrigen
events-size-of = { $group }: { $size }
events-rules = { $count ->
    [0] keine Regeln
    [one] { $count } Regel
   *[other] { $count } Regeln
}
events-rules-problems = { $count ->
    [one] { $count } Problem
   *[other] { $count } Probleme
}
events-rules-waiting = { $count ->
    [one] { $count } wartet
   *[other] { $count } warten
}
events-sort-interrupted = unterbrochen
events-sort-running = wird eingeteilt
events-sort-not-yet = noch nicht eingeteilt
events-sort-new = { $count ->
    [one] eingeteilt, seitdem { $count } neue Antwort
   *[other] eingeteilt, seitdem { $count } neue Antworten
}
events-sort-changed = { $count ->
    [one] eingeteilt, seitdem { $count } Antwort geändert
   *[other] eingeteilt, seitdem { $count } Antworten geändert
}
events-sort-done = eingeteilt
events-results-none = noch keine
events-results-published = { $count ->
    [one] { $count } Ergebnis, veröffentlicht
   *[other] { $count } Ergebnisse, veröffentlicht
}
events-results-unpublished = { $count ->
    [one] { $count } Ergebnis, nicht veröffentlicht
   *[other] { $count } Ergebnisse, nicht veröffentlicht
}

## Was als Nächstes kommt

events-next = Was als Nächstes zu tun ist
events-next-job = Eine Einteilung ist noch nicht fertig.
events-next-open = Das Formular ist geschlossen. Öffnen Sie es und senden Sie den Link an alle, die antworten sollen.
events-next-send = Senden Sie den Link des Formulars an alle, die antworten sollen.
events-next-problem = Etwas verhindert die Einteilung.
events-next-sort = Wenn alle geantwortet haben, teilen Sie sie in Gruppen ein.
events-next-again = Seit der letzten Einteilung sind Antworten eingetroffen. Bei den Gruppen können Sie die Nachzügler einteilen oder alle noch einmal.
events-next-changed = Seit der letzten Einteilung wurden Antworten geändert. Bei den Gruppen können Sie alle noch einmal einteilen.
events-next-publish = Sehen Sie sich die Gruppen an und veröffentlichen Sie sie, wenn sie Ihnen gefallen.
events-next-done = Die Gruppen sind veröffentlicht. Wer darin ist und das Formular ausgefüllt hat, sieht über den eigenen Link die eigene Gruppe.
events-look = Ansehen
events-look-groups = Gruppen ansehen
events-go-people = Zu den Personen
events-go-groups = Zu den Gruppen
events-go-rules = Zu den Regeln
events-go-sort = Zum Einteilen
events-link-and-settings = Link, QR-Code und Einstellungen

## Personen

events-link = Link des Formulars
events-send-link = Senden Sie diesen Link an alle, die antworten sollen
events-look-form = Formular ansehen
events-look-survey = Umfrage ansehen
events-qr = Der Link als QR-Code, zum Zeigen auf einem Bildschirm
events-close-form = Formular schließen
events-open-form = Formular öffnen
events-closing-passed = Das Datum zum Schließen ist vorbei, deshalb nimmt das Formular keine Antworten an. Ändern oder leeren Sie das Datum unten, um es wieder zu öffnen.
events-renew-more = Neuen Link erstellen …
events-renew-words = Der Link und der QR-Code, die Sie gesendet, gedruckt oder gezeigt haben, funktionieren sofort nicht mehr. Die Links derer, die geantwortet haben, funktionieren weiter.
events-renew = Neuen Link erstellen
events-answers-heading = Antworten
events-who-answered = Wer geantwortet hat
events-download-csv = Als CSV herunterladen
events-other-ways = Andere Wege zu antworten
events-roster = Wer erwartet wird
events-roster-words = Alle bekommen einen eigenen Link, per E-Mail oder Serienbrief, und Sie sehen, wer fehlt.
events-import = Antworten aus einer Datei einlesen
events-import-words = CSV oder XLSX, eine Zeile für jede Person.
events-settings-heading = Einstellungen des Formulars
events-settings = Einstellungen
events-part-answers = Antworten
events-part-reads = Sprache und Datenschutz
events-part-sees = Was man von einem veröffentlichten Ergebnis sieht
events-state-nameless = ohne Namen
events-state-wishes = fragt nach Wünschen
events-state-friends = fragt nach Freunden
events-state-kiosk = auf einem gemeinsamen Gerät
events-state-any = beliebig viele Antworten
events-state-most = { $count ->
    [one] höchstens 1 Antwort
   *[other] höchstens { $count } Antworten
}
events-state-closes = bis { $time }
events-state-deleted = gelöscht am { $time }
events-state-privacy = ein Datenschutzhinweis
events-state-consent = mit Einwilligung
events-state-group = die eigene Gruppe
events-state-reason = warum
events-state-chances = Prozente
events-state-mates = wer noch darin ist
events-state-exchange = Plätze dürfen getauscht werden
events-asks-names = Nach Namen fragen
events-asks-wishes = Nach Wünschen fragen: in welche Gruppen die Leute gern möchten, bis zu drei
events-asks-friends = Nach Freunden fragen: mit wem die Leute gern zusammen wären
events-max = Höchstzahl der Antworten
events-max-help = Lassen Sie das Feld leer, um beliebig viele anzunehmen.
events-closes-at = Das Formular schließt am
events-closes-at-help = Lassen Sie das Feld leer, um es von Hand zu schließen.
events-delete-at = Alle Antworten und Ergebnisse werden gelöscht am
events-delete-at-help = Danach lässt sich nichts wiederherstellen. Lassen Sie das Feld leer, um sie zu behalten.
events-language = Sprache des Formulars
events-privacy = Hinweis zum Datenschutz
events-privacy-help = Alle lesen ihn, bevor sie antworten: wer ihre Antworten sieht, und wie lange.
events-consent = Einwilligung
events-consent-help = Diesen Satz müssen alle ankreuzen, bevor sie ihre Antworten senden können, etwa „Ich bin mindestens 16 Jahre alt, oder meine Eltern sind einverstanden.“ Lassen Sie das Feld leer, um nichts zu fragen.
events-kiosk = Gemeinsames Gerät: Alle antworten nacheinander auf einem Gerät, und von einer Person bleibt für die nächste nichts zurück
events-shows = Wenn ein Ergebnis veröffentlicht ist, sehen alle ihre Gruppe und
events-shows-reason = einen Satz zur Begründung
events-shows-chances = wie gut jede Gruppe zu ihnen passt, in Prozent
events-shows-mates = die Namen der anderen in ihrer Gruppe
events-allows-exchange = Zwei Personen, die sich einig sind, dürfen nach der Veröffentlichung ihre Plätze tauschen
events-save-settings = Einstellungen speichern

## Gruppen

events-how-large = Wie groß sind die Gruppen?
events-purpose = Wofür sind die Gruppen?
events-purpose-alike = Wer ähnlich antwortet, kommt zusammen
events-purpose-alike-words = Alle kommen in die Gruppe, zu der ihre Antworten am besten passen.
events-purpose-mixed = Gemischte Gruppen
events-purpose-mixed-words = Verschiedene kommen zusammen: Jede Gruppe ist eine Mischung der Antworten, die Sie auswählen.
events-purpose-choices = Workshops nach Wahl
events-purpose-choices-words = Alle bekommen eine ihrer Wahlen; jeder Workshop hat eine Zahl von Plätzen.
events-purpose-rounds = Mehrere Runden zum Kennenlernen
events-purpose-rounds-words = Die Gruppen wechseln von Runde zu Runde, damit alle möglichst viele andere treffen.
events-mix-by = Gleichmäßig auf die Gruppen verteilen
events-mix-by-help = Jede Gruppe bekommt ihren Anteil an jeder Antwort. Wenn Sie nichts auswählen, entscheidet der Zufall.
events-rounds = Anzahl der Runden
events-fair = Wie Wünsche erfüllt werden
events-fair-first = Möglichst viele erste Wünsche
events-fair-nobody = Niemand soll schlecht wegkommen
events-fair-average = Im Durchschnitt möglichst gute Wünsche
events-fair-choose = Wählen Sie aus der Liste, wie Wünsche erfüllt werden.
events-waiting = Wenn es mehr Personen als Plätze gibt
events-waiting-nobody = Niemand wartet: Für alle muss ein Platz da sein
events-waiting-lottery = Die Übrigen warten, das Los entscheidet
events-waiting-first = Wer zuerst geantwortet hat, bekommt einen Platz, die Übrigen warten
events-waiting-help = Geben Sie als Größe jeder Gruppe an, wie viele Plätze sie hat. Wer wartet, sieht die eigene Nummer auf dem eigenen Link und rückt nach, wenn jemand ausscheidet.
events-waiting-choose = Wählen Sie aus der Liste, wer wartet.
events-waiting-sizes = Mit einer Warteliste braucht jede Gruppe eine größte Größe, und für mindestens zwei Personen muss Platz sein. Geben Sie an, wie viele Plätze jede Gruppe hat, oder wählen Sie, dass niemand wartet.
events-sort-waiting = { $count ->
    [one] Es fehlt 1 Platz, also wartet 1 Person
   *[other] Es fehlen { $count } Plätze, also warten { $count } Personen
}: { $how ->
    [lottery] Das Los entscheidet.
   *[first] Wer zuletzt geantwortet hat.
}
events-choices-in = Wo gewählt wird
events-choices-form = Im Formular: Erst-, Zweit- und Drittwahl unter den Gruppen
events-choices-in-help = Wenn Sie eine Frage auswählen, werden ihre Antworten zu den Gruppen.
events-save-purpose = Zweck speichern
events-wanted = Gewünschte Größen
events-even = Möglichst gleich groß
events-even-number = Möglichst gleich groß; Anzahl der Gruppen:
events-number = Anzahl der Gruppen
events-each = Etwa diese Anzahl von Personen in jeder Gruppe:
events-any = Beliebige Größe: Die Antworten entscheiden
events-any-number = Beliebige Größe: Die Antworten entscheiden; Anzahl der Gruppen:
events-any-mixed = Beliebige Größe; Anzahl der Gruppen:
events-within = Alle in einem Bereich:
events-range = Bereich, etwa 4 bis 6
events-single = Einzeln: eine Zahl, ein Bereich wie 4 bis 6 oder nichts (diese teilen sich den Rest)
events-group-name = Name der Gruppe { $number }
events-group-size = Größe der Gruppe { $number }
events-group-more = weitere Gruppe
events-groups-described = Die Umfrage beschreibt ihre { $groups } Gruppen ({ $names }); ihre Anzahl steht damit fest. Ändern können Sie sie <a href="{ $address }">in der Umfrage</a>.
events-facts = Diese Zahlen sind Tatsachen, keine Wünsche: Genau so viele dieser Personen gehören zu jeder Gruppe, wie nach einer Auszählung. Unbekannt ist nur, wer.
events-kind-balanced = Möglichst gleich groß
events-kind-each = Etwa diese Anzahl in jeder Gruppe
events-kind-free = Beliebige Größe
events-kind-range = Alle in einem Bereich
events-kind-houses = Einzeln
events-answered = { $count ->
    [0] Noch hat niemand geantwortet.
    [one] { $count } Person hat geantwortet.
   *[other] { $count } Personen haben geantwortet.
}
events-answered-expected = { $count ->
    [0] Noch hat niemand geantwortet, { $expected } werden erwartet.
    [one] { $count } Person hat geantwortet, { $expected } werden erwartet.
   *[other] { $count } Personen haben geantwortet, { $expected } werden erwartet.
}
events-sizes-exact = Die Größen werden genau eingehalten; alle kommen dorthin, wo ihre Antworten unter diesen Bedingungen am besten passen.
events-statisticians = Für die Statistik
events-weight = Gewicht der Größen
events-weight-help = auto: Größen werden genau eingehalten. Eine Zahl macht sie zur Richtschnur: 1 ist üblich, bei 0 zählen sie nicht.
events-loss = Was minimiert wird
events-loss-auto = automatisch (empfohlen)
events-loss-vi = wer mit wem zusammen ist (Variation der Information)
events-loss-binder = Paare von Personen (Binder)
events-loss-placement = wer in welcher Gruppe ist (Platzierung)
events-save-sizes = Größen speichern
events-go-on-rules = Weiter zu den Regeln

## Einteilen

events-sort-people = { $count ->
    [one] { $count } Person
   *[other] { $count } Personen
}
events-last-interrupted = Die letzte Einteilung wurde unterbrochen, bevor sie fertig war.
events-survey-file = Die Datei der Umfrage
events-under-way = Eine Einteilung läuft.
events-watch = Zusehen
events-fix-first = Beheben Sie zuerst das:
events-sort-words = Alle, die geantwortet haben, kommen in die Gruppe, zu der ihre Antworten am besten passen, mit diesen Größen und Regeln. Frühere Ergebnisse bleiben, wie sie sind.
events-sort-words-mixed = Alle werden so gemischt, dass jede Gruppe ihren Anteil an dem hat, was Sie ausgewählt haben, mit diesen Größen und Regeln. Frühere Ergebnisse bleiben, wie sie sind.
events-sort-words-choices = Möglichst viele bekommen ihre Erstwahl, dann ihre Zweit- und Drittwahl, mit diesen Größen und Regeln. Frühere Ergebnisse bleiben, wie sie sind.
events-sort-words-rounds = Gruppen für alle Runden werden so geplant, dass sich möglichst wenige zweimal treffen, mit diesen Größen und Regeln. Frühere Ergebnisse bleiben, wie sie sind.
events-sort-mixed = Gruppen bilden
events-sort-late = Dabei kann jede Person in eine andere Gruppe kommen. Um nur die Nachzügler einzuteilen und niemanden sonst zu verschieben, gehen Sie zu <a href="{ $address }">den letzten Gruppen</a>.
events-sort-missing = { $count ->
    [one] { $count } der erwarteten Personen hat noch nicht geantwortet und wird nicht eingeteilt.
   *[other] { $count } der erwarteten Personen haben noch nicht geantwortet und werden nicht eingeteilt.
}
events-sort = Einteilen
events-since-last = { $count ->
    [one] Seit der letzten Einteilung ist { $count } Antwort eingetroffen oder geändert worden.
   *[other] Seit der letzten Einteilung sind { $count } Antworten eingetroffen oder geändert worden.
}
events-look-last = Das letzte Ergebnis ansehen

## Was eine Einteilung verhindert

events-too-few = Mindestens 2 Personen müssen geantwortet haben, bevor sie eingeteilt werden können.
events-rule-waits = Eine Regel nennt „{ $name }“; von dieser Person fehlt noch die Antwort. Warten Sie darauf, oder entfernen Sie die Regel.
events-people = { $count ->
    [one] { $count } Person
   *[other] { $count } Personen
}
events-places = { $count ->
    [one] { $count } Platz
   *[other] { $count } Plätze
}
events-sum-fixed = Die Größen sind zusammen für { $wanted }
events-sum-needs = Die Gruppen brauchen mindestens { $wanted }
events-sum-room = Die Gruppen haben Platz für höchstens { $wanted }
# $sizes ist einer der drei Sätze darüber; $missing Personen oder Plätze.
events-misfit-answered = { $sizes }, und { $count } haben geantwortet: { $missing } zu wenig.
events-misfit-expected = { $sizes }, und { $count } werden erwartet: { $missing } zu wenig.

## Löschen

events-delete = Diese Veranstaltung löschen?
events-delete-words = Alle Antworten und Ergebnisse werden endgültig gelöscht, und die eigenen Links aller Personen funktionieren nicht mehr. Laden Sie vorher herunter, was Sie behalten möchten.
events-delete-button = Alles löschen
events-delete-wrong = Das ist nicht der Titel. Geben Sie ihn so ein, wie er dort steht.

## Was abgelehnt wird

events-gone = Diese Veranstaltung gibt es nicht. Prüfen Sie die Adresse, oder sehen Sie in der Liste Ihrer Veranstaltungen nach.
events-no-form = Dieses Formular gibt es nicht. Prüfen Sie die Adresse, oder fragen Sie nach der neuen.
events-owners-only-viewer = Das darf nur die Leitung dieser Veranstaltung; Sie haben Einsicht. Bitten Sie jemanden aus der Leitung.
events-owners-only-editor = Das darf nur die Leitung dieser Veranstaltung; Sie sind in der Mitarbeit. Bitten Sie jemanden aus der Leitung.
events-editors-only = Das dürfen nur Leitung und Mitarbeit dieser Veranstaltung; Sie haben Einsicht. Bitten Sie jemanden aus der Leitung.
events-no-such-survey = Eine Umfrage muss eine von diesen sein: { $surveys }. Wählen Sie eine davon.
events-survey-length = Eine Umfragedatei darf höchstens { $longest } Zeichen haben. Kürzen Sie sie.
events-survey-questions = Eine Umfrage darf höchstens { $most } Fragen haben; diese hat { $count }. Lassen Sie einige weg.
events-survey-answered = Die Umfrage wurde schon beantwortet und muss deshalb bleiben, wie sie ist. Erstellen Sie eine neue Veranstaltung.
events-survey-encoding = Die Umfragedatei muss Text in UTF-8 sein; das ist sie nicht. Speichern Sie sie als UTF-8 und wählen Sie sie dann noch einmal.
events-survey-missing = Wählen Sie zuerst eine Umfragedatei.
# Nach dem, was an der Datei nicht stimmt, auf Englisch.
events-file-again = Wählen Sie die Datei dann noch einmal.
events-no-such-field = Eine Veranstaltung hat kein „{ $field }“, das sich ändern lässt. Sehen Sie sich das Formular noch einmal an.
events-no-such-action = Diese Aktion gibt es nicht. Verwenden Sie die Schaltflächen der Seite.
events-no-such-loss = Was minimiert wird, muss eines von diesen sein: { $losses }. Wählen Sie eines davon.
events-weight-number = Das Gewicht der Größen muss eine Zahl von mindestens 0 sein; eingegeben wurde „{ $given }“.
events-sizes-unknown = Größen müssen für die Gruppen angegeben sein; „{ $house }“ ist keine davon.
events-sizes-none = Geben Sie für mindestens eine Gruppe eine Größe an, oder wählen Sie „Möglichst gleich groß“.
events-facts-whole = Damit die Größen Tatsachen sind, geben Sie für jede Gruppe eine ganze Zahl an.
events-sizes-kinds = Größen müssen „balanced“ sein, ein Bereich wie 4 bis 6 oder eine Größe für jede Gruppe.
events-sizes-choose = Größen müssen möglichst gleich, beliebig, in einem Bereich oder für jede Gruppe einzeln sein. Wählen Sie eines davon.
events-groups-fixed = Die Umfrage beschreibt ihre { $groups } Gruppen; ihre Anzahl steht damit fest. Wählen Sie eine andere Größe.
events-groups-number = Die Anzahl der Gruppen muss eine Zahl von 1 bis { $most } sein.
events-groups-names = Geben Sie jeder Gruppe einen Namen, und jeder einen anderen.
events-range-missing = Schreiben Sie, wie groß die Gruppen sein dürfen, etwa 4 bis 6.
events-purpose-choose = Wählen Sie, wofür die Gruppen sind.
events-rounds-number = Wählen Sie 2 oder mehr Runden.
events-choices-question = Wählen Sie eine Frage der Umfrage oder das Formular.
events-rules-unreadable = Diese Regeln sind nicht lesbar. Laden Sie die Seite neu und versuchen Sie es dann noch einmal.
events-title-length = Schreiben Sie einen Titel mit 1 bis { $longest } Zeichen.
events-max-number = Die Höchstzahl muss eine Zahl von 1 bis { $most } sein.
events-privacy-length = Der Hinweis zum Datenschutz darf höchstens { $longest } Zeichen haben. Kürzen Sie ihn.
events-consent-length = Der Text zur Einwilligung darf höchstens { $longest } Zeichen haben. Kürzen Sie ihn.
events-closes-at-moment = Das Datum zum Schließen muss ein Datum mit Uhrzeit sein; eingegeben wurde „{ $given }“. Schreiben Sie zum Beispiel 2030-05-01 18:00.
events-delete-at-moment = Das Löschdatum muss ein Datum mit Uhrzeit sein; eingegeben wurde „{ $given }“. Schreiben Sie zum Beispiel 2030-05-01 18:00.
events-delete-at-past = Das Löschdatum muss in der Zukunft liegen: Dann werden alle Antworten und Ergebnisse gelöscht. Wählen Sie ein späteres Datum, oder löschen Sie die Veranstaltung jetzt.
events-delete-at-early = Antworten dürfen nicht gelöscht werden, bevor das Formular schließt. Wählen Sie ein späteres Datum.
