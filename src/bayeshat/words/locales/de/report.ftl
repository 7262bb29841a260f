# Der Bericht, eine Seite. Namen von Personen und Gruppen stehen da, wie jemand sie geschrieben hat. $noun ist „house“ oder „group“.

report-title = { $title }: { $counts }
report-counts = { $people ->
    [one] 1 Person
   *[other] { $people } Personen
} in { $noun ->
    [house] { $groups ->
        [one] 1 Haus
       *[other] { $groups } Häusern
    }
   *[group] { $groups ->
        [one] 1 Gruppe
       *[other] { $groups } Gruppen
    }
}
report-people = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}
report-card = { $count ->
    [one] <b>1</b> Person
   *[other] <b>{ $count }</b> Personen
}
report-more = Und { $count } weitere.
report-more-people = { $count ->
    [one] 1 weitere Person
   *[other] { $count } weitere Personen
}
report-and = Und { $what }.
report-nobody = Niemand.
report-skip = Zu den { $noun ->
    [house] Häusern
   *[group] Gruppen
}
report-waiting = Warteliste
report-made = Erstellt mit bayeshat { $version }. Diese Seite ist eine einzige Datei: Sie lädt nichts und sendet nichts.
report-check = Bitte prüfen
report-check-now = Bitte prüfen.
report-person = Person
report-picture = Bild
report-group = { $noun ->
    [house] Haus
   *[group] Gruppe
}
report-statisticians = Für die Statistik
report-share-of = { $group } { $share }

## Inhalt

report-contents = Inhalt
report-to-members = Mitglieder
report-to-index = A bis Z
report-to-sure = Wie sicher
report-to-settled = Wie fest
report-to-swaps = Tauschen
report-to-sizes = Größen
report-to-rules = Regeln
report-to-learned = Gelernt
report-to-why = Warum
report-to-other = Anders
report-to-quality = Güte
report-to-again = Zitieren und wiederholen

## Die Gruppen und ihre Mitglieder

report-groups = Die { $noun ->
    [house] Häuser
   *[group] Gruppen
} und ihre Mitglieder
report-settled-count = { $settled ->
    [one] Bei 1 von { $people } steht der Platz fest
   *[other] Bei { $settled } von { $people } steht der Platz fest
}, { $leaning ->
    [one] 1 gehört eher hierher.
   *[other] { $leaning } gehören eher hierher.
}
report-arbitrary = Die Umfrage sagt nicht, wie sich ihre Gruppen unterscheiden; die Namen sind also beliebig: Es zählt, wer zusammen ist.
report-other-groups = Diese Gruppen sind nicht die der Umfrage. Es zählt, wer zusammen ist, nicht, wie eine Gruppe heißt.
report-wanted = gewünscht: { $sizes }
report-times = Alle können: { $times }
report-show-names = Die { $count } Namen zeigen
report-sheet = { $part } von { $parts }
report-lists = { $title }: Listen
report-places-round = Platz { $last } ist neben Platz 1.
report-places-row = Die Plätze gehen von einem Ende der Reihe zum anderen.
report-table-round = Tisch { $number }
report-table-row = Reihe { $number }
report-place = Platz { $place }
report-place-cards = { $title }: Tischkarten

## Personen von A bis Z

# Bei mehreren Runden.
report-round = Runde { $number }
report-index = Personen von A bis Z
report-find = Eine Person suchen
report-all = Alle { $people }
# Ein Skript setzt die Zahl ein.
report-found = {"{count}"} gefunden

## Wie sicher die Plätze sind

