# Was eine Suche und ein Beweis über bessere Gruppen sagen.

search-proven = Bessere Gruppen sind nicht möglich: Das ist bewiesen.
search-few = Nur { $reached } von { $starts } Suchen mit verschiedenen Anfängen endeten hier; es kann also etwas bessere Gruppen geben. Erhöhen Sie { $setting }, um weiter zu suchen.
    .page = Nur { $reached } von { $starts } Suchen mit verschiedenen Anfängen endeten hier; es kann also etwas bessere Gruppen geben.
search-many = { $reached } von { $starts } Suchen mit verschiedenen Anfängen endeten hier, und keine fand bessere Gruppen: ein gutes Zeichen, aber kein Beweis.
search-so-far = Das gilt für die bisherigen Prozentzahlen: Stehen sie fest, können andere Gruppen besser sein.
search-gap = Diese Gruppen sind höchstens { $percent } % schlechter als die bestmöglichen.
search-gap-unknown = Wie weit diese Gruppen von den bestmöglichen entfernt sind, ließ sich in der Zeit nicht zeigen.
search-better = Bessere wurden gefunden.
