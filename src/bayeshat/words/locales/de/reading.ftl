# Wie Antworten aus einer Tabelle gelesen wurden: welche Spalte welche Frage ist, wer geantwortet hat, und was sich nicht lesen ließ. Namen, Überschriften und Antworten stehen so da, wie jemand sie geschrieben hat.

reading-answers = in den Antworten

## Spalten von Fragen

reading-two-columns = Jede Frage muss genau eine Spalte haben ({ $table }); zu „{ $question }“ gibt es { $count }: { $headings }. Benennen Sie alle bis auf eine um, oder entfernen Sie sie.
reading-parts-unclear = Jede Spalte der Frage „{ $question }“ muss eine ihrer Optionen nennen ({ $table }); gefunden: { $headings }. Schreiben Sie die Optionen in die Überschriften, etwa „{ $example }“.
reading-no-columns =
    { $table } muss für jede Frage eine Spalte haben, mit ihrer Kennung oder ihrem Text als Überschrift; es fehlen
    { $questions }
    Benennen Sie diese Spalten um, oder nehmen Sie die Fragen aus der Umfrage.
    .page =
        { $table } muss für jede Frage eine Spalte mit der Frage als Überschrift haben. Es fehlen:
        { $questions }
        { $others ->
            [0] { "" }
           *[other] Andere Überschriften in der Datei:
        }
        { $headings }
        Prüfen Sie, ob es die richtige Datei ist und ob ihre erste Zeile die Überschriften enthält.
reading-missing = { $key }, „{ $question }“ ({ $hint })
    .page = { $question } ({ $hint })
reading-near-heading = ähnlichste Überschrift: „{ $heading }“
reading-no-heading-near = keine Überschrift ist ähnlich
# $some sind alle Überschriften oder die ersten; $key und $question zeigen, wie eine aussehen kann.
reading-no-question = { $table } muss für jede Frage eine Spalte haben, mit ihrer Kennung oder ihrem Text als Überschrift; keine Frage der Umfrage „{ $survey }“ steht in den Überschriften { $some }. Prüfen Sie, ob es die richtige Umfrage ist und ob die erste Zeile die Überschriften enthält, etwa „{ $key }“ oder „{ $question }“.
    .page =
        { $table } muss für jede Frage von „{ $survey }“ eine Spalte mit der Frage als Überschrift haben, etwa „{ $question }“; es gibt keine. { $others ->
            [0] { "" }
           *[other] Die Überschriften sind:
        }
        { $headings }
        Prüfen Sie, ob es die richtige Datei ist und ob ihre erste Zeile die Überschriften enthält.

## Antworten, die zu keiner Option passen

reading-unknown =
    Jede Antwort in { $table } muss eine der Optionen ihrer Frage sein: ihr Text, ihr Buchstabe oder ihre Nummer{ $scales ->
        [0] { "" }
       *[other] , oder eine Zahl auf der Skala einer Bewertung
    }{ $numbers ->
        [0] { "" }
       *[other] , oder eine Zahl, wo nach einer gefragt ist
    }; { $count ->
        [one] eine ist es nicht
       *[other] { $count } sind es nicht
    } ({ $counting })
    { $cells }
    Berichtigen Sie die Tabelle, leeren Sie die Zelle für „nicht beantwortet“, oder ergänzen Sie die Optionen in der Umfrage. Um ohne diese Antworten fortzufahren, verwenden Sie { SETTING("unknown", "blank") }; um sie als weitere Option zu zählen, { SETTING("unknown", "option") }.
    .page =
        { $count ->
            [one] Eine Antwort in der Datei ist bei ihrer Frage nicht vorgesehen:
           *[other] { $count } Antworten in der Datei sind bei ihren Fragen nicht vorgesehen:
        }
        { $cells }
        Berichtigen Sie sie in der Datei, oder leeren Sie die Zelle für „nicht beantwortet“, und wählen Sie die Datei noch einmal aus.
reading-unknown-line = Zeile { $row }, Spalte „{ $column }“: „{ $text }“ ({ $why })
reading-why-nothing-near = keine Option ist ähnlich
reading-why-near = ähnlichste Option: „{ $option }“
reading-why-several = mehrere Optionen; ist das erlaubt, schreiben Sie in die Umfrage kind = "several"
    .page = mehrere Optionen, aber die Frage erlaubt nur eine
reading-why-scale = die Skala geht von { $low } bis { $high }
reading-why-number = keine Zahl
reading-why-large = eine zu große Zahl
reading-why-above = muss über 0 sein, wegen log = true
    .page = muss über 0 sein
reading-why-count = eine Anzahl ist eine ganze Zahl ab 0
reading-why-unit = die Einheit ist { $unit }
reading-why-other-unit = die Einheit ist eine andere; schreiben Sie z. B. unit = "cm"
    .page = die Frage hat keine Einheit: Schreiben Sie nur die Zahl
# $answers sind etwa „vielleicht“ bei „Tee?“ (3).
reading-unknown-blank = { $count ->
    [one] 1 unbekannte Antwort gilt
   *[other] { $count } unbekannte Antworten gelten
  } als nicht beantwortet: { $answers }. Als eigene Option zählen sie mit { SETTING("unknown", "option") }.
reading-unknown-counted = { $count ->
    [one] 1 unbekannte Antwort zählt
   *[other] { $count } unbekannte Antworten zählen
  } als „{ $option }“ (wo nach einer Zahl gefragt ist, als nicht beantwortet): { $answers }.
reading-unknown-in = „{ $text }“ bei „{ $question }“ ({ $times })
reading-times = „{ $text }“ ({ $times })
reading-dont-know = { $said } { $count ->
    [one] zählt
   *[other] zählen
  } als nicht beantwortet in { $columns }.
