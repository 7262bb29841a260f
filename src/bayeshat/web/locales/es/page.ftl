# Lo que comparten todas las páginas, hasta donde lo leen quienes participan.

page-skip = Ir al contenido
page-footer = Grupos hechos con bayeshat.
# Una hora en UTC, hasta que un script la muestra en la zona de quien lee.
page-moment = { DATETIME($time, dateStyle: "long", timeStyle: "short") } UTC
page-day = { DATETIME($time, dateStyle: "long") }
page-copy = Copiar
page-copied = Copiado

## Lo que está mal

page-problems = { $count ->
    [one] Mira esto otra vez, por favor
   *[other] Mira estas cosas otra vez, por favor
}
page-other-site = Este formulario no se envió desde una página de este servidor. Vuelve atrás, carga la página de nuevo y envíalo otra vez.
page-busy = El servidor está ocupado. Espera un momento e inténtalo otra vez.
page-too-often = { $seconds ->
    [one] Demasiados intentos en poco tiempo. Espera { $seconds } segundo e inténtalo otra vez.
   *[other] Demasiados intentos en poco tiempo. Espera { $seconds } segundos e inténtalo otra vez.
}
page-too-large-kib = Se pueden enviar { $size } KiB como máximo; esto es más. Envía menos.
page-too-large-mib = Se pueden enviar { $size } MiB como máximo; esto es más. Envía menos.
page-not-a-form = Lo que se envió no es un formulario de esta página. Vuelve atrás, carga la página de nuevo y envíalo otra vez.
page-invalid-characters = Tu texto contiene caracteres no válidos. Escríbelo otra vez.
page-whole-number = Tiene que ser un número entero; escribe solo cifras.
page-field = El campo «{ $field }» falta o no se puede usar. Compruébalo.

## Páginas de errores

page-error-number = Si pides ayuda, da este número: <code>{ $number }</code>.
page-error-400 = Esta petición no se puede leer
page-error-403 = Esto no está permitido
page-error-404 = Aquí no hay nada
page-error-405 = Esto no es posible aquí
page-error-409 = Esto ha cambiado
page-error-413 = Esto es demasiado grande
page-error-422 = Esto no se puede usar
page-error-429 = Espera un momento, por favor
page-error-500 = Algo ha fallado
page-error-503 = Esto es demasiado para el servidor
page-error-other = Esto no es posible
page-error-words-400 = Lo que se envió no se pudo leer. Vuelve atrás e inténtalo otra vez.
page-error-words-404 = Esta página no existe, o no tienes acceso a ella. Comprueba el enlace que te dieron.
page-error-words-405 = Esta dirección no acepta este tipo de petición. Vuelve atrás e inténtalo otra vez.
page-error-words-500 = Es culpa nuestra, no tuya. Nada quedó a medias. Inténtalo otra vez; si vuelve a pasar, díselo a quien lleva el servidor.
page-error-words-other = A esta petición no se puede responder. Vuelve atrás e inténtalo otra vez.
