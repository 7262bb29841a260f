# Regeln als Sätze, ohne den Punkt am Ende, und was aus ihnen geworden ist. Namen stehen so da, wie jemand sie geschrieben hat.

rules-size-exact = { $count ->
    [one] { $group } muss genau 1 Person haben
   *[other] { $group } muss genau { $count } Personen haben
}
rules-size-least = { $count ->
    [one] { $group } muss mindestens 1 Person haben
   *[other] { $group } muss mindestens { $count } Personen haben
}
rules-size-most = { $count ->
    [one] { $group } darf höchstens 1 Person haben
   *[other] { $group } darf höchstens { $count } Personen haben
}
rules-size-range = { $group } muss { $least } bis { $most } Personen haben
rules-size-or-none = { $rule } oder gar keine
rules-size-counted = { $rule }, gezählt nach „{ $column }“
rules-joint = Gruppe { $groups } zusammen
rules-running-exact = { $count ->
    [one] Genau 1 dieser Gruppen findet statt
   *[other] Genau { $count } dieser Gruppen finden statt
  }: { $groups }
rules-running-most = { $count ->
    [one] Höchstens 1 dieser Gruppen findet statt
   *[other] Höchstens { $count } dieser Gruppen finden statt
  }: { $groups }
rules-running-least = { $count ->
    [one] Mindestens 1 dieser Gruppen findet statt
   *[other] Mindestens { $count } dieser Gruppen finden statt
  }: { $groups }
rules-running-range = { $least } bis { $most } dieser Gruppen finden statt: { $groups }
rules-all-groups = Jede Gruppe
rules-pin = { $person } muss in { $groups } sein
rules-bar = { $person } darf nicht in { $groups } sein
rules-together = { $people } müssen zusammen sein
rules-together-soft = { $people } sollen zusammen sein ({ $strength })
rules-apart = { $people } müssen getrennt sein
rules-apart-soft = { $people } sollen getrennt sein ({ $strength })
rules-spread = „{ $column }“ wird gleichmäßig auf die Gruppen verteilt
rules-spread-soft = „{ $column }“ soll gleichmäßig auf die Gruppen verteilt werden ({ $strength })
rules-shares = Jede Gruppe hat { $shares } in „{ $column }“
rules-shares-soft = Jede Gruppe soll { $shares } in „{ $column }“ haben ({ $strength })
rules-share = { $percent } % { $value }
rules-not-alone = Niemand ist mit „{ $column }“ allein in der Gruppe
rules-not-alone-value = Niemand ist mit „{ $column }“ = „{ $value }“ allein in der Gruppe
rules-at-least = { $count ->
    [one] Jede Gruppe hat mindestens 1 Person mit „{ $column }“ = „{ $value }“
   *[other] Jede Gruppe hat mindestens { $count } Personen mit „{ $column }“ = „{ $value }“
}
rules-at-least-soft = { $count ->
    [one] Jede Gruppe soll mindestens 1 Person mit „{ $column }“ = „{ $value }“ haben ({ $strength })
   *[other] Jede Gruppe soll mindestens { $count } Personen mit „{ $column }“ = „{ $value }“ haben ({ $strength })
}
rules-common-times = Die Mitglieder jeder Gruppe haben in „{ $column }“ mindestens { $count ->
    [one] { $count } freie Zeit
   *[other] { $count } freie Zeiten
  } gemeinsam
