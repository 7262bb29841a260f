# Was man beim Sortieren oder Mischen verlangt. Namen stehen so da, wie jemand sie geschrieben hat.

plan-no-target = { SETTING("target") } muss sagen, wie groß die Gruppen sind, sonst wären alle in einer; es fehlt. Verwenden Sie { SETTING("target", "balanced") }, oder einen Bereich wie "4..6".
plan-wished-groups = { SETTING("wishes") } muss so viele Gruppen nennen, wie es geben soll; verlangt sind { $groups } Gruppen, gewünscht { $count }: { $wished }. Geben Sie die Gruppen, die es gibt, mit ihren Größen an, z. B. "{ $example }=8"; Wünsche nach anderen lassen sich nicht erfüllen.
plan-totals = { SETTING("totals") } muss alle zählen, auch Personen, deren Gruppe bekannt ist; angegeben ist { SETTING("known") } ohne { SETTING("known_count") }. Ergänzen Sie { SETTING("known_count") }, oder lassen Sie die Zahlen weg.
plan-known = Ihre Gruppe ist bekannt: Ergänzen Sie { SETTING("known_count") }, um sie mit einzusortieren.
    .page = Ihre Gruppe ist bekannt, sie werden also nicht einsortiert: Lassen Sie diese Regeln weg.
plan-placed-known = Wer schon einen Platz hat, muss zu den Gruppen gehören; die Gruppe von { $names } ist aber auch durch { SETTING("known") } bekannt. Ergänzen Sie { SETTING("known_count") }, oder entfernen Sie sie aus einem von beiden.
plan-placed-gone = Wer schon einen Platz hat, muss unter den Antworten sein; es { $count ->
    [one] fehlt
   *[other] fehlen
  } { $names }. Geben Sie die Antworten aller an. Sind sie nicht mehr dabei, entfernen Sie sie aus den früheren Gruppen, oder sortieren Sie mit { SETTING("stay") }; dann wechseln so wenige wie möglich.
plan-no-such-group = Die früheren Gruppen müssen unter { $groups } sein; gefunden: „{ $group }“ bei „{ $name }“. Berichtigen Sie den Namen der Gruppe, oder geben Sie Größen für die Gruppen an, die es gibt.
plan-no-question = Es muss mindestens eine Frage übrig bleiben, nach der einsortiert wird; die Regeln brauchen alle { $count } für anderes. Lassen Sie eine dieser Regeln weg, oder verwenden Sie mix_people, das nicht sortiert.
    .page = Es muss mindestens eine Frage übrig bleiben, nach der einsortiert wird; die Regeln brauchen alle { $count } für anderes. Lassen Sie eine dieser Regeln weg.

## Wie gemischt wurde

plan-by-chance = Sie haben keine Spalte genannt, nach der gemischt wird; die Gruppen sind also zufällig. Nennen Sie Spalten mit { SETTING("mix") }.
plan-choices-weighed = Erste Wünsche zählen mehr als zweite und so weiter; andere Wünsche werden dagegen abgewogen.
plan-choices-proven = Keine anderen Gruppen erfüllen mehr erste Wünsche{ $ranks ->
    [one] { "" }
    [2] , oder ebenso viele und mehr zweite
   *[other] , oder ebenso viele und mehr zweite und so weiter
  }: Das ist bewiesen.
plan-choices-open = Die Suche endete vorzeitig: Andere Gruppen könnten mehr erste Wünsche erfüllen{ $ranks ->
    [one] { "" }
    [2] , oder ebenso viele und mehr zweite
   *[other] , oder ebenso viele und mehr zweite und so weiter
  }.
plan-nobody-proven = Niemand soll schlecht wegkommen: In keinen anderen Gruppen ist der schlechteste Wunsch besser, oder bekommen ihn weniger, und so weiter: Das ist bewiesen.
plan-nobody-open = Niemand soll schlecht wegkommen. Die Suche endete früh: In anderen Gruppen könnte der schlechteste Wunsch besser sein, oder weniger Personen könnten ihn bekommen.
plan-average-proven = Keine anderen Gruppen erfüllen im Durchschnitt bessere Wünsche: Das ist bewiesen.
plan-average-open = Die Suche endete früh: Andere Gruppen könnten im Durchschnitt bessere Wünsche erfüllen.
plan-fair-unused = Eine Regel sagt, in welcher Reihenfolge Wünsche erfüllt werden. Sie gilt für Gruppen allein nach Wünschen; hier werden Wünsche gegen Antworten abgewogen.

## Wer weniger bekam als gewünscht, und was gleichere Gruppen kosten. $place ist eine Wahl, 0 für keinen der eigenen Wünsche; $nth ist „2.“.

