# Personen, deren Gruppe bekannt ist, und was von ihnen gelernt wurde. Namen stehen so da, wie jemand sie geschrieben hat.

known-nobody-left = Es muss noch jemand einzusortieren sein; die Gruppe aller { $count } Personen ist schon bekannt. Ergänzen Sie die Antworten von Personen ohne Gruppe, oder lernen Sie aus diesen eine Umfrage (learn_survey, bayeshat learn).
known-none = { SETTING("known") } muss die Gruppe mindestens einer Person nennen; es nennt keine. Tragen Sie die Gruppen ein, die Sie kennen, oder lassen Sie { SETTING("known") } weg.
known-no-heading = { SETTING("known") } muss eine Überschrift der Antworten oder eine Datei mit Namen und Gruppen sein; „{ $heading }“ gibt es nicht. Prüfen Sie den Pfad.
known-twice = Jeder Name in der Liste der bekannten Gruppen muss zu einer Person gehören; mehrmals kommt vor: { $names }. Machen Sie die Namen verschieden, oder nennen Sie die Gruppen in einer Spalte der Antworten.
known-unknown-houses =
    Jede bekannte Gruppe muss eine der Umfrage sein ({ $houses }); { $count ->
        [one] eine ist es nicht
       *[other] { $count } sind es nicht
    }
    { $wrong }
    Berichtigen Sie die Namen, oder lassen Sie die Zellen leer.
known-wrong = { $person }: „{ $house }“
known-wrong-near = { $person }: „{ $house }“ (am ähnlichsten: „{ $near }“)
known-count-alone = { SETTING("known_count") } braucht Personen, deren Gruppe bekannt ist; { SETTING("known") } fehlt. Ergänzen Sie { SETTING("known") }, oder lassen Sie { SETTING("known_count") } weg.
known-weights = { SETTING("weights") } muss 'auto' oder 'off' sein; gefunden: { $got }. Nehmen Sie im Zweifel 'auto'.
known-discount = { SETTING("discount") } muss eine Zahl über 0 und bis 1 sein; gefunden: { $got }. Verwenden Sie im Zweifel 0.5.
known-few-answers = Zu mindestens einer Frage muss es zwei Antworten geben, die je mindestens { $least } Personen gegeben haben; es gibt keine. Geben Sie die Antworten von mehr Personen an, oder senken Sie { SETTING("least") }.
known-file-exists = Die Umfrage muss in einer neuen Datei gespeichert werden; { $file } gibt es schon. Wählen Sie einen anderen Namen, oder geben Sie force=True an.

## Was gelernt wurde