reading-comma = Das Komma in „{ $cell }“ bei „{ $question }“ wurde als Tausendertrennzeichen gelesen. Ist es ein Dezimalkomma, schreiben Sie dort einen Punkt.
reading-far = Weit außerhalb des üblichen Bereichs von „{ $question }“ ({ $low } bis { $high }): { $numbers }. Berichtigen Sie Tippfehler, oder erweitern Sie die Skala in der Umfrage.
reading-far-left-out = Weggelassen, weil zu weit außerhalb des üblichen Bereichs von „{ $question }“ ({ $low } bis { $high }): { $numbers }. Berichtigen Sie Tippfehler, oder erweitern Sie die Skala in der Umfrage.

## Wer geantwortet hat

reading-repeated =
    Jede Person darf nur einmal in { $table } stehen; diese kommen mehrmals vor ({ $counting }):
    { $people }
    Sollen ihre letzten Antworten zählen, verwenden Sie { SETTING("duplicates", "latest") }; sollen ihre ersten zählen, { SETTING("duplicates", "first") }. Sind es verschiedene Personen, verwenden Sie { SETTING("duplicates", "separate") }.
    .page =
        Einige Personen stehen mehrmals in der Datei ({ $counting }):
        { $people }
        Behalten Sie von jeder Person eine Zeile. Sind es verschiedene Personen, machen Sie ihre Namen verschieden.
reading-repeated-names =
    Namen kommen in der Spalte „{ $heading }“ von { $table } mehrmals vor ({ $counting }):
    { $people }
    Haben diese Personen noch einmal geantwortet, verwenden Sie { SETTING("duplicates", "latest") } oder { SETTING("duplicates", "first") }. Sind es verschiedene Personen, verwenden Sie { SETTING("duplicates", "separate") }, ergänzen Sie eine Spalte mit ihren E-Mail-Adressen, oder nennen Sie mit { SETTING("name_column") } eine andere Spalte.
    .page =
        Einige Personen stehen mehrmals in der Datei ({ $counting }):
        { $people }
        Behalten Sie von jeder Person eine Zeile. Sind es verschiedene Personen, machen Sie ihre Namen verschieden.
reading-repeated-line = „{ $name }“: Zeilen { $rows }
reading-repeated-mark = „{ $name }“: Zeilen { $rows }, alle mit „{ $mark }“
# $who sind etwa „Ann, Zeilen 2, 5; Bo, Zeilen 3, 4“.
reading-again = { $count ->
    [one] 1 Person hat
   *[other] { $count } Personen haben
  } mehrmals geantwortet ({ $who }): Es zählen die { $which ->
    [latest] letzten
   *[first] ersten
  } Antworten. Alle zählen mit { SETTING("duplicates", "separate") }.
reading-name-rows = { $name }, Zeilen { $rows }
reading-namesakes = Für verschiedene Personen gleichen Namens gehalten, weil ihre E-Mail-Adressen oder Kennungen sich unterscheiden: { $people }. Steht jemand doppelt da, löschen Sie die Zeile, die nicht zählen soll.
reading-namesake = { $name } (Zeilen { $rows })
reading-unnamed = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
  } ohne Namen in der Spalte „{ $heading }“ bekamen eine Nummer ({ $counting }): { $rows }. Tragen Sie dort Namen ein, oder löschen Sie Zeilen, die keine Personen sind.
reading-unnamed-row = Zeile { $row } ist „person { $number }“
reading-nameless = Keine Spalte enthält Namen: Die Personen heißen „person 1“, „person 2“ und so weiter. Gibt es eine, nennen Sie ihre Überschrift mit { SETTING("name_column") }.
reading-nameless-perhaps = Keine Spalte enthält Namen: Die Personen heißen „person 1“, „person 2“ und so weiter. Gibt es eine (vielleicht „{ $heading }“), nennen Sie ihre Überschrift mit { SETTING("name_column") }.

## Wünsche

reading-wishes-unknown-group =
    Jeder Name in der Spalte „{ $heading }“ muss der einer Gruppe sein; { $count ->
        [one] einer ist es nicht
       *[other] { $count } sind es nicht
    }
    { $names }
    Berichtigen Sie die Tabelle, oder lassen Sie diese Namen mit { SETTING("unknown", "blank") } weg.
reading-wishes-unknown-person =
    Jeder Name in der Spalte „{ $heading }“ muss der einer Person sein, die geantwortet hat; { $count ->
        [one] einer ist es nicht
       *[other] { $count } sind es nicht
    }
    { $names }
    Berichtigen Sie die Tabelle, oder lassen Sie diese Namen mit { SETTING("unknown", "blank") } weg.
reading-wishes-left-out = { $count ->
    [one] 1 Name
   *[other] { $count } Namen
  } in „{ $heading }“ weggelassen: { $names }.
    .page =
    { $count ->
        [one] 1 Wunsch konnte nicht verwendet werden
       *[other] { $count } Wünsche konnten nicht verwendet werden
    }: { $names }.
reading-wish-unknown = { $person }: „{ $name }“ ({ $hint })
reading-wish-near = am ähnlichsten: „{ $name }“
reading-wish-may-be = vielleicht { $names }
reading-wish-nobody = niemand heißt ähnlich
reading-wish-no-group = keine Gruppe
reading-wish-set-aside = ihre Gruppe ist bekannt, sie werden also nicht einsortiert; ergänzen Sie { SETTING("known_count") }, wenn sie es sollen
    .page = ihre Gruppe ist bekannt, sie werden also nicht einsortiert
