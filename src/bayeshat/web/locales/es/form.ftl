# Lo que leen quienes participan, de «tú». Los textos entre comillas y los nombres están como alguien los escribió.

## El formulario

form-questions = { $count ->
    [one] Una pregunta.
   *[other] { $count } preguntas.
}
# $done es un número, o una señal en cuyo lugar lo escribe un script.
form-progress = { $done } de { $total } respondidas
form-readers = Quienes organizan este evento y quien lleva este servidor pueden leer tus respuestas; quienes organizan también pueden descargarlas. Las demás personas que responden no las ven.
form-mates = Cuando se publiquen los grupos, las demás personas de tu grupo verán tu nombre.
# Sigue una fecha.
form-open-until = Abierto hasta
form-changing = Cambia lo que quieras y pulsa después el botón del final.
form-name = Tu nombre
form-name-help = Para que se te pueda encontrar en un grupo.
# Detrás del número de una pregunta, para quienes oyen la página.
form-of = de { $total }
form-several = Elige todas las que correspondan.
form-ranking = Pon las respuestas en orden, la mejor primero. Puedes dejar sin poner las últimas.
form-no-answer = Sin respuesta
form-wishes = ¿En qué grupos te gustaría estar?
form-wishes-help = También cuentan los tamaños y los deseos de otras personas, así que no se pueden cumplir todos.
form-choose = ¿Cuáles de estos te gustarían?
form-choose-help = Las plazas son limitadas: la mayor cantidad posible de personas obtiene su primera opción, y puede que a ti te toque la segunda o la tercera.
form-choice = { $number ->
    [one] Primera opción
    [2] Segunda opción
    [3] Tercera opción
   *[other] Opción { $number }
}
form-no-wish = Sin preferencia
form-friends = ¿Con quién te gustaría estar?
form-friends-help = Escribe los nombres de personas que participan, separados por comas. Ellas no se enteran.
# Lo que va delante de los decimales de un número.
form-decimal-mark = ,
# Para quienes usan un lector de pantalla.
form-number = Tu número
form-number-unit = Tu número, en { $unit }
form-number-whole = Un número entero; 0 si no hay ninguno.
form-number-between = Un número de { $low } a { $high }.
form-number-above = Un número mayor que { $low }.
form-privacy = Privacidad
form-send = Enviar mis respuestas
form-send-anyway = Enviar de todos modos
form-keep = Guardar los cambios
form-cancel = Cancelar
form-start-over = Empezar de nuevo
form-offline = No se puede llegar al servidor. No se ha perdido nada: espera un momento y envíalo otra vez.

## Lo que está mal

form-problems-heading = { $count ->
    [one] Mira esto otra vez, por favor
   *[other] Mira estas { $count } cosas otra vez, por favor
}
form-wrong-name = Escribe tu nombre, de 1 a { $longest } caracteres.
form-wrong-option = Pregunta { $number }: elige una de las opciones.
form-wrong-wish = Elige uno de los grupos.
form-wrong-friends = Escribe como máximo { $longest } caracteres sobre con quién te gustaría estar.
form-wrong-one-only = Pregunta { $number }: elige una sola opción.
form-wrong-twice = Pregunta { $number }: has elegido «{ $option }» dos veces. Elige cada respuesta una sola vez.
form-wrong-places = Pregunta { $number }: pon la primera opción antes que la segunda, y así sucesivamente.
form-wrong-no-number = Pregunta { $number }: escribe un número, en cifras.
form-wrong-unit = Pregunta { $number }: escribe el número en { $unit }.
form-wrong-whole = Pregunta { $number }: escribe un número entero, { $low } o más.
form-wrong-between = Pregunta { $number }: escribe un número de { $low } a { $high }.
form-wrong-above = Pregunta { $number }: escribe un número mayor que { $low }.
form-wrong-large = Pregunta { $number }: este número es demasiado grande.
form-wrong-far = Pregunta { $number }: { $value } está lejos de los números habituales, de { $low } a { $high }. Corrígelo, o envíalo de todos modos si es correcto.
form-wrong-nothing = Responde al menos a una pregunta.
form-wrong-consent = Para participar tienes que aceptar esto. Marca la casilla.
form-wrong-number = Faltaba algo en el formulario. Comprueba tus respuestas y envíalas otra vez.
form-wrong-survey = Las preguntas han cambiado desde que abriste esta página. Este es el nuevo formulario; ya están puestas las respuestas que aún valen. Compruébalas y envíalas otra vez.
form-wrong-same-name = Alguien ha respondido como { $name }. Si fuiste tú, usa tu propio enlace para cambiarlo. Si eres otra persona que se llama { $name }, añade un apellido, o envíalo de todos modos.
form-wrong-too-often = { $seconds ->
    [one] Demasiadas personas de tu red acaban de enviar algo. No se ha perdido nada: espera un segundo y envíalo otra vez.
   *[other] Demasiadas personas de tu red acaban de enviar algo. No se ha perdido nada: espera { $seconds } segundos y envíalo otra vez.
}