report-sure = Wie sicher das ist
report-single = { $noun ->
    [house] Es gibt nur ein Haus, also sind alle darin.
   *[group] Es gibt nur eine Gruppe, also sind alle darin.
}
# $level ist etwa „80 %“.
report-scale-0 = { $noun ->
    [house] mindestens { $level } für das eigene Haus
   *[group] mindestens { $level } für die eigene Gruppe
}
report-scale-0-fixed = { $noun ->
    [house] mindestens { $level } für das eigene Haus, oder der Platz ist vorgegeben
   *[group] mindestens { $level } für die eigene Gruppe, oder der Platz ist vorgegeben
}
report-scale-1 = weniger, aber mindestens doppelt so viel wie für { $noun ->
    [house] jedes andere Haus
   *[group] jede andere Gruppe
}
report-scale-2 = { $noun ->
    [house] kein Haus
   *[group] keine Gruppe
} hat mindestens doppelt so viel wie die anderen: Sehen Sie sich zuerst diese Personen an
report-scale-3 = { $noun ->
    [house] ein anderes Haus
   *[group] eine andere Gruppe
} hat mindestens doppelt so viel, aber die { $by ->
    [rules] Größen, die Regeln
   *[sizes] Größen
} oder die Personen bei ihnen halten sie hier
report-percentages = Eine Prozentzahl ist die Wahrscheinlichkeit, dass eine Person in { $noun ->
    [house] ein Haus
   *[group] eine Gruppe
} gehört: { $level } heißt, dass sie in 8 von 10 Einteilungen, die zu den Antworten aller passen, dort ist. { $noun ->
    [own] Andere Fragen könnten andere Gruppen ergeben.
   *[group] Von zehn Personen mit { $level } gehören etwa zwei woandershin.
}
report-percentages-lowered = Eine Prozentzahl ist die Wahrscheinlichkeit, dass eine Person in eine Gruppe gehört. Andere Fragen bestätigen weniger, als diese Antworten allein versprechen; die Prozentzahlen sind deshalb gesenkt: Im Mittel sagen sie, wie viele Personen mit anderen Fragen in derselben Gruppe wären.
report-percentages-rest = Der Rest bis 100 % sind Einteilungen, in denen sie zu keiner dieser Gruppen gehören.
report-bars = { $noun ->
    [house] Jeder Balken zeigt alle Häuser für eine Person, von 0 bis 100 %. Der hohe, umrandete Teil ist das Haus, in dem sie ist.
   *[group] Jeder Balken zeigt alle Gruppen für eine Person, von 0 bis 100 %. Der hohe, umrandete Teil ist die Gruppe, in der sie ist.
}
report-bars-compact = { $noun ->
    [house] Bei so vielen Personen sind nur das eigene Haus und das nächstbeste gezeichnet. Klappen Sie ein Haus auf, um seine Personen zu sehen, auch vor dem Drucken.
   *[group] Bei so vielen Personen sind nur die eigene Gruppe und die nächstbeste gezeichnet. Klappen Sie eine Gruppe auf, um ihre Personen zu sehen, auch vor dem Drucken.
}
report-surest-first = die sichersten zuerst
report-chances = Wahrscheinlichkeiten
report-how-sure = Wie sicher
report-next = danach: { $group } { $share }

## Wer wechseln oder tauschen könnte

report-moves = Wer fast ohne Nachteil wechseln könnte
report-moves-some = Würde eine dieser Personen wechseln, wären höchstens { $cheap } Personen weniger { $noun ->
    [house] im richtigen Haus
    [own] in der Gruppe, die zu ihnen passt,
   *[group] in der richtigen Gruppe
} zu erwarten{ $sizes ->
    [wanted] ; die Größen würden sich ändern.
   *[any] .
}
report-moves-list = Personen, die allein wechseln könnten
report-moves-from = Ist in → könnte in
report-change = { $noun ->
    [own] Änderung der Personen, zu denen ihre Gruppe passt
   *[group] Änderung der Personen am richtigen Platz
}
report-moves-barred = Niemand kann allein wechseln, denn { $by ->
    [rules] die Größen oder die Regeln erlauben es nicht.
   *[sizes] die Größen sind genau eingehalten.
}
report-moves-can-swap = Aber man kann tauschen.
report-moves-none = { $noun ->
    [house] Niemand könnte es: Jeder Wechsel hieße, dass mehr als { $cheap } Personen weniger im richtigen Haus zu erwarten wären, oder führte in ein Haus, in das die Person mit weniger als { $least } gehört.
    [own] Niemand könnte es: Jeder Wechsel hieße, dass mehr als { $cheap } Personen weniger in der Gruppe, die zu ihnen passt, zu erwarten wären, oder führte in eine Gruppe, in die die Person mit weniger als { $least } gehört.
   *[group] Niemand könnte es: Jeder Wechsel hieße, dass mehr als { $cheap } Personen weniger in der richtigen Gruppe zu erwarten wären, oder führte in eine Gruppe, in die die Person mit weniger als { $least } gehört.
}
report-swaps = Wer fast ohne Nachteil tauschen könnte
report-swaps-some = Würden die beiden Personen einer Zeile tauschen, blieben die Größen gleich{ $by ->
    [rules] , alle Regeln, die gelten müssen, wären eingehalten
   *[sizes] {""}
}, und die Gruppen wären fast ebenso gut: Höchstens { $cheap } Personen weniger wären { $noun ->
    [house] im richtigen Haus
    [own] in der Gruppe, die zu ihnen passt,
   *[group] in der richtigen Gruppe
} zu erwarten.
report-swaps-list = Paare, die tauschen könnten
report-swaps-with = könnte tauschen mit
report-swaps-more = { $count ->
    [one] Und 1 weiteres Paar.
   *[other] Und { $count } weitere Paare.
}
report-swaps-single = { $noun ->
    [house] Es gibt nur ein Haus, also nichts zu tauschen.
   *[group] Es gibt nur eine Gruppe, also nichts zu tauschen.
}
report-swaps-skipped = Bei so vielen Personen wurde nicht nach Tauschpaaren gesucht.
report-swaps-none = Niemand könnte es: Jeder Tausch{ $by ->
    [rules] , den die Regeln erlauben,
   *[sizes] {""}
} hieße, dass mehr als { $cheap } Personen weniger { $noun ->
    [house] im richtigen Haus zu erwarten wären, oder führte eine der beiden in ein Haus, in das
    [own] in der Gruppe, die zu ihnen passt, zu erwarten wären, oder führte eine der beiden in eine Gruppe, in die
   *[group] in der richtigen Gruppe zu erwarten wären, oder führte eine der beiden in eine Gruppe, in die
} sie mit weniger als { $least } gehört.
report-none = keine

