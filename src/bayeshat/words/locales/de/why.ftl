# Warum jemand in einer Gruppe ist. Namen von Personen und Gruppen stehen da, wie jemand sie geschrieben hat.

why-place = { $name } ist in { $group }: { $sureness }.
why-chance-0 = { $noun ->
    [house] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in diesem Haus.
    [own] Mit einer Wahrscheinlichkeit von { $share } gehört diese Person in diese Gruppe.
   *[group] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in dieser Gruppe.
}
why-chance-1 = { $noun ->
    [house] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in diesem Haus, mindestens doppelt so oft wie in jedem anderen.
    [own] Mit einer Wahrscheinlichkeit von { $share } gehört diese Person in diese Gruppe, mindestens doppelt so wahrscheinlich wie in jede andere.
   *[group] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in dieser Gruppe, mindestens doppelt so oft wie in jeder anderen.
}
why-chance-2 = { $noun ->
    [house] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in diesem Haus; keines sticht klar hervor.
    [own] Mit einer Wahrscheinlichkeit von { $share } gehört diese Person in diese Gruppe; keine sticht klar hervor.
   *[group] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in dieser Gruppe; keine sticht klar hervor.
}
why-chance-3 = { $noun ->
    [house] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in diesem Haus, aber mindestens doppelt so oft in einem anderen.
    [own] Mit einer Wahrscheinlichkeit von { $share } gehört diese Person in diese Gruppe, aber mindestens doppelt so wahrscheinlich in eine andere.
   *[group] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in dieser Gruppe, aber mindestens doppelt so oft in einer anderen.
}
why-chance-fixed = { $noun ->
    [house] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in diesem Haus; ihr Platz steht aber fest.
    [own] Mit einer Wahrscheinlichkeit von { $share } gehört diese Person in diese Gruppe; ihr Platz steht aber fest.
   *[group] In { $share } der Einteilungen, die zu den Antworten aller passen, ist diese Person in dieser Gruppe; ihr Platz steht aber fest.
}
why-moved = { $name } wurde von Hand hierher verschoben. Die Einteilung hatte { $group } ergeben.
why-silent = Keine Antworten: Nichts spricht für irgendeine Gruppe.
why-only = Es gibt { $noun ->
    [house] kein anderes Haus
   *[group] keine andere Gruppe
}.
why-said = die Antwort „{ $option }“ auf „{ $question }“
why-not-ticked = „{ $option }“ bei „{ $question }“ nicht angekreuzt
why-empty = keine Antwort auf „{ $question }“
why-more = die Antwort „{ $option }“ auf „{ $question }“ (mehr als die meisten)
why-less = die Antwort „{ $option }“ auf „{ $question }“ (weniger als die meisten)
why-for = Dafür: { $said }, dort { $times }-mal so wahrscheinlich wie anderswo.
why-against = Dagegen: { $said }, anderswo { $times }-mal so wahrscheinlich wie dort.
why-odds-for = Dafür: { $said }, was { $group } gegenüber { $next } { $times }-mal so wahrscheinlich macht.
why-odds-against = Dagegen: { $said }, was { $next } gegenüber { $group } { $times }-mal so wahrscheinlich macht.
why-over-100 = über 100
why-alike = Keine der Antworten unterscheidet die Gruppen.
why-rule = Regel: { $rule }.
why-rule-broken = Regel: { $rule }; verletzt.
why-wish = Wunsch: { $rule }; erfüllt.
why-wish-missed = Wunsch: { $rule }; nicht ganz erfüllt.
why-better = { $by ->
    [rules] { $group } passt besser ({ $share }), aber die Regeln haben entschieden.
    [wishes] { $group } passt besser ({ $share }), aber ein Wunsch hat entschieden.
    [answers] { $group } passt besser ({ $share }), aber die Antworten haben entschieden.
    [hand] { $group } passt besser ({ $share }), aber es wurde von Hand entschieden.
    [exchange] { $group } passt besser ({ $share }), aber die beiden, die getauscht haben, haben entschieden.
   *[sizes] { $group } passt besser ({ $share }), aber die Größen und die Plätze der anderen haben entschieden.
}
why-decided = { $by ->
    [rules] Die Regeln haben entschieden.
    [wishes] Ein Wunsch hat entschieden.
   *[sizes] Die Größen und die Plätze der anderen haben entschieden.
}
why-room = Dort war Platz.
why-not-allowed = { $group }, { $share }: nicht erlaubt durch { $rules }.
why-quoted = „{ $rule }“
why-move = { $group }, { $share }: dorthin zu wechseln bedeutet { $people }.
why-move-none = { $group }, { $share }: dorthin zu wechseln macht keinen messbaren Unterschied.
why-sizes = Allein in { $noun ->
    [house] ein anderes Haus
   *[group] eine andere Gruppe
} zu wechseln würde die Größen ändern, aber zwei Personen können tauschen.
why-sizes-some = Allein nach { $groups } zu wechseln würde die Größen ändern, aber zwei Personen können tauschen.
why-swap = Mit { $name } ({ $group }) zu tauschen bedeutet { $people }.
why-swap-none = Mit { $name } ({ $group }) zu tauschen macht keinen messbaren Unterschied.
