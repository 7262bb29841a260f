# Regeln als Sätze, ohne den Punkt am Ende, und was aus ihnen geworden ist. Namen stehen so da, wie jemand sie geschrieben hat.

rules-size-exact = { $count ->
    [one] { $group } muss genau 1 Person haben
   *[other] { $group } muss genau { $count } Personen haben
}
rules-size-least = { $count ->
    [one] { $group } muss mindestens 1 Person haben
   *[other] { $group } muss mindestens { $count } Personen haben
}
rules-size-most = { $count ->
    [one] { $group } darf höchstens 1 Person haben
   *[other] { $group } darf höchstens { $count } Personen haben
}
rules-size-range = { $group } muss { $least } bis { $most } Personen haben
rules-all-groups = Jede Gruppe
rules-pin = { $person } muss in { $groups } sein
rules-bar = { $person } darf nicht in { $groups } sein
rules-together = { $people } müssen zusammen sein
rules-together-soft = { $people } sollen zusammen sein ({ $strength })
rules-apart = { $people } müssen getrennt sein
rules-apart-soft = { $people } sollen getrennt sein ({ $strength })
rules-spread = „{ $column }“ wird gleichmäßig auf die Gruppen verteilt
rules-spread-soft = „{ $column }“ soll gleichmäßig auf die Gruppen verteilt werden ({ $strength })
rules-not-alone = Niemand ist mit „{ $column }“ allein in der Gruppe
rules-not-alone-value = Niemand ist mit „{ $column }“ = „{ $value }“ allein in der Gruppe
rules-common-times = Die Mitglieder jeder Gruppe haben in „{ $column }“ mindestens { $count ->
    [one] { $count } freie Zeit
   *[other] { $count } freie Zeiten
  } gemeinsam
rules-wish = { $person } möchte gern in { $groups } sein ({ $strength })
rules-companion = { $person } möchte gern mit { $companion } zusammen sein ({ $strength })
rules-stay = { $person } soll in { $group } bleiben ({ $strength })
rules-stay-several = { $count } Personen sollen in ihren früheren Gruppen bleiben ({ $strength })
rules-with-reason = { $rule } ({ $reason })

## Wie viel eine Regel zählt, die nicht gelten muss

rules-strength-weak = schwach
rules-strength-normal = normal
rules-strength-strong = stark
rules-strength-very-strong = sehr stark
rules-strength-other = Gewicht { $weight }

## Was aus einer Regel geworden ist

rules-kept = eingehalten
rules-not-kept = nicht eingehalten
rules-broken = verletzt
rules-granted = erfüllt
rules-not-granted = nicht erfüllt
rules-even = gleichmäßig
rules-uneven = nicht ganz gleichmäßig
rules-choice = Wunsch { $number } von { $count }
rules-stayed = { $number } von { $count } bleiben

## Regeln, die sich nicht alle einhalten lassen

rules-conflict-one = Diese Regel lässt sich mit { $people } und { $groups } nicht einhalten: { $rule }. Ändern Sie sie, oder lassen Sie sie weg.
rules-conflict-one-why = Diese Regel lässt sich mit { $people } und { $groups } nicht einhalten: { $rule }. { $why } Ändern Sie sie, oder lassen Sie sie weg.
# Eine Liste, eine Zeile für jede Regel.
rules-conflict =
    Diese { $count } Regeln lassen sich mit { $people } und { $groups } nicht alle einhalten:
    { $rules }
    Es genügt, eine davon wegzulassen.
rules-conflict-line = {"  - "}{ $rule }
rules-conflict-ranges = Diese Größen lassen sich mit { $people } und { $groups } nicht einhalten: { $rules }. Ändern Sie sie.
rules-conflict-ranges-make = Diese Größen lassen sich mit { $people } und { $groups } nicht einhalten: { $rules }. Ändern Sie sie, oder bilden Sie { $make }.
rules-conflict-people = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}
rules-conflict-groups = { $count ->
    [one] 1 Gruppe
   *[other] { $count } Gruppen
}
rules-make-between = { $least } bis { $most } Gruppen
rules-make-least = mindestens { $groups }
rules-make-most = höchstens { $groups }
rules-few-times = { $person } nennt nur { $count }
rules-stop = { $sentence }.
rules-sizes = die Gruppen haben genau { $sizes } Personen
rules-sizes-free = die Gruppen haben genau { $sizes } Personen in beliebiger Reihenfolge
rules-sizes-empty = keine Gruppe ist leer ({ $setting } verbietet es)

## Wie ein Formular jede Art nennt, zwischen den Namen, nach denen es fragt

rules-verb-pin = kommt auf jeden Fall in
rules-verb-bar = kommt auf keinen Fall in
rules-verb-together = müssen zusammen sein
rules-verb-apart = müssen getrennt sein
rules-verb-wish = möchte gern in
rules-verb-companion = möchte gern zusammen sein mit
rules-verb-stay = soll bleiben in
rules-verb-size = muss so viele Personen haben
rules-verb-spread = wird gleichmäßig auf die Gruppen verteilt
rules-verb-not-alone = steht nie allein in einer Gruppe
