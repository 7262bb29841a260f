# Wörter, die alle Sätze gemeinsam haben.

words-language = Deutsch
words-comma = { $first }, { $next }
words-semicolon = { $first }; { $next }
words-space = { $first } { $next }
words-then = { $first }, dann { $next }
words-line =
    { $first }
    { $next }
words-and = { $first } und { $last }
words-or = { $first } oder { $last }
words-and-more = { $first } und { $count } weitere
words-quoted = „{ $text }“
words-item = {"  "}{ $text }
    .page = {"  - "}{ $text }
words-items-more = {"  … und "}{ $count } weitere
    .page = {"  - und "}{ $count } weitere
words-did-you-mean = Meinten Sie „{ $text }“?
words-one-of = { $setting } muss einer dieser Werte sein: { $known }; gefunden: { $given }. Verwenden Sie einen davon.
words-threads = { SETTING("threads") } darf höchstens { $most } sein; gefunden: { $number }. Lassen Sie es weg, um alle Kerne zu nutzen.
words-at = { $where }: { $what }
words-key = { $key } muss einer dieser Schlüssel sein: { $known }; gefunden: „{ $given }“. { $hint }
words-remove = Entfernen Sie ihn, oder prüfen Sie auf Tippfehler.
words-use-one = Verwenden Sie eine davon.
words-value = { $value }
words-value-nothing = nichts
words-value-text = der Text „{ $value }“
words-value-number = die Zahl { $value }
words-value-table = eine Tabelle
words-value-list = eine Liste
words-no-problems = Keine Probleme gefunden.

## Wahrscheinlichkeiten, Kosten und Namen von Gruppen

# $noun ist „house“, „group“ oder „own“: Gruppen allein aus den Antworten, bei denen es kein Richtig gibt.

# Eine Wahrscheinlichkeit in ganzen Prozent.
words-percent = { $share } %
words-percent-under = unter 1 %
words-percent-over = über 99 %
words-give-or-take = { $share } (± { $error })
words-tenths = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
words-fewer = { $number } Personen weniger { $noun ->
    [house] im richtigen Haus
    [own] in der Gruppe, die zu ihnen passt
   *[group] in der richtigen Gruppe
}
words-more = { $number } Personen mehr { $noun ->
    [house] im richtigen Haus
    [own] in der Gruppe, die zu ihnen passt
   *[group] in der richtigen Gruppe
}
words-no-difference = kein messbarer Unterschied
words-group-number = Gruppe { $number }
# Wie sicher ein Platz ist.
words-sure-0 = steht fest
words-sure-1 = gehört eher hierher
words-sure-2 = offen
words-sure-3 = passt anderswo besser
words-decimals = { $whole },{ $rest }
# Gewünschte Größen einer Gruppe.
words-size-exact = { $low }
words-size-either = { $low } oder { $high }
words-size-least = mindestens { $low }
words-size-most = höchstens { $high }
words-size-or-none = keine oder { $size }
words-size-range = { $low } bis { $high }