## Größen

report-sizes = Größen
report-sizes-none = Es waren keine Größen gewünscht.
report-sizes-met = Alle Größen sind wie gewünscht.
report-sizes-off = { $count } von { $all } Größen sind nicht wie gewünscht.
report-sizes-mark = Der Strich auf jedem Balken ist die gewünschte Größe.
report-sizes-list = Größe { $noun ->
    [house] jedes Hauses
   *[group] jeder Gruppe
}
report-sizes-list-wanted = Größe { $noun ->
    [house] jedes Hauses
   *[group] jeder Gruppe
} neben der gewünschten
report-sizes-people = Personen
report-sizes-wanted = Gewünscht
report-sizes-by = Abweichung
report-sizes-of = { $size } von { $wanted } gewünschten

## Wie fest die Gruppen stehen

report-settled = Wie fest stehen diese { $noun ->
    [house] Häuser
   *[group] Gruppen
}?
report-open = Bei wem es offen ist
report-elsewhere = Wer anderswo besser passen würde
report-or = oder
report-unnamed = Und { $people }: siehe die Spalte „settled“ in assignments.csv.
report-ways = Andere Einteilungen dieser Personen
report-ways-none = Keine andere Einteilung sticht hervor.
report-ways-many = Keine andere Einteilung sticht hervor: Es gibt viele, die sich ein wenig unterscheiden, und keine ist klar wahrscheinlicher als die übrigen.
report-ways-main = Es gibt { $count } wichtige Möglichkeiten, die alle { $kept ->
    [rules] die Größen und Regeln
    [sizes] die Größen
   *[number] die Anzahl der { $noun ->
        [house] Häuser
       *[group] Gruppen
    }
} einhalten. Die Wahrscheinlichkeit sagt jeweils, wie gut die Aussichten sind, dass gerade diese der Wahrheit am nächsten kommt. Diese { $noun ->
    [house] Häuser
   *[group] Gruppen
} kommen ihr im Durchschnitt am nächsten, auch wo eine andere Möglichkeit wahrscheinlicher ist.
report-way-here = Diese { $noun ->
    [house] Häuser
   *[group] Gruppen
}
report-way = Möglichkeit { $number }
report-way-same = Wie in diesem Bericht.
report-everybody-moved = Alle, die anderswo eingeteilt wären
report-by-here = { $who ->
    [everybody] Alle
   *[moved] Alle, die anderswo eingeteilt wären
}, nach { $noun ->
    [house] dem Haus, in dem
   *[group] der Gruppe, in der
} sie hier sind:
report-stays = bleibt
report-ball = Der Glaubwürdigkeitsbereich zu { $level } um diese Gruppen hat einen Radius von { $radius } (<code>{ $distance }</code>); er enthält { $inside } der Ziehungen. Einteilungen an seinem Rand, und die nächsten, die Größen und Regeln einhalten:
report-ball-list = Ränder des Glaubwürdigkeitsbereichs
report-ball-draw = Ziehung im Bereich
report-ball-clusters = Cluster
report-ball-distance = Abstand
report-ball-nearest = Nächste, die Größen und Regeln einhält
report-ball-farthest = am weitesten entfernt
report-ball-fewest = wenigste Cluster
report-ball-most = meiste Cluster
report-bits = { $number } Bit
report-losses = Erwarteter Verlust der { $count } Möglichkeiten: { $losses }.
report-curve = Anteil der Personen, die in { $noun ->
    [house] ihr Haus
   *[group] ihre Gruppe
} gehören, gegen die Wahrscheinlichkeit
report-probability = Wahrscheinlichkeit
report-curve-words = Anteil der Personen, die mindestens mit dieser Wahrscheinlichkeit in { $noun ->
    [house] ihr Haus
   *[group] ihre Gruppe
} gehören: jede für sich (durchgezogene Linie) und der sichere Kern, bei dem es für alle zugleich gilt (gestrichelte Linie).
report-curve-sample = Der Kern wurde unter { $count } der { $all } Personen gesucht.

