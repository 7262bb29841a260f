# Bei wem die Gruppe feststeht, und wie man Personen noch einteilen könnte. Namen stehen da, wie jemand sie geschrieben hat.

# $level ist etwa „80 %“.
settled-people = { $count ->
    [0] Bei niemandem steht { $noun ->
        [house] das Haus fest: Dazu müsste es zu mindestens { $level } das richtige sein.
       *[group] die Gruppe fest: Dazu müsste sie zu mindestens { $level } die richtige sein.
    }
    [one] Bei 1 von { $all } Personen steht { $noun ->
        [house] das Haus fest: Es ist zu mindestens { $level } das richtige
       *[group] die Gruppe fest: Sie ist zu mindestens { $level } die richtige
    }.
   *[other] Bei { $count } von { $all } Personen steht { $noun ->
        [house] das Haus fest: Es ist jeweils zu mindestens { $level } das richtige
       *[group] die Gruppe fest: Sie ist jeweils zu mindestens { $level } die richtige
    }.
}
settled-leaning = { $count ->
    [one] 1 Person gehört eher hierher: { $noun ->
        [house] Ihr Haus ist mindestens doppelt so wahrscheinlich wie jedes andere.
       *[group] Ihre Gruppe ist mindestens doppelt so wahrscheinlich wie jede andere.
    }
   *[other] { $count } Personen gehören eher hierher: { $noun ->
        [house] Ihr Haus ist mindestens doppelt so wahrscheinlich wie jedes andere.
       *[group] Ihre Gruppe ist mindestens doppelt so wahrscheinlich wie jede andere.
    }
}
settled-open = { $count ->
    [one] Bei 1 Person ist es offen ({ $noun ->
        [house] kein Haus
       *[group] keine Gruppe
    } ist mindestens doppelt so wahrscheinlich wie die anderen): { $names }.
   *[other] Bei { $count } Personen ist es offen ({ $noun ->
        [house] kein Haus
       *[group] keine Gruppe
    } ist mindestens doppelt so wahrscheinlich wie die anderen): { $names }.
}
settled-elsewhere = { $count ->
    [one] 1 Person passt anderswo besser, bleibt aber wegen der Größen, der Regeln oder der Personen bei ihr, wo sie ist: { $names }.
   *[other] { $count } Personen passen anderswo besser, bleiben aber wegen der Größen, der Regeln oder der Personen bei ihnen, wo sie sind: { $names }.
}
settled-elsewhere-by-hand = { $count ->
    [one] 1 Person würde in einer anderen Gruppe besser passen: { $names }.
   *[other] { $count } Personen würden in einer anderen Gruppe besser passen: { $names }.
}
settled-stay = { $fixed ->
    [0] Würden dieselben Personen eine weitere Umfrage beantworten, die ebenso viel über sie verrät, kämen etwa { $share } von ihnen wieder in { $noun ->
        [house] dasselbe Haus
       *[group] dieselbe Gruppe
    }.
   *[other] Würden dieselben Personen eine weitere Umfrage beantworten, die ebenso viel über sie verrät, kämen etwa { $share } derer ohne festen Platz wieder in { $noun ->
        [house] dasselbe Haus
       *[group] dieselbe Gruppe
    }.
}
settled-stay-again = { $fixed ->
    [0] Würden dieselben Personen die Umfrage noch einmal beantworten, kämen etwa { $share } von ihnen wieder in { $noun ->
        [house] dasselbe Haus
       *[group] dieselbe Gruppe
    }.
   *[other] Würden dieselben Personen die Umfrage noch einmal beantworten, kämen etwa { $share } derer ohne festen Platz wieder in { $noun ->
        [house] dasselbe Haus
       *[group] dieselbe Gruppe
    }.
}
settled-fixed = { $free ->
    [0] Alle haben einen festen Platz; andere Plätze wurden deshalb nicht gesucht.
   *[other] Alle bis auf eine Person hatten einen festen Platz.
}
settled-swap = { $count ->
    [one] { $names } tauscht den Platz mit { $others }.
   *[other] { $names } tauschen die Plätze mit { $others }.
}
settled-move = { $count ->
    [one] { $names } wechselt von { $before } nach { $after }.
   *[other] { $names } wechseln von { $before } nach { $after }.
}
settled-rest = { $count ->
    [one] 1 weitere Person wechselt.
   *[other] { $count } weitere Personen wechseln.
}
settled-people-fixed = { $count ->
    [one] Bei 1 von { $all } Personen steht { $noun ->
        [house] das Haus fest: Es ist zu mindestens { $level } das richtige
       *[group] die Gruppe fest: Sie ist zu mindestens { $level } die richtige
    }, oder der Platz ist vorgegeben.
   *[other] Bei { $count } von { $all } Personen steht { $noun ->
        [house] das Haus fest: Es ist jeweils zu mindestens { $level } das richtige
       *[group] die Gruppe fest: Sie ist jeweils zu mindestens { $level } die richtige
    }, oder der Platz ist vorgegeben.
}
settled-alone = Keine andere Einteilung sticht hervor.
settled-main = Es gibt { $count } wichtige Möglichkeiten, diese Personen einzuteilen. Die gewählte kommt der Wahrheit mit einer Wahrscheinlichkeit von { $share } am nächsten.
settled-other = Eine andere kommt ihr mit einer Wahrscheinlichkeit von { $share } am nächsten: { $changes }
settled-sampled = Um Zeit zu sparen, beruht ein Teil davon auf { $count } von { $all } Personen.
