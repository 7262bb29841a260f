# Regeln: Sätze, die man durch Auswählen zusammensetzt. Namen von Personen und Gruppen stehen so da, wie jemand sie geschrieben hat.

## Die Liste

rules-count = { $count ->
    [0] Noch keine Regeln
    [one] 1 Regel
   *[other] { $count } Regeln
}
rules-as-in = Eingehalten oder nicht: wie in <a href="{ $address }">{ $title }</a>.
rules-price-none = Die Regeln einzuhalten macht keinen messbaren Unterschied.
# $people ist etwa „0,4 Personen weniger in der richtigen Gruppe“.
rules-price = Die Regeln einzuhalten bedeutet { $people }.
rules-cut-short = Die Suche wurde abgebrochen: Bei einem Schritt fehlten noch { $share } bis zur Lösung.
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
rules-file-help = Mit den Spalten <code>rule</code>, <code>who</code>, <code>what</code>, <code>weight</code> und <code>reason</code>; oder mit <code>name</code> und <code>group</code>, um Personen zu lassen, wo sie waren.
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
rules-every-group = Jede Gruppe
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
rules-how-many = Wie viele Personen, etwa 4..6
rules-counts = Wie viel die Regel zählt
rules-if-possible = wenn möglich: { $weight }
rules-show-fields = Felder für diese Auswahl anzeigen
rules-add-person = Weitere Person hinzufügen
rules-reason = Grund
rules-reason-help = Freiwillig. Er steht in Berichten.
rules-save = Regel speichern
rules-add = Regel hinzufügen
rules-keep-anyway = Trotzdem behalten
rules-kind-pin = kommt auf jeden Fall in
rules-kind-bar = kommt auf keinen Fall in
rules-kind-together = müssen zusammen sein
rules-kind-apart = müssen getrennt sein
rules-kind-wish = möchte gern in
rules-kind-companion = möchte gern zusammen sein mit
rules-kind-stay = soll bleiben in
rules-kind-size = muss so viele Personen haben
rules-kind-spread = wird gleichmäßig auf die Gruppen verteilt
rules-kind-not-alone = steht nie allein in einer Gruppe
rules-weight-always = immer
rules-weight-weak = schwach
rules-weight-normal = normal
rules-weight-strong = stark
rules-weight-very-strong = sehr stark
rules-weight-other = Gewicht { $weight }

## Regeln als Sätze, ohne den Punkt am Ende

rules-told-size-exact = { $count ->
    [one] { $group } muss genau 1 Person haben
   *[other] { $group } muss genau { $count } Personen haben
}
rules-told-size-least = { $count ->
    [one] { $group } muss mindestens 1 Person haben
   *[other] { $group } muss mindestens { $count } Personen haben
}
rules-told-size-most = { $count ->
    [one] { $group } darf höchstens 1 Person haben
   *[other] { $group } darf höchstens { $count } Personen haben
}
rules-told-size-range = { $group } muss { $least } bis { $most } Personen haben
rules-told-pin = { $person } muss in { $groups } sein
rules-told-bar = { $person } darf nicht in { $groups } sein
rules-told-together = { $people } müssen zusammen sein
rules-told-together-soft = { $people } sollen zusammen sein ({ $strength })
rules-told-apart = { $people } müssen getrennt sein
rules-told-apart-soft = { $people } sollen getrennt sein ({ $strength })
rules-told-companion = { $person } möchte gern mit { $companion } zusammen sein ({ $strength })
rules-told-wish = { $person } möchte gern in { $groups } sein ({ $strength })
rules-told-spread = „{ $column }“ wird gleichmäßig auf die Gruppen verteilt
rules-told-spread-soft = „{ $column }“ soll gleichmäßig auf die Gruppen verteilt werden ({ $strength })
rules-told-common-times = Die Mitglieder jeder Gruppe haben in „{ $column }“ mindestens { $count ->
    [one] { $count } freie Zeit
   *[other] { $count } freie Zeiten
  } gemeinsam
rules-told-not-alone = Niemand ist mit „{ $column }“ allein in der Gruppe
rules-told-not-alone-value = Niemand ist mit „{ $column }“ = „{ $value }“ allein in der Gruppe
rules-told-stay = { $person } soll in { $group } bleiben ({ $strength })
rules-told-stay-several = { $count } Personen sollen in ihren früheren Gruppen bleiben ({ $strength })
rules-told-reason = { $rule } ({ $reason })
rules-names-and = { $names } und { $last }
rules-names-or = { $names } oder { $last }
rules-names-then = { $first }, dann { $next }
rules-names-more = { $count } weitere