## Regeln

report-rules = Regeln
report-rules-round = So hält sich Runde 1 an die Regeln. Was gelten muss, gilt in jeder Runde.
report-rules-show = Die Regeln zeigen
report-rules-list = Die Regeln, und was aus ihnen geworden ist
report-rule = Regel
report-rule-why = Warum
report-rule-kept = Ergebnis

## Was gelernt wurde

report-learned = Was von Personen gelernt wurde, deren Gruppe bekannt ist
report-learned-questions = Was jede Frage beiträgt
report-learned-weights = Ein Gewicht von 1 zählt voll, 0 gar nicht. Die letzte Spalte sagt, wie gut bekannte Personen ohne die Frage eingeteilt worden wären.
report-learned-list = Fragen mit ihrem Gewicht, die wichtigsten zuerst
report-question = Frage
report-weight = Gewicht
report-without = Ohne sie

## Warum

report-why = Warum { $noun ->
    [house] dieses Haus
   *[group] diese Gruppe
}
report-why-single = { $noun ->
    [house] Es gibt nur ein Haus, also nichts zu erklären.
   *[group] Es gibt nur eine Gruppe, also nichts zu erklären.
}
report-speaks = Was am meisten für { $noun ->
    [house] jedes Haus
   *[group] jede Gruppe
} spricht
report-speaks-times = „2,0 ×“ heißt: in { $noun ->
    [house] diesem Haus
   *[group] dieser Gruppe
} im Durchschnitt doppelt so wahrscheinlich wie in den anderen.
report-speaks-none = Keine Antwort sticht hervor.
report-counted = { $count } von { $answered }
report-average = { $mean } im Mittel
report-mean-of = { $count ->
    [one] 1 Antwort
   *[other] { $count } Antworten
}
report-answers = Was geantwortet wurde
# Der Teil in Klammern fehlt auf schmalen Bildschirmen.
report-answers-words = Zu jeder Antwort: welcher Anteil der Mitglieder sie gegeben hat (und wie viele){ $means ->
    [means] , oder das Mittel ihrer Zahlen
   *[shares] {""}
}, was vor dem Einteilen erwartet wurde<span class="wide"> (der Strich auf dem Balken)</span>, und was jetzt erwartet wird. Ein Stern markiert die Antworten, die am meisten für { $noun ->
    [house] ein Haus
   *[group] eine Gruppe
} sprechen.
report-left-out = { $count ->
    [one] 1 Frage, die die { $noun ->
        [house] Häuser
       *[group] Gruppen
    } kaum unterscheidet, ist weggelassen.
   *[other] { $count } Fragen, die die { $noun ->
        [house] Häuser
       *[group] Gruppen
    } kaum unterscheiden, sind weggelassen.
}
report-several = Man konnte mehrere Antworten ankreuzen.
report-missing = { $count ->
    [one] 1 Person hat nicht geantwortet.
   *[other] { $count } Personen haben nicht geantwortet.
}
report-answers-to = Antworten auf Frage { $number }
report-gave-it = So geantwortet
report-gave-several = Angekreuzt
report-gave-ranking = An erster Stelle
report-gave-number = Geantwortet
report-before = Vorher
report-now = Jetzt
report-mean = Mittel
report-speaks-for = spricht dafür
report-expected = { $share }, erwartet { $prior }
report-no-answer = keine Antwort
report-by-person = Person für Person
report-by-person-words = Die Antworten, die am meisten für { $noun ->
    [house] das Haus
   *[group] die Gruppe
} jeder Person sprachen, mit der Nummer der Frage.
report-by-person-odds = Hier heißt „2,0 ×“: macht { $noun ->
    [house] dieses Haus
   *[group] diese Gruppe
} doppelt so wahrscheinlich, verglichen mit { $noun ->
    [house] dem nächsten
   *[group] der nächsten
} für diese Person.
report-by-person-answers = Antworten, die dafür sprachen
report-not-answered = Keine Frage wurde beantwortet.
report-none-spoke = Keine sprach dafür.
report-by-person-many = Bei mehr als { $count } Personen sind die Antworten der einzelnen hier nicht aufgeführt.
report-explain = <code>bayeshat explain NAME</code> nennt sie.
report-explain-python = In Python nennt sie <code>bayeshat.report.explain.explain_person(result, name)</code>.
report-not-ticked = { $option }, nicht angekreuzt
report-left-empty = leer gelassen
report-more-than = { $option }, mehr als die meisten
report-less-than = { $option }, weniger als die meisten

