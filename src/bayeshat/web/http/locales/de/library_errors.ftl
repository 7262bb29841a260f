# Was Organisierende lesen, wenn die Bibliothek unter den Seiten etwas ablehnt.

## Was die Bibliothek ablehnt: nach der Art des Fehlers

page-wrong-size-unreadable = Eine Größe muss eine ganze Zahl oder ein Bereich sein; „{ $text }“ ist keines von beiden. Schreiben Sie zum Beispiel 5, 4..6, 4.. oder ..6.
page-wrong-size-reversed = Die kleinste Größe darf nicht über der größten liegen. Schreiben Sie { $most }..{ $least } statt { $least }..{ $most }.
page-wrong-sizes-sum = Die Größen ergeben zusammen { $total }, und einzuteilen sind { $people } Personen. Ändern Sie die Größen, bis beides gleich ist.
page-wrong-sizes-groups = Es gibt { $groups } Gruppen für { $people } Personen, und jede Gruppe braucht mindestens eine Person. Wählen Sie weniger Gruppen, oder warten Sie auf weitere Antworten.
page-wrong-person-twice = Eine Regel darf jede Person nur einmal nennen; { $name } steht zweimal da. Lassen Sie eine Nennung weg.
page-wrong-group-twice = Eine Regel darf jede Gruppe nur einmal nennen; { $name } steht zweimal da. Lassen Sie eine Nennung weg.
page-wrong-answers-unknown =
    { $count ->
        [one] Eine Antwort in der Datei gehört nicht zu denen, die die Frage zulässt:
       *[other] { $count } Antworten in der Datei gehören nicht zu denen, die ihre Fragen zulassen:
    }
    { $cells }
    Berichtigen Sie sie in der Datei, oder leeren Sie die Zelle für „nicht beantwortet“, und wählen Sie die Datei noch einmal.
page-wrong-answers-unknown-line = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“
page-wrong-answers-unknown-line-near = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (ähnlichste Antwort: „{ $near }“)
page-wrong-answers-unknown-line-several = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (mehrere Antworten, die Frage lässt aber nur eine zu)
page-wrong-answers-unknown-line-scale = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (die Skala reicht von { $low } bis { $high })
page-wrong-answers-unknown-line-number = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (keine Zahl)
page-wrong-answers-unknown-line-large = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (die Zahl ist zu groß)
page-wrong-answers-unknown-line-above = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (muss über 0 liegen)
page-wrong-answers-unknown-line-count = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (muss eine ganze Zahl ab 0 sein)
page-wrong-answers-unknown-line-unit = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (die Einheit ist { $unit })
page-wrong-answers-unknown-line-no-unit = {"  - "}Zeile { $row }, Spalte „{ $column }“: „{ $text }“ (die Frage hat keine Einheit: nur die Zahl angeben)
page-wrong-answers-unknown-line-more = {"  - "}und { $count } weitere
page-wrong-answers-columns =
    Die Datei muss für jede Frage eine Spalte haben, mit der Frage als Überschrift. Diese fehlen:
    { $questions }
    { $others ->
        [0] { "" }
       *[other] Die übrigen Überschriften der Datei:
    }
    { $headings }
    Prüfen Sie, ob es die richtige Datei ist und ob in der ersten Zeile die Überschriften stehen.
page-wrong-answers-columns-line = {"  - "}{ $question }
page-wrong-answers-columns-line-near = {"  - "}{ $question } (ähnlichste Überschrift: „{ $near }“)
page-wrong-answers-columns-line-heading = {"  - "}{ $heading }
page-wrong-answers-columns-line-more = {"  - "}und { $count } weitere
page-wrong-answers-repeated =
    Einige Personen stehen mehrmals in der Datei:
    { $people }
    Behalten Sie von jeder Person eine Zeile. Sind es verschiedene Personen, geben Sie ihnen verschiedene Namen.
page-wrong-answers-repeated-line = {"  - "}{ $name }: Zeilen { $rows }
page-wrong-answers-repeated-line-more = {"  - "}und { $count } weitere
page-wrong-answers-empty = Die Datei muss eine Zeile mit Überschriften enthalten und darunter eine Zeile für jede Person. Exportieren Sie sie noch einmal.
page-wrong-answers-no-question = Keine Spalte der Datei sieht nach einer Frage mit Antworten zur Auswahl aus. Wählen Sie eine Tabelle mit Antworten von mehr Personen.
page-wrong-answers-only-choices = Ab der Spalte „{ $heading }“ steht, was die Personen gewählt haben, und keine andere Spalte sieht nach einer Frage aus. Um allen zu geben, was sie gewählt haben, gibt es den Befehl im Terminal: bayeshat mix, der Name Ihrer Datei, --wishes "{ $heading }".

# Darunter steht ausklappbar, was die Bibliothek auf Englisch sagt.
page-detail = Einzelheiten auf Englisch
page-failed-survey = Diese Umfrage lässt sich so nicht verwenden. Berichtigen Sie sie, und versuchen Sie es noch einmal.
page-failed-answers = Diese Datei lässt sich so nicht einlesen. Berichtigen Sie sie, oder exportieren Sie sie noch einmal.
page-failed-rules = Die Regeln lassen sich so nicht verwenden. Ändern Sie sie, und versuchen Sie es noch einmal.
page-failed-rules-file = Diese Datei mit Regeln lässt sich so nicht einlesen. Berichtigen Sie sie, und wählen Sie sie noch einmal.
page-failed-sizes = Die Größen lassen sich so nicht verwenden. Ändern Sie sie, und versuchen Sie es noch einmal.
page-failed-memory = Dafür reicht der Arbeitsspeicher des Servers nicht. Versuchen Sie es mit weniger Personen, oder fragen Sie die Person, die den Server verwaltet.
page-failed-other = Das hat nicht funktioniert. Prüfen Sie Ihre Angaben, und versuchen Sie es noch einmal. Wenn es wieder misslingt, fragen Sie die Person, die den Server verwaltet.
