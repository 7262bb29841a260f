# Wie das Ziehen von Stichproben endete: R-hat, effektive Stichprobengrößen, und was zu tun ist.

# $stands ist der Satz darunter.
sampling-agree = { $chains ->
    [one] Die beiden Hälften der einzigen Kette stimmen überein: { $stands }.
   *[other] Die Ketten stimmen überein: { $stands }.
}
sampling-stands = R-hat ist höchstens { $rhat }, die effektive Stichprobengröße mindestens { $effective }
sampling-switching = { $chains ->
    [one] Die beiden Hälften der einzigen Kette stimmen
   *[other] Die Ketten stimmen
} in allem überein, was nicht von den Namen der Cluster abhängt: { $stands }. Die Kennzeichen sind nicht identifiziert: Einige Cluster haben dieselbe Vorannahme; nichts sagt also, welches welches ist, und ein Name kann in verschiedenen Ziehungen für verschiedene Gruppen stehen.
sampling-apart = { $chains ->
    [one] Die Kette ist nicht konvergiert
   *[other] Die Ketten sind nicht konvergiert
}: R-hat muss unter { $limit } liegen, effektive Stichprobengrößen müssen mindestens { $least } sein; { $stands }, am schlechtesten bei { $worst }.
sampling-checked = Geprüft bei { $count } der { $all } Personen, gleichmäßig verteilt.
sampling-do-priors = Damit die Namen der Gruppen etwas bedeuten, braucht jedes Cluster eine eigene Vorannahme über die Antworten.
sampling-do-chains = Es gibt keine andere Kette zum Vergleich: Erhöhen Sie { $chains } auf mindestens 2.
sampling-do-draws = Erhöhen Sie { $draws }: { $kept } sind zu wenige, um { $least } effektive zu zeigen.
sampling-do-longer = Das Verfahren bewegt sich langsam: Erhöhen Sie { $draws }, etwa auf 64000.
sampling-do-settle = Die Kette hat sich noch nicht eingependelt: Erhöhen Sie { $tune }, und erhöhen Sie { $chains } auf mindestens 2.
sampling-do-tune = Die Ketten sind an verschiedenen Orten: Jede erklärt die Antworten auf ihre Weise. Mehr Ziehungen allein führen sie vielleicht nicht zusammen: Erhöhen Sie { $tune } und { $chains }.
sampling-totals = Die Anzahlen waren bekannt: { $totals }.
sampling-totals-tell = Die Vorannahmen der Umfrage unterscheiden nicht alle Gruppen; wo sie es nicht tun, sagen nur die Anzahlen, welche Gruppe welche ist, und je ähnlicher diese sind, desto weniger sicher ist das.
sampling-learned-some = Die Wahrscheinlichkeiten der Antworten wurden von { $learned } von { $all } Personen gelernt, die zufällig ausgewählt wurden.
sampling-learned-known = Die Wahrscheinlichkeiten der Antworten wurden von { $learned } von { $all } Personen gelernt, deren Gruppe bekannt ist.
sampling-taught = Die Wahrscheinlichkeiten der Antworten sind die, die die Umfrage von mindestens { $learned } Personen gelernt hat, deren Gruppe bekannt ist.
sampling-fewer-draws = Weil es viele Personen sind, werden nur { $kept } Ziehungen behalten.
sampling-on-cpu = Diese Personen wurden auf der CPU gezogen: Die GPU kann Gibbs-Sampling, Auswahlfragen mit angegebenen Vorannahmen und bis zu { $most } Cluster, ohne Gesamtzahlen und gelernte Korrekturen.
sampling-log-likelihood = Log-Likelihood
sampling-size = Größe des Clusters { $rank } nach Größe
sampling-together = { $one } und { $other } zusammen
sampling-no-cupy = device='cuda' braucht CuPy; es ist nicht installiert. Führen Sie pip install 'bayeshat[cuda]' aus, oder lassen Sie device weg, um den Prozessor zu benutzen.
sampling-no-gpu = device='cuda' braucht eine Grafikkarte von NVIDIA mit einem Treiber, der läuft; es gibt keine. Prüfen Sie, ob nvidia-smi eine nennt, oder lassen Sie device weg, um den Prozessor zu benutzen.
sampling-totals-corrections = Die Korrekturen der Umfrage (was alle Antworten zusammen sagen) zählen nicht, wenn Gesamtzahlen bekannt sind; um sie zu nutzen, { SETTING("size_prior") } statt { SETTING("totals") } angeben.
sampling-style = Manche Personen bewerten alles höher als andere, egal in welcher Gruppe sie sind. Die Gruppen beruhen auf dem, was { $ratings } Bewertungen darüber hinaus sagen; mit { SETTING("style", "none") } beruhen sie auf den Bewertungen, wie sie sind.
    .page = Manche Personen bewerten alles höher als andere, egal in welcher Gruppe sie sind. Die Gruppen beruhen auf dem, was { $ratings } Bewertungen darüber hinaus sagen.
sampling-spread-of-styles = Streuung der Antwortstile
sampling-style-unknown = { SETTING("style") } muss 'auto', 'common' oder 'none' sein; angegeben ist { $got }. Nehmen Sie im Zweifel 'auto'.
sampling-style-elsewhere = { SETTING("style", "common") } verlangt Gibbs-Sampling auf der CPU, mit Antworten im Arbeitsspeicher; angegeben ist { $sampler } auf { $place }. Lassen Sie es weg, oder verwenden Sie { SETTING("style", "none") }.
sampling-style-impossible = { SETTING("style", "common") } verlangt mindestens { $least } Bewertungen in einer Umfrage, die nichts über ihre Gruppen sagt, je eine Gruppe pro Person, und weder bekannte Personen noch Gesamtzahlen; das ist hier nicht so. Verwenden Sie { SETTING("style", "auto") }.