## Eine andere Art zu wählen

report-other = Eine andere Art zu wählen
# $aim und $other sind etwa „alle möglichst oft in ihr eigenes Haus einzuteilen“.
report-other-aims = Diese Gruppen wurden gewählt, um { $aim }. Ein anderes Ziel wäre, { $other }.
report-other-same = Hier ergeben beide Ziele dieselben Gruppen.
report-other-moved = Dann wären { $count } von { $people } Personen in { $noun ->
    [house] einem anderen Haus
   *[group] einer anderen Gruppe
}{ $more ->
    [0] :
   *[other] , darunter:
}
report-other-list = Die beiden Arten nebeneinander
report-measure = Maß
report-this = Dieser Bericht
report-that = Die andere Art
report-most-probable = Personen in { $noun ->
    [house] ihrem wahrscheinlichsten Haus
   *[group] ihrer wahrscheinlichsten Gruppe
}
report-expected-right = Personen, die { $noun ->
    [house] im richtigen Haus
   *[group] in der richtigen Gruppe
} zu erwarten sind
report-right-of = { $right } von { $people }
report-disagreement = erwarteter Abstand von den wahren Gruppen { $bits } Bit

## Ob alles gut gegangen ist

report-quality = Ist alles gut gegangen?
report-sampling-good = Das Lernen aus den Antworten ist gut gegangen.
report-sampling-bad = Das Lernen aus den Antworten sollte man sich noch einmal ansehen.
report-misfit = Die Gruppen sollte man sich noch einmal ansehen.
report-repeats-bad = Einige Fragen scheinen einander zu wiederholen.
report-repeats-good = Die Gruppen erklären, wie die Antworten auf verschiedene Fragen zusammenhängen.
report-decision-good = Die Wahl der Gruppen ist gut gegangen.
report-decision-bad = Die Wahl der Gruppen sollte man sich noch einmal ansehen.
report-sampler = { $sampling } ({ $sampler }, { $chains ->
    [one] 1 Kette
   *[other] { $chains } Ketten
} mit { $draws } Ziehungen.)
report-gibbs = Gibbs-Sampling
report-loss = Erwarteter Verlust: { $loss }.
report-loss-words = Er sagt, wie weit diese Gruppen von den wahren entfernt sind, im Durchschnitt über alles, was nach den Antworten noch möglich ist; gezeigt sind die Gruppen, bei denen er am kleinsten ist.
report-loss-words-sizes = Er sagt, wie weit diese Gruppen von den wahren entfernt sind, im Durchschnitt über alles, was nach den Antworten noch möglich ist, und zählt hinzu, wie sehr die Größen von den gewünschten abweichen; gezeigt sind die Gruppen, bei denen er am kleinsten ist. Der Abstand von der Wahrheit ist { $bits } Bit, der von den gewünschten Größen { $distance }.

## Wie man das zitiert und wiederholt

report-again = Zitieren und wiederholen
report-method = Das Verfahren: { $cite }
report-software = Die Software: The bayeshat developers. <cite>bayeshat</cite>, Version { $version }.
report-repeat = Mit derselben Version, Umfrage und denselben Antworten ergibt dies dieselben Gruppen:
report-repeat-generator = Mit derselben Version, Umfrage und denselben Antworten ergibt dies dieselben Gruppen, wenn <code>generator</code> im selben Zustand ist wie damals:
report-options = Alle Einstellungen
report-options-list = Einstellungen dieser Einteilung
report-option = Einstellung
report-value = Wert
report-version = Version
