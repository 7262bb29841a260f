# What organisers read about their account, and about who else can see an event.

accounts-language = Language
accounts-language-label = Language of your pages
accounts-language-help = Respondents read an event's form in the language of the event.
accounts-language-browser = The language of my browser
accounts-language-save = Change language
