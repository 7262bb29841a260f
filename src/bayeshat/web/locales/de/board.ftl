# Die Übersicht: die Gruppen eines Ergebnisses, von Hand geändert. Namen stehen so da, wie jemand sie geschrieben hat.

board-title = Gruppen von { $event }
# Welche der eigenen Wahlen jemand bekommen hat; 0: keine davon.
board-choice = { $place ->
    [0] keine der Wahlen
    [1] Erstwahl
    [2] Zweitwahl
    [3] Drittwahl
   *[other] { $place }. Wahl
}
board-got = { $choices }.
board-got-part = { $place ->
    [0] keine ihrer Wahlen: { $count }
    [1] Erstwahl bekommen: { $count }
    [2] Zweitwahl: { $count }
    [3] Drittwahl: { $count }
   *[other] { $place }. Wahl: { $count }
}
board-mixed-even = Gleichmäßig auf die Gruppen verteilt: { $columns }.
board-mixed-uneven = So gleichmäßig verteilt, wie Größen und Regeln es erlauben: { $columns }.
board-mixed-random = Es war nichts gewählt, wonach gemischt wird; also hat der Zufall entschieden.
board-rounds-none = In { $rounds } Runden trifft niemand eine Person zweimal.
board-rounds-fewest = In { $rounds } Runden { $pairs ->
    [one] trifft sich 1 Paar
   *[other] treffen sich { $pairs } Paare
} mehr als einmal: Weniger Wiederholungen sind nach dieser ersten Runde nicht möglich.
board-rounds-some = In { $rounds } Runden { $pairs ->
    [one] trifft sich 1 Paar
   *[other] treffen sich { $pairs } Paare
} mehr als einmal.
board-round = Runde { $number }
board-rounds-fixed = Die Runden sind zusammen geplant; deshalb kann hier niemand von Hand verschoben werden. Um sie zu ändern, ändern Sie die Größen oder die Regeln und planen Sie neu.
board-again-rounds = Neu planen
board-move-breaks-mixed = { $group } (bricht eine Regel)
board-results-of = Ergebnisse von { $event }
board-options = Optionen
board-about = Über dieses Ergebnis
board-move-anyway = Trotzdem verschieben
board-again = Noch einmal einteilen
board-again-mixed = Die Gruppen noch einmal bilden
board-again-stay = Auch alle anderen bleiben, wo das möglich ist
board-again-locks = Um die Fixierten herum einteilen
board-again-locks-mixed = Die anderen um die Fixierten herum einteilen
board-trade = Je mehr die Größen zählen, desto weniger zählen die Antworten.
board-trade-show = Abwägung anzeigen
board-files = Herunterladen
board-compare-with = Mit
board-compare-one = { $count ->
    [one] { $title } (1 Person)
   *[other] { $title } ({ $count } Personen)
}
board-compare-none = Es gibt noch kein anderes Ergebnis.
board-delete = Dieses Ergebnis löschen…

## Die Werkzeuge über den Gruppen

board-label = Die Gruppen
board-undo = Rückgängig<span class="hidden">: { $change }</span>
board-redo = Wiederholen<span class="hidden">: { $change }</span>
board-nothing = nichts
board-no-undo = Nichts rückgängig zu machen
board-no-redo = Nichts zu wiederholen
board-find = Person suchen
board-order = Reihenfolge
board-order-name = Nach Namen
board-order-doubt = Unsicherste zuerst
board-view = Ansicht
board-view-full = Karten
board-view-compact = Je eine Zeile
board-show = Anzeigen
board-jump = Zu einer Gruppe springen
board-collapse = Alle einklappen
board-expand = Alle ausklappen
board-selected = Ausgewählte Personen
board-tick = Haken Sie Personen an, um mehrere zugleich zu verschieben oder zu fixieren.
board-move-them = Verschieben nach
board-move-selected = Verschieben<span class="hidden">: die ausgewählten Personen</span>
board-lock-selected = Fixieren<span class="hidden">: die ausgewählten Personen</span>
board-unlock-selected = Lösen<span class="hidden">: die ausgewählten Personen</span>
board-clear = Auswahl aufheben
board-empty = Hier ist niemand.

## Wie das Ergebnis steht

