# Umfragen: wie eine aus einer Tabelle entsteht, und was in einer Datei stehen muss. Schlüssel, Überschriften und Optionen stehen so da, wie jemand sie geschrieben hat.

## Eine Umfrage aus einer Tabelle

survey-title = Umfrage aus { $table }
survey-title-answers = Umfrage aus Antworten
survey-houses = { SETTING("n_clusters") } muss eine ganze Zahl ab 1 oder eine Liste von Namen sein; gefunden: { $got }. Verwenden Sie z. B. 4.
survey-no-question = { $count ->
        [0] { $table } muss eine Spalte haben, die wie eine Frage mit Optionen aussieht; es gibt keine. Nennen Sie die Fragen mit { SETTING("only") }, schreiben Sie die Umfrage von Hand, oder geben Sie eine Tabelle mit den Antworten von mehr Personen an.
       *[other]
            { $table } muss eine Spalte haben, die wie eine Frage mit Optionen aussieht; es gibt keine:
            { $columns }
            Nennen Sie die Fragen mit { SETTING("only") }, schreiben Sie die Umfrage von Hand, oder geben Sie eine Tabelle mit den Antworten von mehr Personen an.
    }
    .page = Keine Spalte der Datei sieht wie eine Frage mit Antworten zur Auswahl aus. Wählen Sie eine Tabelle mit den Antworten von mehr Personen.
survey-only-choices = { $count ->
        [0] { $table } muss eine Spalte haben, die wie eine Frage mit Optionen aussieht; es gibt keine. Nennen Sie die Fragen mit { SETTING("only") }, schreiben Sie die Umfrage von Hand, oder geben Sie eine Tabelle mit den Antworten von mehr Personen an.
       *[other]
            { $table } muss eine Spalte haben, die wie eine Frage mit Optionen aussieht; es gibt keine:
            { $columns }
            Nennen Sie die Fragen mit { SETTING("only") }, schreiben Sie die Umfrage von Hand, oder geben Sie eine Tabelle mit den Antworten von mehr Personen an.
    } Um Gruppen nach Wünschen zu bilden, braucht es keine Umfrage: bayeshat mix, mit { $wishes }.
    .page = Die Spalten ab „{ $heading }“ enthalten Wünsche, und keine andere Spalte sieht wie eine Frage aus. Um Wünsche zu erfüllen, verwenden Sie den Befehl im Terminal: bayeshat mix, den Namen Ihrer Datei, --wishes "{ $heading }".
survey-not-a-question = Jede mit { SETTING("only") } genannte Spalte muss eine Frage mit Optionen sein; „{ $heading }“ ist es nicht ({ $why }). Lassen Sie sie weg.
survey-same-heading = Jede Frage muss eine eigene Überschrift haben ({ $table }); „{ $heading }“ kommt zweimal vor. Benennen Sie eine der Spalten um.
survey-left-out = Weggelassen: { $columns }.
survey-column = „{ $heading }“ ({ $why })
survey-columns-added = { $columns } (vom Formular ergänzt)
survey-no-answers = keine Antworten
survey-all-the-same = alle haben dasselbe geantwortet
survey-nothing-but = es gibt nur die Antwort „{ $option }“; bedeutet eine leere Zelle Nein, schreiben Sie nein hinein
survey-free-text = freier Text: { $values } verschiedene Werte in { $answers } Antworten
survey-free-text-rare = freier Text: { $answers } Antworten von { $people } Personen, alle verschieden
survey-many-values = zu viele verschiedene Werte: { $values }
survey-remarks = Anmerkungen
survey-no-heading = keine Überschrift
survey-who-or-when = sagt wer oder wann, nicht was
survey-known-group = wohl die Gruppe, in der die Personen schon sind
survey-dates = Tage oder Zeiten
survey-written = eigene Worte
survey-names-people = nennt Personen; sind es Wünsche, sortieren Sie mit { SETTING("friends") }
survey-choices = Wünsche; wählen die Personen hier ihre Gruppen, sortieren oder mischen Sie mit { $wishes }; sonst verwenden Sie { $only }
survey-goes-with = gehört zu „{ $heading }“
survey-more-questions = Es gibt mehr Fragen ({ $questions }) als Personen ({ $people }). Steht jede Spalte für eine Person, vertauschen Sie zuerst Zeilen und Spalten.
# $kinds sind etwa „als Bewertungen …; als Zahlen …“.
survey-taken = Gelesen { $kinds }. Ist das falsch, ändern Sie die Art (kind) in der Datei der Umfrage.
survey-taken-as-rating = als Bewertungen { $questions }
survey-taken-as-several = als Listen von Antworten { $questions }
survey-taken-as-number = als Zahlen { $questions }
survey-taken-as-count = als Anzahlen { $questions }
survey-taken-as-ranking = als Reihenfolgen { $questions }
survey-scale = „{ $question }“ ({ $low } bis { $high })
survey-one-question = Für eine Frage gehalten, weil Typeform keinen Text dazu schreibt: { $options }. Gehören sie zu zwei Fragen, schreiben Sie zwei in diese Datei, mit ihren Optionen.
survey-no-numbers = Nicht als Zahlen gelesen: { $cells }. Berichtigen Sie diese Zellen, oder lassen Sie sie beim Sortieren mit { SETTING("unknown", "blank") } als nicht beantwortet gelten.
survey-cells-in = { $cells } in „{ $heading }“
