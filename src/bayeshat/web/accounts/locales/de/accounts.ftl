# Was Organisierende über ihr Konto lesen, und darüber, wer eine Veranstaltung noch sehen kann.

accounts-language = Sprache
accounts-language-label = Sprache Ihrer Seiten
accounts-language-help = Teilnehmende lesen das Formular in der Sprache der Veranstaltung.
accounts-language-browser = Die Sprache meines Browsers
accounts-language-save = Sprache ändern
