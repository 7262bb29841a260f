# Was Dateien in TOML enthalten müssen. Schlüssel und Werte stehen so da, wie jemand sie geschrieben hat.

toml-mistake = { $file } muss TOML sein; darin ist ein Fehler: { $mistake }. Berichtigen Sie diese Zeile.
    .page = { $file } muss TOML sein; { $line ->
        [0] am Ende
       *[other] in Zeile { $line }
    } ist ein Fehler. Berichtigen Sie ihn.
toml-long = { $file } darf höchstens { $most } Zeichen haben; es sind { $count }. Kürzen Sie die Datei.
toml-too-much = { $file }: { $limit }; in Zeile { $line } ist es mehr. Schreiben Sie dort weniger.
toml-list = { $key } muss eine Liste sein; gefunden: { $got }. Schreiben Sie [[{ $key }]], mit zwei Klammern, über jeden Eintrag.
toml-text = { $where }{ $key } muss Text in Anführungszeichen sein; gefunden: { $got }. Setzen Sie ihn in Anführungszeichen.
toml-flag = { $where }.{ $key } muss true oder false sein, ohne Anführungszeichen; gefunden: { $got }. Schreiben Sie { $key } = true.
toml-numbers-list = { $where }.{ $key } muss eine Liste von Zahlen sein; gefunden: { $got }. Schreiben Sie z. B. { $key } = { $example }.
toml-options = { $key }.options muss eine Liste von Texten sein; gefunden: { $got }. Schreiben Sie z. B. options = ["ja", "nein"].
toml-option = { $key }.options[{ $place }] muss Text in Anführungszeichen sein; gefunden: { $got }. Setzen Sie ihn in Anführungszeichen.
toml-numbers = { $key } muss aus Zahlen bestehen; gefunden: { $got }. Schreiben Sie Zahlen ohne Anführungszeichen.
toml-digits = { $key } muss aus Zahlen mit höchstens 308 Ziffern bestehen; eine ist länger. Schreiben Sie eine kleinere Zahl.
toml-houses = { $key } muss die Gruppen nennen ({ $houses }); gefunden: „{ $given }“. { $hint }
toml-house-missing = { $key } muss für jede Gruppe einen Eintrag haben ({ $houses }); es fehlt { $missing }. Ergänzen Sie es.
toml-digits-or-key = Eine Zahl oder ein Schlüssel ohne Anführungszeichen darf höchstens { $most } Zeichen haben
toml-key-parts = Ein Schlüssel darf höchstens { $most } Teile mit Punkten dazwischen haben
toml-depth = Listen und Tabellen dürfen höchstens { $most } Ebenen tief sein
toml-empty-list = eine leere Liste
toml-one-entry = Behalten Sie einen Eintrag je Gruppe.
