# Regeln: Sätze, die man durch Auswählen zusammensetzt. Namen von Personen und Gruppen stehen so da, wie jemand sie geschrieben hat.

## Die Liste

rules-count = { $count ->
    [0] Noch keine Regeln
    [one] 1 Regel
   *[other] { $count } Regeln
}
rules-as-in = Eingehalten oder nicht: wie in <a href="{ $address }">{ $title }</a>.
# $people ist etwa „0,4 Personen weniger in der richtigen Gruppe“.
rules-new = neu seit der letzten Einteilung
rules-contradicts = Sie widerspricht anderen Regeln.
rules-waiting = { $count ->
    [one] { $names } hat noch nicht geantwortet. Die Regel gilt, sobald die Antwort da ist.
   *[other] { $names } haben noch nicht geantwortet. Die Regel gilt, sobald die Antworten da sind.
}
rules-change = Ändern<span class="hidden">: { $rule }</span>
rules-remove = Entfernen<span class="hidden">: { $rule }</span>
rules-from-file = Regeln aus einer Datei hinzufügen
rules-file-doubts = Diese Regeln sind lesbar, aber etwas stimmt nicht:
rules-add-anyway = Trotzdem hinzufügen
rules-file = CSV-, XLSX- oder TOML-Datei
rules-file-help = Mit den Spalten <code>rule</code>, <code>who</code>, <code>what</code>, <code>weight</code> und <code>reason</code>; oder mit <code>name</code> und <code>group</code>, für frühere Gruppen.
rules-file-earlier = Wenn in der Datei steht, wer in welcher Gruppe war
rules-file-earlier-stay = Personen bleiben, wo sie waren
rules-file-earlier-apart = Möglichst wenige treffen einander wieder
rules-add-all = Regeln hinzufügen
rules-go-on = Weiter zum Einteilen

## Ein Satz zum Zusammensetzen, in dieser Reihenfolge: wer, was, und eine Gruppe oder noch eine Person

rules-title-change = Regel ändern
rules-title-add = Regel hinzufügen
rules-doubts = Meinen Sie das so?
rules-doubts-help = Sie können die Regel trotzdem behalten, zum Beispiel weil jemand noch nicht geantwortet hat. Eingeteilt werden kann erst, wenn das behoben ist.
rules-column = Frage oder Spalte
rules-value = Wert, leer für jeden
rules-any-value = jeder Wert
rules-group = Gruppe
rules-who = Wer
rules-and = und
rules-or = oder
rules-then = dann
rules-person = Person { $number }
# $number ist eine Zahl, oder ein Zeichen, an dessen Stelle ein Skript sie schreibt.
rules-person-optional = Person { $number } (optional)
rules-says = Was die Regel sagt
rules-group-another = Weitere Gruppe
rules-group-choose = Gruppe auswählen
rules-group-none = keine weitere
rules-with-whom = Mit wem
rules-how-many = Wie viele Personen, etwa 4 bis 6
rules-in-bands = Zahlen, in Stufen:
rules-bands = In wie viele Stufen Zahlen geteilt werden; leer, wenn es egal ist
rules-bands-usual = egal
rules-in-shares = mit diesen Anteilen:
rules-given-shares = Anteile, die jede Gruppe haben soll; leer, wenn es die von allen sind
rules-shares-usual = 30 % erste, 70 % zweite
rules-counts = Wie viel die Regel zählt
rules-if-possible = wenn möglich: { $weight }
rules-show-fields = Felder für diese Auswahl anzeigen
rules-add-person = Weitere Person hinzufügen
rules-reason = Grund
rules-reason-help = Freiwillig. Er steht in Berichten.
rules-save = Regel speichern
rules-add = Regel hinzufügen
rules-keep-anyway = Trotzdem behalten
rules-weight-always = immer

## Was aus einer Regel geworden ist