plan-nth = { $number }.
plan-less = Weniger als ihre erste Wahl: { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}, { $names }.
plan-less-one = { $name } ({ $place ->
    [0] keinen Wunsch
   *[other] { $nth } Wahl
})
# Wo alle $each Gruppen bekommen. $only ist 1, wenn jemand weniger seiner Wünsche bekam.
plan-less-several = Weniger als ihre ersten { $each } Wünsche: { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}, { $names }.
plan-less-places = { $name } ({ $count ->
    [0] keinen Wunsch
   *[other] { $only ->
        [0] { "" }
       *[other] nur{" "}
    }{ $nths } Wahl
})
plan-worst-several = { $place ->
    [0] { $count ->
        [one] 1 Person bekam
       *[other] { $count } Personen bekamen
    } eine Gruppe, die sie nicht gewählt haben; die anderen Gruppen, die alle bekamen, sind im Durchschnitt Wahl { $average }.
   *[other] Das Schlechteste, das jemand bekam, ist die { $nth } Wahl ({ $count ->
        [one] 1 Person
       *[other] { $count } Personen
    }); im Durchschnitt sind die Gruppen, die alle bekamen, Wahl { $average }.
}
plan-worst = { $place ->
    [0] { $count ->
        [one] 1 Person bekam
       *[other] { $count } Personen bekamen
    } keinen ihrer Wünsche; die anderen bekamen im Durchschnitt Wahl { $average }.
   *[other] Das Schlechteste, das jemand bekam, ist die { $nth } Wahl ({ $count ->
        [one] 1 Person
       *[other] { $count } Personen
    }); im Durchschnitt bekamen alle Wahl { $average }.
}
plan-fairer = Damit { $place ->
    [0] alle { $each ->
        [1] einen ihrer Wünsche bekommen
       *[other] nur Gruppen bekommen, die sie gewählt haben
    }
   *[other] niemand etwas Schlechteres als die { $nth } Wahl bekommt
}, { $count ->
    [0] entfällt keine erste Wahl, { $order ->
        [average] doch die Wünsche wären im Durchschnitt schlechter
       *[other] nur spätere
    }
    [one] entfällt 1 erste Wahl
   *[other] entfallen { $count } erste Wahlen
}.
plan-fewer-worst = Damit { $fewer ->
    [one] nur 1 Person
   *[other] nur { $fewer } Personen
} statt { $now } { $place ->
    [0] keinen ihrer Wünsche
   *[other] ihre { $nth } Wahl oder Schlechteres
} { $fewer ->
    [one] bekommt
   *[other] bekommen
}, { $count ->
    [0] entfällt keine erste Wahl, { $order ->
        [average] doch die Wünsche wären im Durchschnitt schlechter
       *[other] nur spätere
    }
    [one] entfällt 1 erste Wahl
   *[other] entfallen { $count } erste Wahlen
}.
plan-fairest = In keinen anderen Gruppen bekämen weniger Personen das oder Schlechteres.
plan-fair-price = Das kostet erste Wahlen: Kämen sie zuerst, bekämen { $first } statt { $now } Personen ihre erste Wahl, und { $place ->
    [0] { $count } bekämen { $each ->
        [1] keinen ihrer Wünsche
       *[other] eine Gruppe, die sie nicht gewählt haben
    }
   *[other] das Schlechteste wäre eine { $nth } Wahl ({ $count ->
        [one] 1 Person
       *[other] { $count } Personen
    })
}.
plan-fair-free = Das kostet keine erste Wahl.
# $text sind die Sätze darüber.
plan-fairness = { $text }

## Wartelisten