## Páginas sin formulario

form-closed-heading = Este formulario está cerrado
form-closed-words = Ya no se pueden dar ni cambiar respuestas. Si has respondido, tu propio enlace sigue funcionando.
# Sigue una fecha.
form-closed-since = Cerrado desde
form-full-heading = Este formulario está completo
form-full-words = Ha llegado a su número máximo de respuestas. Pregunta a quien te lo envió.
form-link-replaced = Este enlace se ha sustituido por uno nuevo.
form-unsent-heading = Tus respuestas no se han enviado
form-unsent-words = Esto es lo que escribiste. Cópialo, y pregunta a quien te envió el formulario si aún se puede aceptar.
form-missing-heading = Aquí no hay nada
form-missing-words = En esta dirección no hay ningún formulario ni respuestas. Compruébala, o pregunta a quien te la envió.
form-broken-heading = Esto no se puede usar
form-broken-words = Lo que se envió no se pudo leer. Vuelve atrás e inténtalo otra vez.
form-large-heading = Esto es demasiado grande
form-large-words = Lo que se envió es más grande de lo que puede ser un formulario. Vuelve atrás, acórtalo e inténtalo otra vez.
# Para que quien pide ayuda pueda decir qué error fue.
form-request-number = Si pides ayuda, da este número: { $number }.

## Un dispositivo compartido

form-kiosk-thanks = ¡Gracias!
form-kiosk-kept = Tus respuestas se han guardado.
form-kiosk-code = Para cambiar tus respuestas o ver tu grupo más tarde, haz ahora una foto de este código. Abre tu propio enlace y solo se muestra una vez.
form-kiosk-code-picture = Código QR de tu propio enlace
form-kiosk-next = Siguiente persona

## La página propia de cada persona

form-receipt-title = Tus respuestas
form-receipt-title-group = Tu grupo
form-receipt-changed = Tus cambios se han guardado.
form-receipt-thanks = Gracias
form-receipt-thanks-name = Gracias, { $name }
form-receipt-kept = Tus respuestas se han guardado.
form-receipt-not-published = Los grupos aún no se han publicado. Cuando se publiquen, verás el tuyo en esta página.
form-receipt-too-late = Los grupos se han publicado, pero se hicieron antes de que llegaran tus respuestas. Pregunta a quien organiza cuál es el tuyo.
form-receipt-waits = Los grupos se han publicado. Hay más personas que plazas, y eres el número { $number } de la lista de espera. Si consigues una plaza, aparecerá en esta página.
form-receipt-you-are-in = Estás en
form-receipt-you-are-in-name = { $name }, estás en
form-receipt-rounds = Tus grupos
form-receipt-rounds-name = { $name }, tus grupos son
form-receipt-round = Ronda { $number }: { $group }
form-receipt-choice = { $place ->
    [0] No es ninguna de tus opciones.
    [1] Era tu primera opción.
    [2] Era tu segunda opción.
    [3] Era tu tercera opción.
   *[other] Era la opción número { $place } de las tuyas.
}
form-receipt-exchanged = Estás aquí porque intercambiaste tu lugar con alguien. Antes estabas en { $group }.
form-receipt-link = Guarda este enlace
form-receipt-link-help = Es solo tuyo. Con él puedes cambiar tus respuestas hasta que se cierre el formulario, y ver después en qué grupo estás.
form-receipt-link-label = Tu enlace privado
form-receipt-copy = Copiar el enlace
form-receipt-copied = Copiado
form-receipt-why = ¿Por qué?
form-receipt-reason-one = Tu respuesta a «{ $first }» apunta a { $group }.
form-receipt-reason-two = Tus respuestas a «{ $first }» y «{ $second }» apuntan a { $group }.
form-receipt-fits-best = De todos los grupos, este es el que mejor encaja con tus respuestas.
form-receipt-fits-less = Otro grupo encaja mejor con tus respuestas; estás aquí por el tamaño de los grupos, por una regla o por decisión de quien organiza.
form-receipt-chances = ¿Cómo de bien encaja cada grupo?
form-receipt-chances-help = 80 % significa: según las respuestas de todas las personas, la probabilidad de que este sea tu grupo es de 8 entre 10.
form-receipt-yours = (el tuyo)
form-receipt-mates = Quién está en tu grupo
form-receipt-alone = No hay nadie más en tu grupo.
form-receipt-answered = Lo que respondiste
form-receipt-readers = Quienes organizan pueden leer esto y descargarlo, también como un informe con las respuestas de cada persona por su nombre.
form-receipt-change = Cambiar mis respuestas
form-receipt-closed = El formulario está cerrado; las respuestas se quedan como están.
form-receipt-download = Descargar mis datos
form-receipt-delete = Borrar mis respuestas
form-guest = invitado { $code }

