# Lo que lee quien tiene un enlace propio.

answers-no-receipt = En esta dirección no hay respuestas. Compruébala, o pregunta a quien te envió el formulario.
