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
survey-known-group = wohl die Gruppe, in der die Personen schon sind; um daraus zu lernen, verwenden Sie { $known }
survey-duration = wie lange die Personen gebraucht haben; um sie zu behalten, nennen Sie sie und alle anderen Fragen mit { SETTING("only") }
    .page = wie lange die Personen gebraucht haben
survey-tells-of-group = sagt etwas über die Gruppe in „{ $heading }“; ist es eine Frage, verwenden Sie { SETTING("only") }
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
survey-zeros = Die 0 gilt als keine Antwort, weil kaum jemand sie angegeben hat: { $questions }. Ist 0 die unterste Stufe, lassen Sie die Skala in der Umfragedatei bei 0 beginnen und entfernen Sie unknown = "blank".
survey-left-empty = leer gelassen
survey-blanks = Leere Zellen gelten als Antwort „leer gelassen“ bei { $questions }: Sie kommen in Blöcken vor oder gehen mit anderen Antworten einher. Sollen sie keine Antwort bedeuten, entfernen Sie diese Option und die Zeile, die mit blank beginnt, aus der Umfragedatei.
survey-cells-in = { $cells } in „{ $heading }“

## Was die Datei einer Umfrage enthalten muss

survey-counts = { $key } muss eine Liste mit einer Zahl je Option sein ({ $count }); gefunden: { $got }. Geben Sie Zahlen für { $options } an, in dieser Reihenfolge.
survey-counts-positive = { $key } muss aus Zahlen über 0 bestehen; gefunden: { $got } bei Option { $place }. Schreiben Sie für eine unwahrscheinliche Antwort eine kleine Zahl wie 0.5.
survey-shape-rate = { $key } muss aus shape und rate über 0 bestehen; gefunden: { $shape } und { $rate }. Geben Sie eine mittlere Anzahl über 0 an, und wie viele gedachte Personen sie wert ist.
survey-expectation = { $key } muss eine Tabelle mit { $names } sein; gefunden: { $got }. Schreiben Sie z. B. { $example }.
survey-expectation-missing = { $key } muss { $names } enthalten; es fehlt { $missing }. Schreiben Sie z. B. { $example }.
survey-positive = { $key } muss über 0 sein; gefunden: { $got }. Schreiben Sie eine Zahl über 0.
survey-scale-log = { $key }.scale muss über 0 liegen, wegen log = true; gefunden: { $got }. Beginnen Sie den üblichen Bereich über 0, oder lassen Sie log weg.
survey-no-scale = { $key } muss für jede Gruppe da sein, oder die Frage braucht scale: den Bereich, in dem die meisten Zahlen liegen; bei „{ $question }“ fehlt beides. Schreiben Sie z. B. scale = [150, 200].
survey-factor = { $key } muss mean über 0 und factor über 1 haben, wegen log = true; gefunden: { $mean } und { $sd }. Schreiben Sie z. B. { $example }: Die meisten liegen dann zwischen 20000 und 45000.
survey-normal = { $key } muss einen endlichen Mittelwert und positive weitere Zahlen enthalten; gefunden: { $got }. Geben Sie einen Mittelwert, eine Standardabweichung über 0 und die Zahl der gedachten Personen an, die das wert ist.
survey-scale-order = { $key }.scale muss aus zwei Zahlen bestehen, die kleinere zuerst; gefunden: [{ $scale }]. Schreiben Sie z. B. scale = [1, 10].
survey-bins-ordered = { $key }.bins gibt es nur ohne Reihenfolge, denn jede Stufe ist eine Option; gefunden: ordered = true. Lassen Sie eines von beiden weg.
survey-bins-missing = { $key }.bins muss sagen, wo die Skala geteilt wird, denn sie ist lang, oder ihre Enden sind nicht ganz; es fehlt. Schreiben Sie die letzte Zahl jeder Stufe außer der letzten, z. B. bins = [30, 60] mit scale = [0, 100].
survey-scale-options = { $key }.options muss jede ganze Zahl der Skala benennen ({ $number }) oder fehlen; es sind { $count }. Benennen Sie alle, oder schreiben Sie bins.
survey-bins-options = { $key }.options muss je Stufe eine Option enthalten ({ $number }: eine mehr, als bins Zahlen hat); es sind { $count }. Benennen Sie jede Stufe, oder lassen Sie die Optionen weg.
survey-rating-scale = { $key }.scale muss die kleinste und die größte Zahl einer Bewertung nennen; es fehlt. Schreiben Sie z. B. scale = [1, 10].
survey-bins = { $key }.bins muss die letzte Zahl jeder Stufe außer der letzten nennen, steigend, von { $low } bis unter { $high }; gefunden: [{ $bins }]. Schreiben Sie z. B. bins = [3, 7] mit scale = [1, 10] für 1 bis 3, 4 bis 7 und 8 bis 10.
survey-ticks = { $key } muss eine Tabelle mit ticks und people sein; gefunden: { $got }. Schreiben Sie z. B. {"{"} ticks = { $counts }, people = 10 {"}"}.
survey-ticks-people = { $key } muss mehr gedachte Personen (people) als Häkchen (ticks) bei jeder Option haben; gefunden: { $ticks } Häkchen von { $people } Personen bei Option { $option }. Schreiben Sie mehr Personen, oder z. B. { $fewer } Häkchen für eine Option, die fast alle ankreuzen.
survey-people = { $key } muss die Zahl der gedachten Personen hinter den Häkchen sein; es fehlt. Schreiben Sie z. B. people = 10.
survey-untitled = title muss sagen, wie die Umfrage heißt; es fehlt. Schreiben Sie z. B. title = "Unsere Teams".
survey-no-questions = questions muss mindestens eine Frage enthalten; es gibt keine. Ergänzen Sie einen Abschnitt [[questions]].
survey-no-houses = { $key } muss mindestens eine Gruppe enthalten; es gibt keine. Ergänzen Sie einen Abschnitt [[{ $key }]] mit einem Namen.
survey-many-houses = { $key } muss 1 bis { $most } Gruppen enthalten; es sind { $count }. Lassen Sie einige weg, oder fassen Sie sie zusammen.
survey-house-unnamed = { $key }[{ $place }].name darf nicht leer sein; gefunden: { $got }. Geben Sie der Gruppe einen Namen.
survey-color = { $key }[{ $place }].color muss eine Farbe wie "#1f6b45" oder "teal" sein; gefunden: „{ $color }“. Schreiben Sie sie so, oder lassen Sie sie weg.
survey-houses-alike = { $key } muss verschiedene Namen haben; „{ $name }“ heißen { $key }[{ $first }] und { $key }[{ $second }]. Benennen Sie eines davon um.
survey-many-counts = Eine Umfrage darf höchstens { $most } Zahlen für Antworten haben (Gruppen × Fragen × Optionen der längsten Frage); es sind { $houses } × { $questions } × { $numbers } = { $count }. Lassen Sie Gruppen, Fragen oder Optionen weg.
survey-kind = { $key }.kind muss eine dieser Arten sein: { $kinds }; gefunden: „{ $got }“. { $hint }
survey-wrong-key = { $key }.{ $name } gehört zu kind = { $kinds }; es steht bei einer Frage der Art „{ $kind }“. Ändern Sie die Art, oder entfernen Sie es.
survey-long = { $key } darf höchstens { $most } Zeichen haben; es sind { $count }. Kürzen Sie den Text.
survey-empty = { $key }.{ $name } darf nicht leer sein; gefunden: { $got }. Schreiben Sie es hin.
survey-weight = { $key }.weight muss zwischen 0 und { $most } liegen; gefunden: { $got }. Mit 2 zählt die Frage doppelt, mit 0 gar nicht.
survey-unknown = { $key }.unknown muss eines von { $known } sein; gefunden: „{ $got }“. Lassen Sie es weg, um unbekannte Antworten abzulehnen.
survey-blank = { $key }.blank muss eine der Optionen sein ({ $options }); gefunden: „{ $got }“. Ergänzen Sie die Optionen, oder lassen Sie es weg.
survey-options = { $key }.options muss 2 bis { $most } Optionen enthalten; bei „{ $question }“ sind es { $count }. Ergänzen Sie Optionen, fassen Sie welche zusammen, oder streichen Sie die Frage.
survey-option-empty = { $key }.options[{ $place }] darf nicht leer sein; gefunden: { $got }. Schreiben Sie den Text der Option hin.
survey-options-alike = { $key }.options müssen sich durch mehr als Groß- und Kleinschreibung und Leerzeichen unterscheiden; gefunden: „{ $first }“ und „{ $second }“. Formulieren Sie eine um.
survey-questions-alike = { $key }.{ $name } darf zu keiner anderen Frage gehören; „{ $value }“ hat auch { $other }. Formulieren Sie eines um.
survey-membership = membership_prior muss über 0 sein; gefunden: { $got }. Verwenden Sie z. B. 0.3: Die meisten gehören dann vor allem zu einer Gruppe.
survey-sizes = { $key } muss eine Größe je Gruppe enthalten ({ $houses }); es sind { $count }. Ergänzen oder streichen Sie Größen, oder lassen Sie sie weg.
survey-sizes-zero = { $key } muss aus Zahlen von Personen bestehen, nicht alle null; gefunden: { $sizes }. Berichtigen Sie sie, oder lassen Sie sie weg.
survey-encoding = { $file } muss Text in UTF-8 sein, wie TOML es ist; an Stelle { $place } steht das Byte 0x{ $byte }. Speichern Sie die Datei als UTF-8.
survey-two-words = groups, houses und clusters bedeuten dasselbe; es steht { $first } und { $second } da. Behalten Sie eines davon.
survey-prior = prior muss "learned" oder "flat" sein; gefunden: { $got }. Schreiben Sie prior = "learned", oder Zahlen in jede Frage.
survey-house-table = { $key } muss eine Tabelle oder ein Name sein; gefunden: { $got }. Schreiben Sie z. B. name = "Gryffindor".
survey-question-table = { $key } muss eine Tabelle sein; gefunden: { $got }. Schreiben Sie [[questions]] über jede Frage.
survey-no-prior = { $key } muss Zahlen für jede Gruppe enthalten; bei „{ $question }“ fehlen sie. { $remedy }
survey-prior-flat = { $key } muss "flat" sein; gefunden: { $got }. { $remedy }
survey-sizes-list = { $key } muss eine Liste ganzer Zahlen sein, eine je Gruppe; gefunden: { $got }. Schreiben Sie z. B. sizes = [7, 7, 6].
survey-unwritable = Die Umfrage muss sich an ihrem Ort speichern lassen; { $file } nicht ({ $reason }). Wählen Sie einen anderen Ordner oder Namen.
survey-kind-hint = Lassen Sie es bei einer Frage mit einer Antwort weg.
survey-flat-or-counts = Schreiben Sie prior = "flat", oder prior = {"{"} { $house } = { $example }, … {"}"}.
survey-correction-houses = { $key } muss eine Tabelle mit einem Eintrag je Gruppe sein; gefunden: { $got }. Lernen Sie die Umfrage noch einmal, oder entfernen Sie alle Korrekturen.
survey-correction-part = { $key } fehlt neben den übrigen Korrekturen. Lernen Sie die Umfrage noch einmal, oder entfernen Sie alle Zeilen mit correction, correction_at und counts_power.
survey-correction-row = { $key } müssen Listen mit je { $count } Zahlen sein, eine je Option (angekreuzt, dann nicht angekreuzt, wo mehrere möglich sind) und eine für eine leere Antwort; gefunden: { $got }. Lernen Sie die Umfrage noch einmal, oder entfernen Sie alle Korrekturen.
survey-counts-power = counts_power muss zwischen 0 und 1 liegen; gefunden: { $got }. Mit 1 zählen die Antworten neben ihren Korrekturen voll.
survey-correction-at = correction_at müssen verschiedene Zahlen sein, die kleinste zuerst; es sind andere. Lernen Sie die Umfrage noch einmal, oder entfernen Sie alle Korrekturen.
survey-correction-finite = Korrekturen müssen endliche Zahlen sein; es sind andere. Lernen Sie die Umfrage noch einmal, oder entfernen Sie alle Korrekturen.

## Woher Umfragen kommen

survey-packaged = die mitgelieferte Umfrage „{ $name }“
survey-no-such = Eine Umfrage muss der Name einer mitgelieferten ({ $names }) oder der Pfad einer TOML-Datei sein; gefunden: „{ $got }“. { $hint }
survey-use-packaged = Verwenden Sie eine davon, oder geben Sie den Pfad einer Datei .toml an.
survey-is-table = Eine Umfrage muss eine TOML-Datei sein; gefunden: { $file }, eine Tabelle. Erstellen Sie daraus zuerst eine Umfrage, in Python mit Survey.from_answers, oder mit bayeshat survey new.
survey-no-file = Eine Umfrage muss eine lesbare TOML-Datei sein; gefunden: { $file } ({ $reason }). Prüfen Sie den Pfad, oder verwenden Sie eine mitgelieferte Umfrage: { $names }.
