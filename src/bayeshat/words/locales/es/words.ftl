# Palabras que comparten todos los mensajes.

words-language = Español
words-comma = { $first }, { $next }
words-semicolon = { $first }; { $next }
words-space = { $first } { $next }
words-then = { $first }, luego { $next }
words-line =
    { $first }
    { $next }
words-and = { $first } y { $last }
words-or = { $first } o { $last }
words-and-more = { $first } y { $count } más
words-quoted = «{ $text }»
words-item = {"  "}{ $text }
    .page = {"  - "}{ $text }
words-items-more = {"  … y "}{ $count } más
    .page = {"  - y "}{ $count } más
words-did-you-mean = ¿Quieres decir «{ $text }»?

## Probabilidades y nombres de grupos

words-percent = { $share } %
words-percent-under = menos del 1 %
words-percent-over = más del 99 %
words-group-number = Grupo { $number }
words-sure-0 = seguro
words-sure-1 = con tendencia
words-sure-2 = podría ser cualquiera
words-sure-3 = mejor en otro
words-decimals = { $whole },{ $rest }
words-size-exact = { $low }
words-size-either = { $low } o { $high }
words-size-least = al menos { $low }
words-size-most = como máximo { $high }
words-size-or-none = ninguna o { $size }
words-size-range = de { $low } a { $high }
