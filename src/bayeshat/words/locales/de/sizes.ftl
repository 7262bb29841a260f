# Wie groß Gruppen sein sollen, so wie jemand es getippt oder geschrieben hat. Namen stehen so da, wie jemand sie geschrieben hat.

sizes-sum-add = Die Größen müssen zusammen die Zahl der Personen ergeben ({ $people }); gefunden: { $sizes }. Ergänzen Sie { $gap ->
    [one] { $gap } Platz
   *[other] { $gap } Plätze
  }, oder geben Sie Anteile an, die zusammen 1 ergeben.
    .page = Die Größen ergeben zusammen { $total }, und einzuteilen sind { $people } Personen. Ändern Sie die Größen, bis beides gleich ist.
sizes-sum-take = Die Größen müssen zusammen die Zahl der Personen ergeben ({ $people }); gefunden: { $sizes }. Nehmen Sie { $gap ->
    [one] { $gap } Platz
   *[other] { $gap } Plätze
  } weg, ergänzen Sie Personen, oder geben Sie Anteile an, die zusammen 1 ergeben.
    .page = Die Größen ergeben zusammen { $total }, und einzuteilen sind { $people } Personen. Ändern Sie die Größen, bis beides gleich ist.
# $ways sind Größen wie „5,5 oder 4,3,3“.
sizes-one = Die Größen müssen zusammen die Zahl der Personen ergeben ({ $people }); gefunden: nur eine Größe, { $total }. Für Gruppen von etwa { $total } Personen geben Sie eine Größe je Gruppe an: { $ways }.
    .page = Die Größen ergeben zusammen { $total }, und einzuteilen sind { $people } Personen. Ändern Sie die Größen, bis beides gleich ist.
sizes-one-of-many = Die Größen müssen zusammen die Zahl der Personen ergeben ({ $people }); gefunden: nur eine Größe, { $total }. Für Gruppen von etwa { $total } Personen verlangen Sie { $groups } gleich große Gruppen.
    .page = Die Größen ergeben zusammen { $total }, und einzuteilen sind { $people } Personen. Ändern Sie die Größen, bis beides gleich ist.
sizes-no-sum = Die Größen müssen zusammen die Zahl der Personen ergeben ({ $people }) oder, als Anteile, 1; gefunden: { $sizes }, zusammen { $total }. Berichtigen Sie die Größen.
sizes-not-groups = Jede Gruppe muss genau eine Größe haben ({ $groups } Gruppen); gefunden: { $count } { $count ->
    [one] Größe
   *[other] Größen
  }. Lassen Sie { SETTING("groups") } weg, oder geben Sie so viele Größen wie Gruppen an.
sizes-two-numbers = { $people } Personen in Gruppen von etwa { $size } sind { $count } { $count ->
    [one] Gruppe
   *[other] Gruppen
  }; verlangt ist { $groups }. Lassen Sie eines davon weg.
sizes-of-nobody = Jede Gruppe muss mindestens 1 Person haben; gefunden: { $got }. Verlangen Sie Gruppen von 1 oder mehr Personen.
sizes-groups = Jede Gruppe muss mindestens eine Person haben; verlangt sind { $groups } Gruppen für { $people } { $people ->
    [one] Person
   *[other] Personen
  }. Verlangen Sie weniger Gruppen.
    .page = Es gibt { $groups } Gruppen für { $people } Personen, und jede Gruppe braucht mindestens eine Person. Wählen Sie weniger Gruppen, oder warten Sie auf weitere Antworten.