plan-waiting-way = Eine Warteliste entsteht durch „lottery“ (Los) oder „first come“ (wer zuerst kommt); gefunden: „{ $got }“. Schreiben Sie eines davon.
plan-waiting-sizes = Mit einer Warteliste muss { SETTING("target") } sagen, wie viele Personen jede Gruppe höchstens haben darf. Schreiben Sie z. B. „Töpfern=8,Schach=12“, oder „..10“ und die Zahl der Gruppen.
plan-waiting-missing = Wer nachrückt, entscheidet eine Warteliste; sie fehlt. Geben Sie { SETTING("waiting_list", "lottery") } an wie beim ersten Mal.
plan-left-without = Wer gegangen ist, muss in früheren Gruppen gewesen sein; diese fehlen. Geben Sie auch { SETTING("before") } an.
plan-left-unknown = Wer gegangen ist, muss in den früheren Gruppen stehen; „{ $name }“ steht dort nicht. { $known ->
    [0] Prüfen Sie den Namen.
   *[other] Meinen Sie „{ $near }“?
}
plan-no-such-place = Die früheren Gruppen müssen unter { $groups } sein; gefunden: „{ $group }“. Geben Sie dieselben Größen an wie beim ersten Mal.
plan-offer-waiting = Oder lassen Sie { $count ->
    [one] 1 Person
   *[other] { $count } Personen
} auf einen Platz warten: { SETTING("waiting_list", "lottery") }.
plan-nobody-waits = Niemand muss warten: Es gibt für alle einen Platz.
plan-waits = { $count ->
    [one] 1 Person von { $people } wartet auf einen der { $places } Plätze
   *[other] { $count } Personen von { $people } warten auf einen der { $places } Plätze
}, { $how ->
    [lottery] durch das Los bestimmt
   *[first] weil sie zuletzt kamen
}: { $names }.
plan-waits-rules = Unter den Regeln können { $placed } der { $places } Plätze vergeben werden. { $count ->
    [one] 1 Person von { $people } wartet
   *[other] { $count } Personen von { $people } warten
}, { $how ->
    [lottery] durch das Los bestimmt
   *[first] nach der Reihenfolge der Tabelle
}: { $names }.
plan-moved-up = { $gone ->
    [0] Niemand ist gegangen.
   *[other] Gegangen: { $left }.
} { $count ->
    [0] Niemand rückt nach.
   *[other] Es rücken nach: { $moved }. Niemand sonst wechselt.
}
plan-left-broken = Weil jemand gegangen ist, sind diese Regeln nicht mehr erfüllt: { $rules }.
plan-waiting-count = Eine Warteliste zählt Personen; gefunden: auch { SETTING("count_by") }. Lassen Sie eines davon weg.

## Mehrere Gruppen für alle, und Zeitfenster

plan-each-groups = Alle müssen verschiedene Gruppen bekommen; verlangt sind { $each } pro Person, und es gibt { $count ->
    [one] nur 1 Gruppe
   *[other] nur { $count } Gruppen
}. Verlangen Sie mit { SETTING("each") } weniger, oder geben Sie mehr Gruppen an.
plan-each-slots = Niemand kann gleichzeitig in zwei Gruppen sein; verlangt sind { $each } Gruppen pro Person, und es gibt { $count ->
    [one] nur 1 Zeitfenster
   *[other] nur { $count } Zeitfenster
} ({ $slots }). Verlangen Sie mit { SETTING("each") } weniger, oder fügen Sie ein Zeitfenster hinzu.
plan-each-workshops = Niemand bekommt denselben Workshop zweimal, daher sind mit diesen Zeitfenstern höchstens { $most } pro Person möglich; verlangt sind { $each }. Verlangen Sie mit { SETTING("each") } weniger, oder fügen Sie andere Workshops hinzu.
plan-each-sizes = Jede Gruppe braucht eine Größe; sie fehlt für { $groups }. Fügen Sie { $count ->
    [one] ihre Größe
   *[other] ihre Größen
} hinzu, oder nehmen Sie { $count ->
    [one] sie
   *[other] sie alle
} aus { SETTING("slots") } heraus.
plan-slots-unknown = Zeitfenster müssen Gruppen nennen, die es gibt ({ $groups }); bei { $slot } steht „{ $group }“. { $known ->
    [0] Prüfen Sie den Namen.
   *[other] Meinten Sie „{ $near }“?
}
plan-slots-missing = Jede Gruppe muss in einem Zeitfenster sein; „{ $group }“ ist in keinem von diesen: { $slots }. Fügen Sie sie einem davon hinzu.
plan-few-places = { $in_slot ->
    [0] Für jede der { $people } Personen muss es { $each } Plätze geben, zusammen { $needed }
   *[other] Im Zeitfenster { $slot } muss es für jede der { $people } Personen einen Platz geben
}; die Größen lassen { $places } zu. Fügen Sie { $gap ->
    [one] 1 Platz
   *[other] { $gap } Plätze
} hinzu.
plan-many-places = { $in_slot ->
    [0] { $people } Personen in je { $each } Gruppen können { $needed } Plätze füllen
   *[other] { $people } Personen können im Zeitfenster { $slot } { $needed } Plätze füllen
}; die Größen verlangen mindestens { $places }. Nehmen Sie { $gap ->
    [one] 1 Platz
   *[other] { $gap } Plätze
} weg.
plan-each-with = Mit { $each } Gruppen pro Person ist { $setting } nicht möglich. Lassen Sie eines von beiden weg.
plan-slots-unused = Regeln über Zeitfenster sind für Personen, die mehrere Gruppen bekommen; hier bekommen alle eine.
plan-earlier-several = Die frühere Einteilung muss für jede Person eine Gruppe haben; angegeben sind je { $each }. Geben Sie eine mit einer Gruppe pro Person an.
