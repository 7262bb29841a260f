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
