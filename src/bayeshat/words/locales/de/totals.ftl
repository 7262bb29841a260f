# Wie viele Personen jede Gruppe wirklich hat, wo man das weiß oder annimmt.

totals-both = Geben Sie { SETTING("totals") } an, wo die Zahlen bekannt sind, { SETTING("size_prior") }, wo nicht; angegeben ist beides. Lassen Sie eines weg.
totals-mixed = { $given } verlangt, dass jede Person zu einer Gruppe gehört; angegeben ist { SETTING("membership", "mixed") }. Lassen Sie es weg, oder verwenden Sie { SETTING("membership", "single") }.
totals-whole = { SETTING("totals") } muss aus ganzen Zahlen ab 0 bestehen; gefunden: { $got } für { $house }. Schreiben Sie, wie viele Personen die Gruppe hat.
totals-sum = { SETTING("totals") } muss zusammen die Zahl der Personen ergeben, die geantwortet haben ({ $people }); gefunden: { $sum } = { $added }. Zählen Sie nur diese Personen, oder geben Sie, wenn ihre Zahlen nicht genau bekannt sind, stattdessen { SETTING("size_prior") } an.
totals-known = { SETTING("totals") } darf nicht kleiner sein als die Zahl derer, die bekanntlich zu einer Gruppe gehören; gefunden: { $got } für { $house }, wohin { $least } gehören. Erhöhen Sie die Zahl, oder berichtigen Sie, wer bekannt ist.
totals-prior-zero = { SETTING("size_prior") } muss in jeder Gruppe mehr als 0 Personen erwarten; gefunden: { $got } für { $house }. Eine kleine Zahl wie 0.5 heißt „kaum jemand“.
totals-strength = Die Stärke von { SETTING("size_prior") } muss eine Zahl von Personen über 0 sein; gefunden: { $got }. Verwenden Sie z. B. 10, oder die Zahl der Personen, wenn die Größen fast sicher sind.
totals-unknown = { $setting } muss die Gruppen der Umfrage nennen ({ $houses }); gefunden: { $got }. Nennen Sie jede Gruppe einmal.
totals-near = { $setting } muss die Gruppen der Umfrage nennen ({ $houses }); gefunden: { $got }. Meinten Sie { $near }?
totals-twice = { $setting } muss die Gruppen der Umfrage nennen ({ $houses }); { $got } steht zweimal da. Nennen Sie jede Gruppe einmal.
totals-missing = { $setting } muss jede Gruppe nennen ({ $houses }); es fehlt { $missing }. Ergänzen Sie sie, mit { $nobody } dorthin gehört.
totals-zero = 0, wenn niemand
totals-small = etwa 0.5, wenn kaum jemand
totals-each = { $setting } muss eine Zahl je Gruppe sein, zusammen { $count } ({ $houses }); gefunden: { $got }. Schreiben Sie sie in dieser Reihenfolge, oder nennen Sie jede Gruppe.
