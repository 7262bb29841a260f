# Words that all messages share.

words-language = English
words-comma = { $first }, { $next }
words-semicolon = { $first }; { $next }
words-space = { $first } { $next }
words-then = { $first }, then { $next }
words-line =
    { $first }
    { $next }
words-and = { $first } and { $last }
words-or = { $first } or { $last }
words-and-more = { $first } and { $count } more
words-quoted = "{ $text }"
words-item = {"  "}{ $text }
    .page = {"  - "}{ $text }
words-items-more = {"  … and "}{ $count } more
    .page = {"  - and "}{ $count } more
words-did-you-mean = Did you mean "{ $text }"?
words-one-of = { $setting } must be one of { $known }; got { $given }. Use one of these.
words-threads = { SETTING("threads") } must be at most { $most }; got { $number }. Leave it out to use all cores.
words-at = { $where }: { $what }
words-key = { $key } must be one of { $known }; got "{ $given }". { $hint }
words-remove = Remove it, or check for a typing mistake.
words-use-one = Use one of these.
words-value = { $value }
words-value-nothing = nothing
words-value-text = the text "{ $value }"
words-value-number = the number { $value }
words-value-table = a table
words-value-list = a list
words-no-problems = No problems found.

## Chances, costs and names of groups

# $noun is "house", "group", or "own": groups made from the answers alone, which nobody can be right about.

# A chance, as a whole number of percent.
words-percent = { $share } %
words-percent-under = under 1 %
words-percent-over = over 99 %
words-give-or-take = { $share } (give or take { $error })
words-tenths = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
words-fewer = { $number } fewer people expected in { $noun ->
    [house] their right house
    [own] the group that suits them
   *[group] their right group
}
words-more = { $number } more people expected in { $noun ->
    [house] their right house
    [own] the group that suits them
   *[group] their right group
}
words-no-difference = no measurable difference
words-group-number = Group { $number }
# How sure a place is.
words-sure-0 = settled
words-sure-1 = leaning
words-sure-2 = could go either way
words-sure-3 = better elsewhere
words-decimals = { $whole }.{ $rest }
# Wanted sizes of a group.
words-size-exact = { $low }
words-size-either = { $low } or { $high }
words-size-least = at least { $low }
words-size-most = at most { $high }
words-size-or-none = none or { $size }
words-size-range = { $low } to { $high }