rules-wish = { $person } möchte gern in { $groups } sein ({ $strength })
rules-companion = { $person } möchte gern mit { $companion } zusammen sein ({ $strength })
rules-stay = { $person } soll in { $group } bleiben ({ $strength })
rules-stay-several = { $count } Personen sollen in ihren früheren Gruppen bleiben ({ $strength })
rules-not-again = { $people } sollen nicht wieder in einer Gruppe sein ({ $strength })
rules-not-again-with = { $person } soll nicht wieder in einer Gruppe sein mit { $others } ({ $strength })
rules-not-again-several = { $count ->
    [one] Personen aus 1 früheren Gruppe
   *[other] Personen aus { $count } früheren Gruppen
} sollen einander nicht wieder treffen ({ $strength })
rules-fair-first = Möglichst viele bekommen ihre erste Wahl, dann ihre zweite und so weiter
rules-fair-nobody = Niemand soll schlecht wegkommen: die schlechtesten Wünsche, die jemand bekommt, sind so gut wie möglich
rules-fair-average = Die Wünsche, die alle bekommen, sind im Durchschnitt so gut wie möglich
rules-slot = { $groups } sind zur selben Zeit ({ $slot })
rules-slot-one = { $group } ist nur zu einer Zeit ({ $slot })
rules-slot-repeated = Niemand ist zweimal in { $workshop }
rules-with-reason = { $rule } ({ $reason })

## Wie viel eine Regel zählt, die nicht gelten muss

rules-strength-weak = schwach
rules-strength-normal = normal
rules-strength-strong = stark
rules-strength-very-strong = sehr stark
rules-strength-other = Gewicht { $weight }

## Was aus einer Regel geworden ist

rules-kept = eingehalten
rules-not-kept = nicht eingehalten
rules-broken = verletzt
rules-granted = erfüllt
rules-not-granted = nicht erfüllt
rules-even = gleichmäßig
rules-uneven = nicht ganz gleichmäßig
rules-missing = { $count ->
    [one] 1 Person fehlt
   *[other] { $count } Personen fehlen
}
rules-choice = Wunsch { $number } von { $count }
rules-together-in = zusammen in { $count } von { $all }
rules-again = { $count ->
    [one] 1 Paar trifft sich wieder
   *[other] { $count } Paare treffen sich wieder
}
rules-stayed = { $number } von { $count } bleiben

## Regeln, die sich nicht alle einhalten lassen

rules-conflict-one = Diese Regel lässt sich mit { $people } und { $groups } nicht einhalten: { $rule }. Ändern Sie sie, oder lassen Sie sie weg.
rules-conflict-one-why = Diese Regel lässt sich mit { $people } und { $groups } nicht einhalten: { $rule }. { $why } Ändern Sie sie, oder lassen Sie sie weg.
# Eine Liste, eine Zeile für jede Regel.
rules-conflict =
    Diese { $count } Regeln lassen sich mit { $people } und { $groups } nicht alle einhalten:
    { $rules }
    Es genügt, eine davon wegzulassen.
rules-conflict-line = {"  - "}{ $rule }
rules-conflict-ranges = Diese Größen lassen sich mit { $people } und { $groups } nicht einhalten: { $rules }. Ändern Sie sie.
rules-conflict-ranges-make = Diese Größen lassen sich mit { $people } und { $groups } nicht einhalten: { $rules }. Ändern Sie sie, oder bilden Sie { $make }.
rules-conflict-people = { $count ->
    [one] 1 Person
   *[other] { $count } Personen
}{ $each ->
    [1] { "" }
   *[other] , je { $each } Gruppen pro Person
}
rules-conflict-groups = { $count ->
    [one] 1 Gruppe
   *[other] { $count } Gruppen
}
rules-make-between = { $least } bis { $most } Gruppen
rules-make-least = mindestens { $groups }
rules-make-most = höchstens { $groups }
rules-conflict-why = { $conflict } { $why }
rules-few-times = { $person } nennt nur { $count }
rules-few-with-value = Nur { $count ->
    [one] 1 Person hat
   *[other] { $count } Personen haben
  } „{ $column }“ = „{ $value }“; nötig sind { $needed }.
rules-stop = { $sentence }.
rules-sizes = die Gruppen haben genau { $sizes } Personen
rules-sizes-free = die Gruppen haben genau { $sizes } Personen in beliebiger Reihenfolge
rules-sizes-empty = keine Gruppe ist leer ({ $setting } verbietet es)

## Wie ein Formular jede Art nennt, zwischen den Namen, nach denen es fragt