rules-cost-waits = Was sie kostet, wird noch berechnet.
rules-cost-unknown = Was sie kostet, wurde nicht berechnet: Das würde zu lange dauern.
# $when ist „by-hand“ nach Änderungen von Hand, „placed“, nachdem Nachzügler einen Platz bekommen haben.
rules-cost-nothing = { $when ->
    [by-hand] Vor den Änderungen von Hand: kostet fast nichts. Ohne sie wären die Gruppen etwa gleich gut.
    [placed] Solange niemand sonst verschoben wird: kostet fast nichts. Ohne sie wären die Gruppen etwa gleich gut.
   *[sorted] Kostet fast nichts: Ohne sie wären die Gruppen etwa gleich gut.
}
rules-cost-little = { $when ->
    [by-hand] Vor den Änderungen von Hand: kostet wenig, { $people }.
    [placed] Solange niemand sonst verschoben wird: kostet wenig, { $people }.
   *[sorted] Kostet wenig: { $people }.
}
rules-cost-person = { $noun ->
    [own] { $when ->
        [by-hand] Vor den Änderungen von Hand: Ohne sie wäre etwa eine Person mehr in der Gruppe, die zu ihr passt.
        [placed] Solange niemand sonst verschoben wird: Ohne sie wäre etwa eine Person mehr in der Gruppe, die zu ihr passt.
       *[sorted] Ohne sie wäre etwa eine Person mehr in der Gruppe, die zu ihr passt.
    }
   *[group] { $when ->
        [by-hand] Vor den Änderungen von Hand: Ohne sie wäre etwa eine Person mehr in der richtigen Gruppe.
        [placed] Solange niemand sonst verschoben wird: Ohne sie wäre etwa eine Person mehr in der richtigen Gruppe.
       *[sorted] Ohne sie wäre etwa eine Person mehr in der richtigen Gruppe.
    }
}
rules-cost-people = { $noun ->
    [own] { $when ->
        [by-hand] Vor den Änderungen von Hand: Ohne sie wären etwa { $count } Personen mehr in der Gruppe, die zu ihnen passt.
        [placed] Solange niemand sonst verschoben wird: Ohne sie wären etwa { $count } Personen mehr in der Gruppe, die zu ihnen passt.
       *[sorted] Ohne sie wären etwa { $count } Personen mehr in der Gruppe, die zu ihnen passt.
    }
   *[group] { $when ->
        [by-hand] Vor den Änderungen von Hand: Ohne sie wären etwa { $count } Personen mehr in der richtigen Gruppe.
        [placed] Solange niemand sonst verschoben wird: Ohne sie wären etwa { $count } Personen mehr in der richtigen Gruppe.
       *[sorted] Ohne sie wären etwa { $count } Personen mehr in der richtigen Gruppe.
    }
}

## Was nicht stimmt

rules-stranger = Niemand mit dem Namen „{ $name }“ hat geantwortet.
rules-stranger-listed = Niemand mit dem Namen „{ $name }“ hat geantwortet oder steht auf der Personenliste.
rules-near = Meinten Sie „{ $name }“?
rules-no-group = Es gibt keine Gruppe „{ $name }“. Die Gruppen sind { $groups }.
rules-no-column = Keine Frage und keine Spalte Ihrer Datei heißt „{ $name }“.
rules-no-answers = Auf „{ $name }“ hat noch niemand geantwortet.
rules-no-value = Niemand hat „{ $value }“ bei „{ $name }“.
rules-exists = Diese Regel gibt es schon.
rules-gone = Diese Regel gibt es nicht mehr: Jemand hat sie geändert oder entfernt. Sehen Sie sich die Regeln noch einmal an.
rules-too-many = Es kann höchstens { $most } Regeln geben; das sind { $count }. Lassen Sie einige weg.
rules-choose-kind = Wählen Sie aus der Liste, was die Regel sagt.
rules-choose-weight = Wählen Sie aus der Liste, wie viel die Regel zählt.
rules-choose-group = Wählen Sie eine Gruppe.
rules-name-one = Nennen Sie jemanden.
rules-name-two = Nennen Sie zwei Personen.
rules-name-column = Nennen Sie, was Personen gemeinsam haben, zum Beispiel eine Frage oder eine Spalte Ihrer Datei.
rules-write-bands = Schreiben Sie, wie viele Stufen es sind, mindestens 2, oder lassen Sie das Feld leer.
rules-write-size = Schreiben Sie, wie viele Personen: eine Zahl, oder einen Bereich wie 4 bis 6.
rules-file-missing = Wählen Sie zuerst eine Datei mit Regeln aus.
rules-file-kind = Die Datei muss eine CSV-, TSV-, XLSX- oder TOML-Datei sein. Speichern Sie sie in einem dieser Formate.
rules-file-size = Eine Datei mit Regeln darf höchstens { $most } MiB groß sein. Teilen Sie sie auf.