sizes-negative = Größen müssen endlich und dürfen nicht negativ sein; gefunden: { $sizes }. Berichtigen Sie die Größen.
sizes-no-number = Eine Größe muss eine Zahl sein; gefunden: { $got } für { $house }. Schreiben Sie eine Zahl von Personen.
sizes-unknown-word = Größen müssen None, "balanced", eine Liste von Größen oder Anteilen oder eine Zuordnung sein; gefunden: { $got }. Für gleich große Gruppen verwenden Sie { SETTING("target", "balanced") }.
sizes-unknown = Größen müssen zu den Gruppen der Umfrage gehören ({ $houses }); gefunden: { $got }. Für andere Gruppen als die der Umfrage geben Sie eine Liste von Größen ohne Namen an.
sizes-unknown-near = Größen müssen zu den Gruppen der Umfrage gehören ({ $houses }); gefunden: { $got }. Meinten Sie { $near }? Für andere Gruppen als die der Umfrage geben Sie eine Liste von Größen ohne Namen an.
sizes-twice = Jede Gruppe darf nur einmal genannt sein; { $name } steht zweimal da. Lassen Sie eine Angabe weg.
sizes-none-to-meet = { $weight } braucht Größen, die genau einzuhalten sind; es gibt keine. Geben Sie Größen an, oder { SETTING("target", "balanced") }.
sizes-none-to-tie = { SETTING("labels", "fixed") } bindet jede Größe an eine Gruppe und braucht deshalb Größen; es gibt keine. Geben Sie eine Größe je Gruppe an, oder verwenden Sie { SETTING("labels", "free") }.
sizes-empty-group = Jede Gruppe muss Personen haben, wenn { SETTING("pseudocount") } 0 ist (eine leere Gruppe ist unendlich weit entfernt); gefunden: { $sizes } für { $people } Personen. Lassen Sie die leere Gruppe weg, oder verwenden Sie 0.1.
sizes-weight = { SETTING("size_weight") } muss mindestens 0 sein (0: Größen zählen nicht, inf: genaue Größen); gefunden: { $got }. Das übliche Gewicht ist 1.
sizes-labels = { SETTING("labels") } muss "free" (Größen gehören zu keiner bestimmten Gruppe) oder "fixed" sein (jede Größe gehört zu ihrer Gruppe); gefunden: { $got }. Wählen Sie eines davon.
sizes-pseudocount = { SETTING("pseudocount") } muss eine endliche Zahl von mindestens 0 sein; gefunden: { $got }. Verwenden Sie 0.1, oder 0, um leere Gruppen zu verbieten.
sizes-softened = Die Regeln erlauben keine gleich großen Gruppen; gleiche Größen sind deshalb nur ein Richtwert.
sizes-rounded = Die gewünschten Größen wurden auf { $sizes } Personen gerundet.

## Größen, wie man sie tippt

sizes-gap = Jede Größe muss dastehen; in „{ $text }“ ist eine leer. Schreiben Sie z. B. "5,5,5,6", "balanced" oder "none" für beliebige Größen.
sizes-no-numbers = Größen müssen Zahlen sein oder Anteile wie 25%; gefunden: „{ $size }“ in „{ $text }“. Schreiben Sie z. B. "5,5,5,6", "balanced" oder "none" für beliebige Größen.
sizes-some-names = Entweder alle Größen müssen Namen haben oder keine; gefunden: „{ $text }“. Schreiben Sie "Gryffindor=5,Slytherin=6" oder "5,6".
sizes-name-twice = Jede Gruppe darf nur einmal genannt sein; gefunden: „{ $text }“. Streichen Sie den wiederholten Namen.
sizes-shares = Anteile müssen zusammen 100 % ergeben; in „{ $text }“ sind es { $total } %. Ändern Sie einen Anteil.
sizes-mixed = Größen müssen alle Zahlen von Personen sein oder alle Anteile; in „{ $text }“ steht beides. Schreiben Sie "5,5,5,6" oder "50%,50%".
sizes-ranges = Bereiche müssen für alle Gruppen gelten oder, mit Namen, für jede einzelne; gefunden: „{ $text }“. Schreiben Sie z. B. "4..6" oder "rot=4..6,blau=5..7".
sizes-fraction = Größen müssen ganze Zahlen von Personen sein oder Anteile wie 37.5%; gefunden: „{ $size }“ in „{ $text }“. Runden Sie die Größen selbst, oder schreiben Sie alle als Anteile.
sizes-totals = { $option } muss für jede Gruppe eine Zahl sein; gefunden: „{ $text }“. Schreiben Sie z. B. "Ja=120,Nein=80".