rules-verb-pin = kommt auf jeden Fall in
rules-verb-bar = kommt auf keinen Fall in
rules-verb-together = müssen zusammen sein
rules-verb-apart = müssen getrennt sein
rules-verb-wish = möchte gern in
rules-verb-companion = möchte gern zusammen sein mit
rules-verb-stay = soll bleiben in
rules-verb-not-again = sollen nicht wieder in einer Gruppe sein
rules-verb-size = muss so viele Personen haben
rules-verb-joint-size = müssen zusammen so viele Personen haben
rules-verb-running = von denen so viele stattfinden
rules-verb-spread = wird gleichmäßig auf die Gruppen verteilt
rules-verb-not-alone = steht nie allein in einer Gruppe
rules-verb-at-least = wird in jeder Gruppe gebraucht

## Wie Fehler jede Art nennen

rules-title-size = Eine Größe
rules-title-joint-size = Eine gemeinsame Größe
rules-title-running = Eine Zahl von Gruppen, die stattfinden,
rules-title-pin = Ein fester Platz
rules-title-bar = Ein Ausschluss
rules-title-together = Eine Regel, dass Personen zusammen sind,
rules-title-apart = Eine Regel, dass Personen getrennt sind,
rules-title-spread = Eine Verteilung
rules-title-not-alone = Eine Regel, dass niemand allein ist,
rules-title-at-least = Eine Zahl von Personen mit einem Wert
rules-title-common-times = Eine Regel über freie Zeiten
rules-title-wish = Ein Wunsch
rules-title-companion = Ein Wunsch nach einer Person
rules-title-stay = Eine frühere Einteilung
rules-title-fair = Eine Reihenfolge der Wünsche
rules-title-slot = Ein Zeitfenster
rules-title-not-again = Eine Regel, dass Personen einander nicht wieder treffen,

## Regeln, die nicht gemeint sein können

rules-size-several = Eine Größe muss eine Gruppe nennen, oder keine für alle; „{ $groups }“ kann jede einzelne meinen oder alle zusammen. Schreiben Sie für jede Gruppe eine Zeile: size, { $first }, { $size } und size, { $second }, { $size }.
rules-size-value = Eine Größe muss eine ganze Zahl sein oder ein Text wie "4..6"; gefunden: { $got }. Schreiben Sie eines davon.
rules-size-unreadable = Eine Größe muss eine ganze Zahl oder ein Bereich sein; gefunden: „{ $text }“. Schreiben Sie z. B. "4..6", "4..", "..6" oder "5".
    .page = Eine Größe muss eine ganze Zahl oder ein Bereich sein; „{ $text }“ ist keines von beiden. Schreiben Sie zum Beispiel 5, 4 bis 6, mindestens 4 oder höchstens 6.
rules-size-bound = Eine Größe muss eine ganze Zahl von Personen sein; gefunden: { $got }. Schreiben Sie z. B. 4.
rules-size-neither = Eine Größe muss nach unten oder nach oben begrenzt sein; sie ist es nicht. Schreiben Sie z. B. "4..6".
rules-size-reversed = Die kleinste Größe darf nicht über der größten liegen; gefunden: { $size }. Schreiben Sie stattdessen { $most }..{ $least }.
    .page = Die kleinste Größe darf nicht über der größten liegen. Schreiben Sie { $most } bis { $least } statt { $least } bis { $most }.
rules-no-groups = { $kind } muss Gruppen nennen; gefunden: keine. Schreiben Sie z. B. "Töpfern; Schach".
rules-few-bands = Zahlen müssen in mindestens 2 Stufen (bands) eingeteilt werden; gefunden: { $got }. Schreiben Sie z. B. 4.
rules-at-least-count = Eine Gruppe muss mindestens 1 Person brauchen; gefunden: { $got }. Schreiben Sie z. B. 2.
rules-at-least-no-value = Eine Regel, wie viele Personen jede Gruppe braucht, muss eine Spalte und einen Wert nennen; gefunden: „{ $text }“. Schreiben Sie z. B. "2 of Fährt Auto=ja".
rules-shares-unreadable = Anteile müssen Zahlen mit ihren Werten sein; gefunden: „{ $text }“. Schreiben Sie z. B. "30% erste, 70% zweite".
rules-common = Gruppen müssen mindestens 1 freie Zeit gemeinsam haben; gefunden: { $got }. Schreiben Sie z. B. 2.
rules-too-few = Wer { $kind ->
    [together] zusammen
    [not_again] nicht wieder zusammen
   *[apart] getrennt
  } sein soll, muss zu zweit oder zu mehreren genannt sein; gefunden: { $count ->
    [0] niemand
   *[other] nur { $people }
  }. Nennen Sie mehr Personen, oder lassen Sie die Regel weg.
