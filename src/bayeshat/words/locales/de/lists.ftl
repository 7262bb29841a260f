# Warum man ist, wo man ist, an jede Person geschrieben.

lists-given = Die Veranstalter haben dir diesen Platz gegeben.
lists-silent = Wir haben keine Antworten von dir; du bist dort, wo Platz war.
lists-sizes = Du bist wegen der Größen der Gruppen hier.
lists-sizes-rules = Du bist wegen der Größen der Gruppen und der Regeln der Veranstalter hier.
lists-fits = Deine Antworten sprechen nicht für eine einzelne Gruppe; du bist dort, wo du gut zu den anderen passt.
# $said ist etwa: auf „Was trinkst du?“ „Tee“ geantwortet und bei „Was magst du?“ nicht „Sport“ angekreuzt
lists-why = Du hast { $said }; das ist in { $group } häufiger als anderswo.
lists-answered = { $answers } geantwortet
lists-answer = auf „{ $question }“ „{ $option }“
lists-answer-more = auf „{ $question }“ „{ $option }“ (mehr als die meisten)
lists-answer-less = auf „{ $question }“ „{ $option }“ (weniger als die meisten)
lists-not-ticked = { $ticks } angekreuzt
lists-tick = bei „{ $question }“ nicht „{ $option }“
lists-ticks = { $first } und { $last }
