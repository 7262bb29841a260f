# Páginas con los lugares de cada persona.

report-places-round = El lugar { $last } está junto al lugar 1.
report-places-row = Los lugares van de un extremo de la fila al otro.
report-table-round = Mesa { $number }
report-table-row = Fila { $number }
report-place = Lugar { $place }
report-place-cards = { $title }: tarjetas de mesa
report-lists = { $title }: listas
report-sheet = { $part } de { $parts }
report-people = { $count ->
    [one] 1 persona
   *[other] { $count } personas
}
report-times = Todo el grupo puede venir: { $times }
report-nobody = Nadie.