rules-not-again-many = Höchstens { $most } Paare können davon abgehalten werden, einander wieder zu treffen; die früheren Gruppen haben { $count } Paare. Geben Sie kleinere oder weniger Gruppen an.
rules-fair-unknown = Die Reihenfolge der Wünsche muss „first choices“ (erste Wünsche), „nobody badly“ (niemand schlecht) oder „average“ (im Durchschnitt) sein; gefunden: „{ $got }“. Schreiben Sie eines davon.
rules-fair-twice = Wünsche werden in einer Reihenfolge erfüllt; gefunden: Regeln für zwei. Behalten Sie eine.
rules-slot-unreadable = Ein Zeitfenster muss seine Gruppen nennen; gefunden: „{ $text }“. Schreiben Sie z. B. "Vormittag=Töpfern; Schach".
rules-slot-empty = Ein Zeitfenster muss Gruppen haben; bei „{ $slot }“ steht keine. Schreiben Sie z. B. "{ $slot }=Töpfern; Schach".
rules-slot-nameless = Ein Zeitfenster muss einen Namen haben; er fehlt bei { $groups }. Schreiben Sie z. B. "Vormittag".
rules-lists-of-names = Personen müssen als Listen von Namen stehen; gefunden: { $got }. Schreiben Sie [["Ann", "Bo"]].
rules-groups-missing = { $rule } muss mindestens eine Gruppe nennen; bei „{ $person }“ steht keine. Nennen Sie eine, oder lassen Sie die Regel weg.
rules-stay-nobody = Eine frühere Einteilung muss Personen nennen; es steht niemand darin. Nennen Sie sie, oder lassen Sie sie weg.
rules-stay-groups = Jede Person muss eine frühere Gruppe haben; gefunden: „{ $groups }“. Nennen Sie die Gruppe, in der sie war.
rules-stay-table = Eine frühere Einteilung muss eine Tabelle von Personen und Gruppen sein; gefunden: { $got }. Schreiben Sie z. B. {"{"} Ann = "Gryffindor" {"}"}.
rules-stay-twice = Jede Person kann nur in einer Gruppe bleiben; „{ $person }“ steht auch in Zeile { $row }. Behalten Sie eine Zeile.
rules-wish-both = Ein Wunsch muss Gruppen oder eine Person nennen; bei „{ $person }“ steht beides. Machen Sie zwei Wünsche daraus.
rules-wish-neither = Ein Wunsch muss Gruppen oder eine Person nennen; bei „{ $person }“ steht keines von beiden. Nennen Sie eines, oder lassen Sie den Wunsch weg.
rules-reason-text = Ein Grund muss ein Text sein; gefunden: { $got }. Setzen Sie ihn in Anführungszeichen, oder lassen Sie ihn weg.
rules-weight = Das Gewicht einer Regel muss eine Zahl über 0 sein oder eines der Wörter { $words }; gefunden: { $got }. Schreiben Sie z. B. 0.5. Muss die Regel gelten, lassen Sie es weg.
rules-weight-soft = { $rule } muss als Gewicht eine Zahl über 0 haben oder eines der Wörter { $words }; gefunden: { $got }. Schreiben Sie z. B. 0.5.
rules-names-no-list = Namen müssen als Liste von Texten stehen; gefunden: { $got }. Schreiben Sie eine Liste.
rules-name-no-text = { $role ->
    [person] Eine Person
    [group] Eine Gruppe
    [column] Eine Spalte
   *[value] Ein Wert
  } muss als Text oder ganze Zahl stehen; gefunden: { $got }. Setzen Sie den Namen in Anführungszeichen.