## Intercambiar lugares

form-exchange = Intercambiar lugares
form-exchange-words = Si alguien de otro grupo está de acuerdo, podéis intercambiar vuestros lugares.
form-exchange-more = Intercambiar lugares…
form-exchange-open = Ofreces tu lugar para un intercambio. Nadie ha aceptado tu oferta todavía.
form-exchange-see = Ver tu oferta
form-exchange-where = Estás en { $group }.
form-exchange-offer-heading = Ofrecer tu lugar
form-exchange-offer-words = Elige el grupo en el que te gustaría estar. Recibirás un código para alguien que esté ahora en él. Nadie sabrá nada hasta que des el código.
form-exchange-wants = El grupo que te gustaría
form-exchange-offer = Hacer la oferta
form-exchange-code-words = Te gustaría estar en { $group }. Da este código a alguien de ese grupo con quien quieras intercambiar tu lugar:
form-exchange-code-note = Al escribirlo en su propio enlace, esa persona lee tu nombre y tu grupo. La primera persona de { $group } que acepte intercambia su lugar contigo al momento. El código deja de valer si retiras la oferta o si cambia tu grupo.
form-exchange-withdraw = Retirar la oferta
form-exchange-code-heading = ¿Alguien te ha dado un código?
form-exchange-code = El código
form-exchange-look = Ver la oferta
form-exchange-found = { $name } ({ $group }) quiere intercambiar su lugar contigo ({ $own }).
form-exchange-found-then = Si aceptas, estarás al momento en { $group } y { $name } estará en { $own }. Quienes organizan ven el intercambio.
form-exchange-take = Intercambiar lugares
form-exchange-decline = No, me quedo donde estoy
form-exchange-back = Volver a tu página
form-exchange-done = Habéis intercambiado los lugares. Este es tu nuevo grupo.
form-exchange-off = Ahora no se pueden intercambiar lugares: los grupos no están publicados o quienes organizan no lo permiten.
form-exchange-fixed = Quienes organizan han fijado tu lugar, así que no puedes intercambiarlo.
form-exchange-busy = Ahora no puedes intercambiar tu lugar, porque quienes organizan están cambiando los grupos. Inténtalo más tarde.
form-exchange-other-fixed = Quienes organizan han fijado el lugar de la otra persona, así que no podéis intercambiarlos.
form-exchange-other-busy = Ahora no podéis intercambiar los lugares, porque quienes organizan están cambiando el grupo de la otra persona. Inténtalo más tarde.
form-exchange-choose = Elige uno de los otros grupos.
form-exchange-no-offer = No hay ninguna oferta abierta con este código. Comprueba el código o pide uno nuevo.
form-exchange-own-code = Este es tu propio código. Dáselo a la persona con quien quieras intercambiar tu lugar.
form-exchange-other-group = Esta oferta es para alguien de { $wanted }, y tú estás en { $group }.
form-exchange-breaks-rule = Una regla de quienes organizan no permite este intercambio.
form-exchange-changed = Los grupos acaban de cambiar. Mira cuál es el tuyo e inténtalo otra vez.

## Borrar

form-delete-heading = ¿Borrar tus respuestas?
form-delete-words = Tu nombre y tus respuestas se borran de este servidor para siempre, y tu propio enlace deja de funcionar.
form-delete-stays = Esto se queda con quienes organizan:
form-delete-stays-place = un lugar sin nombre, en resultados que ya existen;
form-delete-stays-files = archivos y copias de seguridad hechos antes;
form-delete-stays-rules = tu nombre en listas y reglas que escribieron ellos.
form-delete-keep = Conservar mis respuestas
form-deleted-heading = Tus respuestas se han borrado
form-deleted-words = Tu nombre y tus respuestas ya no están en este servidor. Los archivos que se descargaron antes, y lo que quienes organizan escribieron ellos mismos, se quedan con ellos.

## Correos, como la página los propone a quien organiza

form-invitation =
    Hola { $name }:

    Responde, por favor, a unas preguntas:
    { $link }

    El enlace es solo tuyo.
form-reminder-subject = Recordatorio: { $title }
form-reminder =
    Hola { $name }:

    Todavía no tenemos respuestas tuyas. Este es tu enlace:
    { $link }

    Es solo tuyo.
