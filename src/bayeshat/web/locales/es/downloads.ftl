# La página con los grupos que se reparte.

downloads-handout = Los grupos, para repartir
downloads-round = Ronda { $number }: { $group }
downloads-waiting = Lista de espera
downloads-handout-people = { $count ->
    [one] 1 persona
   *[other] { $count } personas
}