rules-name-empty = { $role ->
    [person] Eine Person
    [group] Eine Gruppe
    [column] Eine Spalte
   *[value] Ein Wert
  } muss einen Namen haben; er ist leer. Schreiben Sie ihn hin, oder lassen Sie den Eintrag weg.
rules-twice = { $rule } darf { $role ->
    [person] jede Person
    [group] jede Gruppe
    [column] jede Spalte
   *[value] jeden Wert
  } nur einmal nennen; zweimal steht da: { $names }. Streichen Sie eines davon.

## Dateien und Tabellen mit Regeln

rules-file-rules = Die Regeln ließen sich nicht lesen. { $why }
rules-file-empty = Die Regeln ließen sich nicht lesen. { $why } Eine Tabelle mit Regeln beginnt mit den Überschriften Regel, Wer, Was; eine Zeile ist z. B. getrennt, Ann; Bo.
rules-file-assignment = Die frühere Einteilung ließ sich nicht lesen. { $why }
rules-file-houses = Die Liste der bekannten Gruppen ließ sich nicht lesen. { $why }
rules-unreadable = Die Regeln müssen in einer lesbaren Datei stehen; { $file } lässt sich nicht lesen ({ $reason }). Prüfen Sie den Pfad.
rules-not-toml = { $file } muss TOML in UTF-8 sein; darin ist ein Fehler: { $mistake }. Berichtigen Sie ihn.
rules-no-columns = { $table } muss die Spalten Regel, Wer und Was haben, oder für eine frühere Einteilung Name und Gruppe; gefunden: { $headings }. Schreiben Sie die Überschriften in die erste Zeile.
rules-other-columns =
    { $table } darf nur die Spalten { $headings } haben, jede einmal; es gibt andere:
    { $others }
    Benennen Sie diese Spalten um, oder entfernen Sie sie.
rules-no-name-or-group = { $table } muss die Spalten Name und Gruppe haben; { $missing ->
    [name] der Name
   *[group] die Gruppe
  } fehlt unter { $headings }. Schreiben Sie die Überschriften in die erste Zeile.
rules-not-two-columns = { $table } muss zwei Spalten haben, wenn Dateien keine Überschriften haben: Namen und Gruppen; es sind { $count }. Löschen Sie die anderen, oder schreiben Sie Überschriften in die erste Zeile und lassen Sie { $setting } weg.
rules-wrong-rows =
    Wer eine Gruppe hat, muss einen Namen haben und in genau einer Zeile stehen ({ $table }); anders ist es hier:
    { $rows }
    Berichtigen Sie diese Zeilen ({ $counting }).
rules-row = Zeile { $row }
rules-row-nameless = Zeile { $row }: Jemand in „{ $group }“ hat keinen Namen
rules-row-again = Zeile { $row }: „{ $name }“ steht schon in Zeile { $first }
rules-unusable =
    Jede Regel muss verwendbar sein; { $count ->
        [one] eine ist es nicht
       *[other] { $count } sind es nicht
    }:
    { $mistakes }
    Berichtigen Sie sie, oder lassen Sie sie weg.
rules-unusable-rows =
    Jede Zeile in { $table } muss eine verwendbare Regel sein; { $count ->
        [one] eine ist es nicht
       *[other] { $count } sind es nicht
    }:
    { $mistakes }
    Berichtigen Sie diese Zeilen ({ $counting }).
rules-unknown-kind = Eine Regel muss eine dieser Arten haben: { $kinds }; gefunden: { $got }. { $hint }
rules-no-table = { $key } muss eine Tabelle sein; gefunden: { $got }. Schreiben Sie [rules], und darunter size = "4..6".
rules-no-list = Die Regeln einer Art müssen eine Liste sein; gefunden: { $got }. Schreiben Sie z. B. { $example }.
rules-no-owner = Zu jedem Eintrag gehört { $owner ->
    [person] seine Person
   *[group] seine Gruppe
  }; gefunden: nur { $got }. Schreiben Sie z. B. { $example }.
