# Por qué está cada persona donde está, escrito a cada una, de «tú».

lists-given = Quienes organizan te dieron este lugar.
lists-silent = No tenemos respuestas tuyas, así que estás donde había sitio.
lists-sizes = Estás aquí por el tamaño de los grupos.
lists-sizes-rules = Estás aquí por el tamaño de los grupos y por las reglas de quienes organizan.
lists-fits = Tus respuestas no apuntan a un solo grupo, así que estás donde encajas bien con los demás.
# $said es, por ejemplo: respondiste «té» a «¿Qué bebes?» y no marcaste «deporte» en «¿Qué te gusta?»
lists-why = Tú { $said }, y eso es más frecuente en { $group } que en otros grupos.
lists-answered = respondiste { $answers }
lists-answer = «{ $option }» a «{ $question }»
lists-answer-more = «{ $option }» (más que la mayoría) a «{ $question }»
lists-answer-less = «{ $option }» (menos que la mayoría) a «{ $question }»
lists-not-ticked = no marcaste { $ticks }
lists-tick = «{ $option }» en «{ $question }»
lists-ticks = { $first } ni { $last }