known-people = { $count ->
    [one] Gelernt von 1 Person, deren Gruppe bekannt ist ({ $houses }).
   *[other] Gelernt von { $count } Personen, deren Gruppe bekannt ist ({ $houses }).
}
known-missing = In { $houses } ist niemand bekannt: Was man dort antwortet, ist aus der Umfrage und den Antworten aller geschätzt. Ergänzen Sie möglichst jemanden, der dorthin gehört.
known-absent = { $count ->
    [one] Von 1 Person, deren Gruppe bekannt ist, ließ sich nichts lernen, weil sie nicht geantwortet hat: { $names }.
   *[other] Von { $count } Personen, deren Gruppe bekannt ist, ließ sich nichts lernen, weil sie nicht geantwortet haben: { $names }.
}
known-tested = Zur Probe wurde jede von ihnen nach dem einsortiert, was die anderen lehren: { $right } von { $count } kamen in ihre richtige Gruppe.
# Wie gut Personen ohne eine Frage einsortiert werden.
known-fall-large = viel schlechter
known-fall-medium = schlechter
known-fall-small = etwas schlechter
known-fall-none = kein Unterschied
known-fall-better = besser
known-weights-few = Gewichte von Fragen werden erst ab { $least } Personen gelernt.
known-weights-own = Es gelten die Gewichte, die die Umfrage den Fragen gibt.
known-weights-full = Alle Fragen zählen voll: Andere Gewichte hätten diese Personen nicht deutlich besser einsortiert.
known-weights-learned = Wie viel jede Frage zählt, wurde auch von ihnen gelernt: Eine Frage, die andere wiederholt, zählt weniger.
known-weights-mixed = Alle Fragen zählen voll, denn Personen können zu mehreren Gruppen gehören. Mit { SETTING("membership", "single") } wird gelernt, wie viel jede Frage zählen soll.
known-corrections = { $power ->
    [0] Einsortiert wird danach, was jede Antwort über jede Gruppe sagt, wenn alle Antworten zusammen betrachtet werden (eine Regression). So wurden diese Personen deutlich besser einsortiert als danach, wie oft Personen jeder Gruppe eine Antwort geben.
   *[other] Zwei Wege, Gruppen zu unterscheiden, werden verbunden, denn so wurden diese Personen deutlich besser einsortiert: wie oft Personen jeder Gruppe eine Antwort geben, und was jede Antwort sagt, wenn alle zusammen betrachtet werden (eine Regression).
}
known-corrections-totals = Die Personen werden danach eingeteilt, wie oft Personen jeder Gruppe eine Antwort geben. Was alle Antworten zusammen sagen (eine Regression), wird bei bekannten Gesamtzahlen nicht gelernt; dafür { SETTING("size_prior") } statt { SETTING("totals") } angeben.
known-corrections-empty = { $count ->
    [one] Bei 1 Frage zählt es als Antwort, sie leer zu lassen.
   *[other] Bei { $count } Fragen zählt es als Antwort, sie leer zu lassen.
}
known-spreads-alike = Zahlen streuen der Annahme nach in jeder Gruppe etwa gleich; so wurden diese Personen besser einsortiert.
known-rare-options = { $count ->
    [one] 1 Option, die weniger als { $least } Personen gewählt haben, wurde weggelassen; ergänzen Sie in der Datei, was man sonst noch wählen kann.
   *[other] { $count } Optionen, die weniger als { $least } Personen gewählt haben, wurden weggelassen; ergänzen Sie in der Datei, was man sonst noch wählen kann.
}
known-nothing-taught = Es wurde nichts gelernt, weil weniger als { $least } Personen einer Gruppe dieselbe Antwort gegeben haben: Die Zahlen sind wie zuvor. Senken Sie { SETTING("least") }, oder geben Sie die Antworten von mehr Personen an.

## Eine Bemerkung in der Datei einer gelernten Umfrage

known-survey-taught = { $count ->
    [0] Diese Umfrage wurde von weniger als { $least } Personen gelernt, deren Gruppe bekannt ist.
   *[other] Diese Umfrage wurde von mindestens { $count } Personen gelernt, deren Gruppe bekannt ist.
}
known-survey-untaught = { $count ->
    [0] Diese Umfrage sollte von weniger als { $least } Personen gelernt werden, deren Gruppe bekannt ist.
   *[other] Diese Umfrage sollte von mindestens { $count } Personen gelernt werden, deren Gruppe bekannt ist.
}
known-counts = Jede Zahl ist die vorherige plus { $discount }-mal die Zahl derer in der Gruppe, die diese Antwort gegeben haben. Gezählt wird in Schritten von { $least } Personen; weniger als { $least } zählen also nicht und lassen die Zahl, wie sie war. Ebenso gezählt sind in learned_from die Personen jeder Gruppe. So verrät die Datei niemandes Antworten.
known-means = Mittelwerte und Streuungen von Zahlen stammen von mindestens { $count } Personen.
known-corrections-file = Jede Korrektur stammt von mindestens { $count } Personen, die diese Antwort gegeben oder die Frage leer gelassen haben. Was in einer Gruppe weniger als { $least } Personen auf eine Frage geantwortet haben, bleibt dort außer Betracht.
known-may-change = Sie können jede Zahl ändern.
