# Was der Befehl über ein Ergebnis ausgibt. Namen von Personen und Gruppen stehen da, wie jemand sie geschrieben hat.

show-percentages = Prozentzahlen: { $noun ->
    [house] wie oft eine Person in jedem Haus ist, in Einteilungen, die zu den Antworten aller passen.
    [own] wie wahrscheinlich eine Person in jede Gruppe gehört.
   *[group] wie oft eine Person in jeder Gruppe ist, in Einteilungen, die zu den Antworten aller passen.
}
show-errors = ±: um so viele Punkte kann eine Prozentzahl falsch sein; mehr Ziehungen ({ $draws }) verringern das.
show-sizes = Größen
show-sizes-group = Gruppe
show-sizes-people = Personen
show-sizes-wanted = gewünscht
show-meet = alle können: { $times }
show-here = hier
show-other = wahrscheinlichste andere Gruppe
show-rounds-files = Die Listen sind von Runde 1; rounds.csv enthält alle Runden.
# $changes sind Sätze, etwa „Ann tauscht den Platz mit Bo.“
show-ways = { $count ->
    [one] Man kann diese Personen noch auf eine andere Weise gut einteilen: Der Bericht (--report) zeigt sie.
   *[other] Man kann diese Personen noch auf { $count } andere Weisen gut einteilen: Der Bericht (--report) zeigt sie.
}
show-way-likelier = Eine andere Einteilung ist wahrscheinlicher ({ $share } gegen { $ours }): { $changes } Diese Gruppen sind der Wahrheit im Durchschnitt am nächsten.
show-way-as-likely = Eine andere Einteilung ist etwa ebenso wahrscheinlich: { $changes }
show-way-other = Es gibt eine andere Einteilung, mit einer Wahrscheinlichkeit von { $share }: { $changes }
show-done = Fertig in { $seconds } s. Dateien:
show-contributions = Was jede Frage beiträgt
show-question = Frage
show-weight = Gewicht
show-without = Einteilung ohne sie
show-learned = { $file }: { $size }.
# Wie groß eine Umfrage ist: Fragen und Gruppen.
show-size = { $questions ->
    [one] 1 Frage
   *[other] { $questions } Fragen
}, { $noun ->
    [house] { $groups ->
        [one] 1 Haus
       *[other] { $groups } Häuser
    }
   *[group] { $groups ->
        [one] 1 Gruppe
       *[other] { $groups } Gruppen
    }
}
show-file = Datei: { $file }
show-prior = Vorannahme über die Zugehörigkeit: { $prior }
show-option = Antwort
# Wie viele der gedachten Personen einer Gruppe eine Option ankreuzen.
show-ticks = { $ticks } von { $people }
show-loss = Erwarteter Verlust { $loss } ({ $measure }), nach VI { $bits } Bit von den wahren Gruppen entfernt.
show-scheduler = Scheduler { $address }, { $count ->
    [one] 1 Worker
   *[other] { $count } Worker
}.
show-partitions = { $count ->
    [one] 1 Datei
   *[other] { $count } Dateien
} mit Gruppen in { $folder }, { $seconds } s.
show-picture = { $file }: dasselbe als Bild.
show-checked = { $file }: keine Probleme gefunden. { $size }.
show-choose = Um die Fragen selbst zu wählen, nutzen Sie --only oder --skip, dazu --force, um die Datei neu zu schreiben.
show-next = Als Nächstes: { $command }
show-ready = Fertig nach { $seconds } s. Aufgehoben in { $folder }.
show-groups = { $noun ->
    [house] Häuser
   *[group] Gruppen
}: { $names }
# Was über den Vorannahmen einer Frage ohne Optionen steht.
show-kind-number = Zahl
show-kind-rating = Bewertung
show-kind-count = Anzahl
show-waiting = Warteliste  ({ $count })
