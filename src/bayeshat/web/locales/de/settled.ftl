# Wie fest die Gruppen eines Ergebnisses stehen, und wie man die Personen noch einteilen könnte.
# Namen von Personen und Gruppen stehen so da, wie jemand sie geschrieben hat.

settled-title = Wie fest stehen diese Gruppen?
settled-by-hand = Diese Gruppen wurden seit der Einteilung von Hand geändert. Andere Möglichkeiten, diese Personen einzuteilen, wurden vorher gesucht.

## Die wichtigsten Möglichkeiten, diese Personen einzuteilen

settled-ways = { $count } wichtige Möglichkeiten, diese Personen einzuteilen
settled-ways-help = Die Prozentzahlen sagen, wie wahrscheinlich jede davon der Wahrheit am nächsten kommt. Die Gruppen wie eingeteilt sind ihr im Durchschnitt am nächsten, auch wo eine andere Möglichkeit eine höhere Prozentzahl hat.
settled-ways-none = Keine andere Einteilung dieser Personen sticht hervor.
settled-sorted = Wie eingeteilt
settled-way = Möglichkeit { $number }
settled-here = jetzt in der Übersicht
settled-use = In die Übersicht übernehmen<span class="hidden">: { $way }</span>
settled-no-way = Diese Möglichkeit gibt es nicht. Sehen Sie sich das Ergebnis noch einmal an.