board-fit-group = Erwartet { $noun ->
    [own] in der Gruppe, die zu ihnen passt
   *[group] in der richtigen Gruppe
}
board-fit = { $right } von { $count }
board-fit-untold = lässt sich nicht sagen
# Ist das besser oder schlechter als vorher?
board-as-good = etwa gleich gut
board-slightly-worse = passt etwas schlechter
board-slightly-better = passt etwas besser
board-worse = passt schlechter
board-better = passt besser
board-clearly-worse = passt deutlich schlechter
board-clearly-better = passt deutlich besser
# $people ist etwa „0,4 Personen weniger in der richtigen Gruppe“.
board-change = { $judgement }: { $people }
board-verdict-sorted = wie eingeteilt
board-verdict-as-good = etwa so gut wie eingeteilt
board-verdict = { $judgement } als eingeteilt
board-moved = Von Hand verschoben
board-of-people = { $count ->
    [one] von 1 Person
   *[other] von { $count } Personen
}
board-locked = Fixiert
board-locked-stay = bleiben beim nächsten Einteilen
board-exchanged = Wer, steht unter „Über dieses Ergebnis“.
board-exchanges = Wer die Plätze getauscht hat
board-exchange = { $name } (aus { $before }) und { $other } (aus { $after })
board-waiting = Warteliste
board-waiting-help = In dieser Reihenfolge rücken Personen nach, wenn jemandes Antworten gelöscht werden.
board-waits-for = auf { $groups }
board-broken = Verletzte Regeln
board-all-kept = alle eingehalten
board-wishes = Nicht erfüllte Wünsche
board-percentages = Die Prozentzahlen sagen, { $noun ->
    [own] wie wahrscheinlich jemand in welche Gruppe gehört.
   *[group] wie oft jemand in welcher Gruppe ist, in Einteilungen, die zu den Antworten aller passen.
}
board-summary = { $title }: { $fit }, { $verdict }.
board-summary-broken = Verletzte Regeln: { $count }.
board-summary-wishes = Nicht erfüllte Wünsche: { $count }.
board-loss = Erwarteter Verlust { NUMBER($loss, minimumFractionDigits: 3, maximumFractionDigits: 3) }
board-loss-change = ({ $change } seit der Einteilung)
board-disagreement = Abweichung von den Antworten { NUMBER($bits, minimumFractionDigits: 3, maximumFractionDigits: 3) } Bit
board-sizes-met = Größen wie gewünscht
board-sizes-distance = Abstand von den gewünschten Größen { NUMBER($distance, minimumFractionDigits: 3, maximumFractionDigits: 3) }

## Was einen zweiten Blick verdient

board-unreliable = Diese Prozentzahlen sind nur ungefähr: Die Berechnung endete, bevor sie feststanden. Mit weniger Gruppen oder mehr Fragen werden sie verlässlicher.
board-broken-before = Schon vorher verletzt, und immer noch: { $rules }.

## Eine Gruppe und ihre Personen

# Steht nach der Größe.
board-wanted = gewünscht { $wanted }
board-badge-moved = verschoben
board-badge-locked = fixiert
board-lock = Fixieren
board-is-locked = Fixiert
board-more = Mehr
board-more-about = über
board-as-likely = Ebenso wahrscheinlich
board-likelier = Wahrscheinlicher
board-next = Danach
board-ask = Verschieben oder Grund ansehen
board-ask-why = Grund ansehen

## Wo jemand stattdessen sein könnte

board-now = Jetzt in { $group } ({ $sureness }). In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person dort.
board-now-note = Jetzt in { $group } ({ $sureness }; { $note }). In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person dort.
board-stays = { $name } ist in { $group } fixiert. Lösen Sie die Fixierung, um { $name } zu verschieben.
board-move-to = { $name } verschieben nach
# Kurz: Ein Menü schneidet ab, was zu lang ist.
board-move-one = { $group } ({ $share })
board-move-breaks = { $group } ({ $share }, regelwidrig)
board-move = Verschieben<span class="hidden">: { $name }</span>
board-swap-as-good = Mit { $name } ({ $group }) zu tauschen ist etwa gleich gut
board-swap = Mit { $name } ({ $group }) zu tauschen { $judgement }: { $people }
board-swap-button = Tauschen<span class="hidden">: { $name } und { $other }</span>
board-why = Warum hier?<span class="hidden"> { $name }</span>
board-then = Dann: { $sizes }.
board-could-swap = { $name } könnte den Platz tauschen, damit die Größen bleiben.
board-would-break = Verletzt: { $rules }.
board-would-mend = Stellt wieder her: { $rules }.

## Änderungen, die man rückgängig machen und wiederholen kann

board-some = { $name } und { $count } weitere
board-edit-lock = { $who } fixieren
board-edit-unlock = { $who } lösen
board-edit-swap = { $name } und { $other } tauschen
board-edit-exchange = { $name } und { $other } haben selbst die Plätze getauscht
board-edit-arrange = Gruppen ändern: { $who }
board-edit-move = { $who } nach { $after } verschieben
board-edit-move-from = { $who } von { $before } nach { $after } verschieben

## Was Skripte sagen; in Klammern steht, was sie einsetzen

board-script-tick = Haken Sie zuerst mindestens eine Person an.
board-script-old = Diese Seite ist zu alt, um etwas zu ändern. Laden Sie sie neu und wiederholen Sie dann Ihre Änderung.
board-script-failed = Das hat nicht geklappt. Laden Sie die Seite neu und wiederholen Sie dann Ihre Änderung.
board-script-offline = Der Server ist nicht erreichbar. Nichts wurde geändert.
board-script-found = {"{count}"} gefunden
board-script-by-doubt = Die Unsichersten stehen oben.
board-script-by-name = Nach Namen geordnet.
board-script-one = {"{name}"} ausgewählt
board-script-several = {"{count}"} Personen ausgewählt
board-script-choose = {"{who}"}. Wählen Sie eine Gruppe, oder fixieren Sie.
board-script-none = Niemand ist ausgewählt.
board-script-people = {"{count}"} Personen
board-script-to = {"{who}"} nach {"{group}"}
board-script-swap = Mit {"{name}"} tauschen

## Was nicht stimmt

board-is-fixed = { $name } ist fixiert. Lösen Sie zuerst die Fixierung.
board-no-undo-left = Es gibt nichts rückgängig zu machen.
board-no-redo-left = Es gibt nichts zu wiederholen.
board-no-group = Diese Gruppe gibt es in diesem Ergebnis nicht. Sehen Sie es sich noch einmal an.
board-nobody = Wählen Sie zuerst mindestens eine Person aus.
board-swap-self = Wählen Sie eine andere Person, mit der getauscht wird.