## Was aus einer Regel geworden ist

rules-outcome-kept = eingehalten
rules-outcome-not-kept = nicht eingehalten
rules-outcome-granted = erfüllt
rules-outcome-not-granted = nicht erfüllt
rules-outcome-broken = verletzt
rules-outcome-choice = Wunsch { $number } von { $count }
rules-outcome-stay = { $number } von { $count } bleiben
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
rules-cost-person = { $when ->
    [by-hand] Vor den Änderungen von Hand: Ohne sie wäre etwa eine Person mehr in der richtigen Gruppe.
    [placed] Solange niemand sonst verschoben wird: Ohne sie wäre etwa eine Person mehr in der richtigen Gruppe.
   *[sorted] Ohne sie wäre etwa eine Person mehr in der richtigen Gruppe.
}
rules-cost-people = { $when ->
    [by-hand] Vor den Änderungen von Hand: Ohne sie wären etwa { $count } Personen mehr in der richtigen Gruppe.
    [placed] Solange niemand sonst verschoben wird: Ohne sie wären etwa { $count } Personen mehr in der richtigen Gruppe.
   *[sorted] Ohne sie wären etwa { $count } Personen mehr in der richtigen Gruppe.
}

## Was nicht stimmt

rules-stranger = Niemand mit dem Namen „{ $name }“ hat geantwortet.
rules-stranger-listed = Niemand mit dem Namen „{ $name }“ hat geantwortet oder steht auf der Personenliste.
rules-near = Meinten Sie „{ $name }“?
rules-no-group = Es gibt keine Gruppe „{ $name }“. Die Gruppen sind { $groups }.
rules-no-column = Keine Frage und keine Spalte Ihrer Datei heißt „{ $name }“.
rules-no-answers = Auf „{ $name }“ hat noch niemand geantwortet.
rules-no-value = Niemand hat „{ $value }“ bei „{ $name }“.
rules-conflict-one = Diese Regel lässt sich mit { $people } und { $groups } nicht einhalten: { $rule }. Ändern Sie sie, oder lassen Sie sie weg.
# Eine Liste, eine Zeile für jede Regel.
rules-conflict =
    Diese { $count } Regeln lassen sich mit { $people } und { $groups } nicht alle einhalten:
    { $rules }
    Es genügt, eine davon wegzulassen.
rules-conflict-line = {"  - "}{ $rule }
rules-conflict-people = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}
rules-conflict-groups = { $count ->
    [one] 1 Gruppe
   *[other] { $count } Gruppen
}
rules-sizes = die Gruppen haben genau { $sizes } Personen
rules-sizes-free = die Gruppen haben genau { $sizes } Personen in beliebiger Reihenfolge
rules-sizes-empty = keine Gruppe ist leer
rules-exists = Diese Regel gibt es schon.
rules-gone = Diese Regel gibt es nicht mehr: Jemand hat sie geändert oder entfernt. Sehen Sie sich die Regeln noch einmal an.
rules-too-many = Es kann höchstens { $most } Regeln geben; das sind { $count }. Lassen Sie einige weg.
rules-choose-kind = Wählen Sie aus der Liste, was die Regel sagt.
rules-choose-weight = Wählen Sie aus der Liste, wie viel die Regel zählt.
rules-choose-group = Wählen Sie eine Gruppe.
rules-name-one = Nennen Sie jemanden.
rules-name-two = Nennen Sie zwei Personen.
rules-name-column = Nennen Sie, was Personen gemeinsam haben, zum Beispiel eine Frage oder eine Spalte Ihrer Datei.
rules-write-size = Schreiben Sie, wie viele Personen: eine Zahl, oder einen Bereich wie 4..6.
rules-file-missing = Wählen Sie zuerst eine Datei mit Regeln aus.
rules-file-kind = Die Datei muss eine CSV-, TSV-, XLSX- oder TOML-Datei sein. Speichern Sie sie in einem dieser Formate.
rules-file-large = Eine Datei mit Regeln darf höchstens { $size } kB groß sein. Teilen Sie sie auf.