rules-entry-keys = Ein Eintrag darf nur { $keys } enthalten; gefunden: „{ $key }“. { $hint }
rules-nobody = Die Spalte Wer muss jemanden nennen; sie ist leer. Schreiben Sie einen Namen hinein, oder mehrere mit Semikolons dazwischen.
rules-semicolons = Zwischen Personen muss ein Semikolon stehen, denn Namen können Kommas enthalten; gefunden: „{ $names }“. Schreiben Sie z. B. Ann Lee; Bo Ray.
rules-no-people = { $rule } darf keine Personen nennen; gefunden: „{ $names }“. Schreiben Sie die Überschrift der Spalte unter Was.
rules-cell-empty = Die Spalte Was muss { $what } nennen; sie ist leer. Füllen Sie sie aus.
rules-cell-companion = die gewünschte Person
rules-cell-group = die frühere Gruppe
rules-cell-column = eine Spalte
rules-cell-value = eine Spalte oder Spalte=Wert
rules-cell-number = eine Spalte oder Spalte=Zahl
rules-weight-cell = Ein Gewicht muss eine Zahl sein, eines der Wörter { $words }, leer oder "must"; gefunden: „{ $weight }“. Schreiben Sie z. B. 0.5.
rules-weight-missing = { $rule } muss eine Zahl als Gewicht haben; gefunden: „{ $weight }“. Soll die Regel gelten müssen, schreiben Sie unter Regel "{ $must }".
rules-weightless = { $rule } muss immer gelten und hat kein Gewicht; gefunden: „{ $weight }“. Leeren Sie die Zelle.

## Namen in Regeln, die nichts oder mehreres bedeuten

rules-unknown-names =
    Jede Person, Gruppe, Spalte und jeder Wert in einer Regel muss bekannt und eindeutig sein; { $count ->
        [one] eines ist es nicht
       *[other] { $count } sind es nicht
    }:
    { $names }
    Berichtigen Sie die Namen, oder lassen Sie diese Regeln weg.
rules-unknown-name = { $role ->
    [person] Person
    [group] Gruppe
    [column] Spalte
   *[value] Wert von „{ $column }“:
  } „{ $name }“ in „{ $rule }“ ({ $why })
rules-why = „{ $name }“ ({ $why })
rules-why-shared = { $count } heißen so; machen Sie ihre Namen verschieden
rules-why-may-be = vielleicht { $names }
rules-why-none = es gibt keine
rules-why-namesakes = { $count } heißen so; schreiben Sie { $names }
rules-why-part = schreiben Sie den ganzen Namen: { $names }
rules-why-near = am ähnlichsten: „{ $name }“
rules-why-names = Namen von Personen sind alle verschieden, deshalb stehen sie nicht unter den Spalten
rules-why-listed = nichts ist ähnlich; die { $role ->
    [group] Gruppen
   *[column] Spalten
  } sind { $names }
rules-why-unknown = nichts ist ähnlich
rules-why-same = bedeutet dasselbe wie „{ $name }“
rules-why-empty = alle ihre Zellen sind leer
rules-why-bands = Stufen (bands) brauchen eine Spalte mit Zahlen
rules-why-amounts = was Personen zählen, müssen Zahlen ab 0 sein
rules-why-shares = niemand hat { $values }
rules-absent = { $count ->
    [one] { $names } war in einer früheren Gruppe und ist jetzt nicht dabei. Die Regel, dass Personen einander nicht wieder treffen, lässt diese Person weg.
   *[other] { $count } Personen aus früheren Gruppen sind jetzt nicht dabei. Die Regel, dass Personen einander nicht wieder treffen, lässt sie weg: { $names }.
}
rules-not-sorted =
    Regeln müssen Personen nennen, die einsortiert werden; { $count ->
        [one] eine wird es nicht
       *[other] { $count } werden es nicht
    }:
    { $names }
    { $remedy }
rules-name-in-rule = „{ $name }“ in „{ $rule }“
