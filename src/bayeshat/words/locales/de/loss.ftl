# Wonach Personen eingeteilt wurden, und warum.

loss-chosen = Eingeteilt wurde nach dem gewählten Verlust: { $loss }.
loss-unknown = { $setting } muss eines von { $known } sein, eine Summe wie 'vi + 0.5*placement', ein Maß mit einem Gewicht wie 'VI(a=0.7)' oder, für eine Einteilung, 'auto'; gefunden: { $got }. Wählen Sie eines davon.
loss-one-house = { $noun ->
    [house] Alle sind im selben Haus: Die Umfrage hat nur eins.
   *[group] Alle sind in derselben Gruppe: Die Umfrage hat nur eine.
}
loss-other-tool = Eingeteilt wurde danach, wer zusammengehört: Ziehungen aus einem anderen Programm sagen nicht, welche Gruppe welche ist.
loss-not-houses = Eingeteilt wurde danach, wer zusammengehört: Die Gruppen sind nicht { $noun ->
    [house] die Häuser
   *[group] die
} der Umfrage.
loss-alike = Eingeteilt wurde danach, wer zusammengehört: Die Umfrage sagt nicht, worin sich ihre Gruppen unterscheiden; der Name einer Gruppe bedeutet also nichts.
loss-some-alike = Eingeteilt wurde danach, wer zusammengehört: Die Umfrage sagt nicht, worin sich einige ihrer Gruppen unterscheiden; der Name einer Gruppe bedeutet also nichts.
loss-house = Eingeteilt wurde nach { $noun ->
    [house] dem Haus, in das
   *[group] der Gruppe, in die
} jemand am wahrscheinlichsten gehört: { $why ->
    [known] { $noun ->
        [house] Personen, deren Haus bekannt ist, zeigen, worin sich die Häuser unterscheiden.
       *[group] Personen, deren Gruppe bekannt ist, zeigen, worin sich die Gruppen unterscheiden.
    }
    [totals] { $noun ->
        [house] Die bekannten Anzahlen unterscheiden die Häuser.
       *[group] Die bekannten Anzahlen unterscheiden die Gruppen.
    }
   *[survey] { $noun ->
        [house] Die Umfrage sagt, worin sich ihre Häuser unterscheiden.
       *[group] Die Umfrage sagt, worin sich ihre Gruppen unterscheiden.
    }
}
loss-house-company = Eingeteilt wurde nach { $noun ->
    [house] dem Haus, in das
   *[group] der Gruppe, in die
} jemand am wahrscheinlichsten gehört, und danach, wer zusammengehört: { $why ->
    [known] { $noun ->
        [house] Personen, deren Haus bekannt ist, zeigen, worin sich die Häuser unterscheiden.
       *[group] Personen, deren Gruppe bekannt ist, zeigen, worin sich die Gruppen unterscheiden.
    }
    [totals] { $noun ->
        [house] Die bekannten Anzahlen unterscheiden die Häuser.
       *[group] Die bekannten Anzahlen unterscheiden die Gruppen.
    }
   *[survey] { $noun ->
        [house] Die Umfrage sagt, worin sich ihre Häuser unterscheiden.
       *[group] Die Umfrage sagt, worin sich ihre Gruppen unterscheiden.
    }
}
# $alike sind Namen, etwa „Owls und Jays“.
loss-unclear = Einige lassen sich nicht unterscheiden; wer wo ist, hat unter ihnen also nichts zu bedeuten: { $alike }.
loss-newcomers = Nachzügler kamen in { $noun ->
    [house] das Haus, in das
   *[group] die Gruppe, in die
} sie am wahrscheinlichsten gehören, soweit die Größen es erlauben; niemand sonst wurde verschoben.
## Was ein Maß anstrebt, nach „gewählt, um“

loss-aim-place = alle möglichst oft in { $noun ->
    [house] ihr eigenes Haus
   *[group] ihre eigene Gruppe
} einzuteilen
loss-aim-both = Personen zusammen zu lassen, die zusammengehören, und sie in { $noun ->
    [house] ihr eigenes Haus
   *[group] ihre eigene Gruppe
} einzuteilen
loss-aim-company = Personen zusammen zu lassen, die zusammengehören, gleich, wie ihre Gruppe heißt
