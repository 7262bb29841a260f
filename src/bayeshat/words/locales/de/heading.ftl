# Überschriften von Spalten und Namen von Tabellenblättern. Dateien für Programme haben in jeder Sprache die englischen.

heading-name = Name
heading-mail = E-Mail
heading-group = Gruppe
heading-members = Mitglieder
heading-probability = Wahrscheinlichkeit
heading-probability-of = Wahrscheinlichkeit von { $house }
heading-most-probable = wahrscheinlichste
heading-next-best = nächstbeste
heading-next-probability = Wahrscheinlichkeit der nächstbesten
heading-fewer-moved = weniger richtig nach Wechsel
heading-swap-with = tauschen mit
heading-fewer-swapped = weniger richtig nach Tausch
heading-choice = Wunsch
# Eine Spalte für jede der Gruppen einer Person: $place ist ihre Nummer oder ihr Zeitfenster.
heading-one-of = { $heading } { $place }
heading-choice-none = keiner
heading-waiting-list = Warteliste
heading-waiting-place = Platz auf der Warteliste
heading-waits-for = wartet auf
heading-table = Tisch
heading-place = Platz
heading-times = Zeiten
heading-note = Notiz
heading-why = Warum
heading-settled = Sicherheit
heading-size = Größe
heading-wanted = gewünscht
heading-assignments = Einteilung
heading-probabilities = Wahrscheinlichkeiten
heading-sizes = Größen
heading-seats = Plätze
