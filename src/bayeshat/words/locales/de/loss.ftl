# Wonach Personen eingeteilt wurden, und warum.

loss-chosen = Eingeteilt wurde nach dem gewählten Verlust: { $loss }.
loss-one-house = Alle sind im selben Haus: Die Umfrage hat nur eins.
loss-other-tool = Eingeteilt wurde danach, wer zusammengehört: Ziehungen aus einem anderen Programm sagen nicht, welche Gruppe welche ist.
loss-not-houses = Eingeteilt wurde danach, wer zusammengehört: Die Gruppen sind nicht die Häuser der Umfrage.
loss-alike = Eingeteilt wurde danach, wer zusammengehört: Die Umfrage sagt nicht, worin sich ihre Gruppen unterscheiden; der Name einer Gruppe bedeutet also nichts.
loss-some-alike = Eingeteilt wurde danach, wer zusammengehört: Die Umfrage sagt nicht, worin sich einige ihrer Gruppen unterscheiden; der Name einer Gruppe bedeutet also nichts.
loss-house = Eingeteilt wurde nach dem Haus, in das jemand am wahrscheinlichsten gehört: { $why ->
    [known] Personen, deren Haus bekannt ist, zeigen, worin sich die Häuser unterscheiden.
    [totals] Die bekannten Anzahlen unterscheiden die Häuser.
   *[survey] Die Umfrage sagt, worin sich ihre Häuser unterscheiden.
}
loss-house-company = Eingeteilt wurde nach dem Haus, in das jemand am wahrscheinlichsten gehört, und danach, wer zusammengehört: { $why ->
    [known] Personen, deren Haus bekannt ist, zeigen, worin sich die Häuser unterscheiden.
    [totals] Die bekannten Anzahlen unterscheiden die Häuser.
   *[survey] Die Umfrage sagt, worin sich ihre Häuser unterscheiden.
}
# $alike sind Namen, etwa „Owls und Jays“.
loss-unclear = Diese Häuser lassen sich nicht unterscheiden; welches welches ist, hat also nichts zu bedeuten: { $alike }.
loss-newcomers = Nachzügler kamen in das Haus, in das sie am wahrscheinlichsten gehören, soweit die Größen es erlauben; niemand sonst wurde verschoben.
## Was ein Maß anstrebt, nach „gewählt, um“

loss-aim-place = alle möglichst oft in ihr eigenes Haus einzuteilen
loss-aim-both = Personen zusammen zu lassen, die zusammengehören, und sie in ihr eigenes Haus einzuteilen
loss-aim-company = Personen zusammen zu lassen, die zusammengehören, gleich, wie ihre Gruppe heißt
