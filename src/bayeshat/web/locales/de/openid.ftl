# Was Organisierende lesen, die sich mit OpenID Connect anmelden.

openid-log-in = Mit { $provider } anmelden
openid-or-password = Oder mit einem Passwort
openid-or-account = Oder mit einem neuen Konto
openid-welcome-words = Dieser Server ist neu. Melden Sie sich an: Damit verwalten Sie den Server, organisieren als Erste oder Erster und können andere einladen.
openid-name-help = Andere Organisierende sehen ihn.
openid-only = Sie melden sich mit { $provider } an. Dort werden auch Ihr Passwort und ein zweiter Faktor verwaltet.
openid-is-linked = Sie können sich auch mit { $provider } anmelden.
openid-not-linked = Verknüpfen Sie Ihr Konto, um sich auch mit { $provider } anzumelden.
openid-link = Mit { $provider } verknüpfen
openid-unlink = Verknüpfung entfernen
openid-link-words = Melden Sie sich nun bei { $provider } an. Von da an öffnet auch diese Anmeldung dieses Konto.
openid-link-not = Nicht verknüpfen
openid-go = Zu { $provider }
openid-logged-out = Sie sind abgemeldet
openid-logged-out-words = Nun fragt { $provider }, ob Sie auch dort abgemeldet werden wollen. Stimmen Sie auf einem gemeinsamen Gerät zu.
openid-delete-before = Sie sehen zuerst, was mit Ihren Veranstaltungen geschieht.
openid-no-passwords = Organisierende melden sich auf diesem Server nicht mit einem Passwort an. Die Anmeldeseite zeigt, wie.
openid-none = Dieser Server hat keine Anmeldung mit OpenID Connect. Melden Sie sich mit Ihrem Passwort an.
openid-other-attempt = Diese Anmeldung hat länger als zehn Minuten gedauert oder wurde in einem anderen Tab oder Browser begonnen. Fangen Sie noch einmal an.
openid-not-logged-in = { $provider } hat Sie nicht angemeldet. Fangen Sie noch einmal an, oder fragen Sie dort, ob Sie diesen Server benutzen dürfen.
openid-wrong-domain = Organisierende brauchen auf diesem Server eine bestätigte E-Mail-Adresse bei { $domains }. Melden Sie sich mit einem anderen Konto an, oder fragen Sie, wer diesen Server betreibt.
openid-wrong-role = { $provider } sagt nicht, dass Sie hier organisieren dürfen. Fragen Sie, wer diesen Server betreibt.
openid-not-set-up = Dieser Server ist noch nicht eingerichtet. Wer ihn gestartet hat, öffnet die Adresse, die er ausgegeben hat; danach können Sie sich anmelden.
openid-linked-elsewhere = Diese Anmeldung gehört schon zu einem anderen Konto dieses Servers. Melden Sie sich damit an, und entfernen Sie dort zuerst die Verknüpfung.
openid-unreachable = { $provider } antwortet im Moment nicht. Versuchen Sie es in einigen Minuten noch einmal.
openid-unusable = { $provider } antwortet nicht, wie es sein soll, sodass sich niemand damit anmelden kann. Sagen Sie es der Person, die diesen Server betreibt: In seinem Protokoll steht, was nicht stimmt.
