# What organisers read who log in with OpenID Connect.

openid-log-in = Log in with { $provider }
openid-or-password = Or with a password
openid-or-account = Or with a new account
openid-welcome-words = This server is new. Log in: you become its first organiser and its administrator, who can invite others.
openid-name-help = Other organisers see it.
openid-only = You log in with { $provider }, which also takes care of your password and a second factor.
openid-is-linked = You can log in with { $provider }, too.
openid-not-linked = Link your account to log in with { $provider } as well.
openid-link = Link with { $provider }
openid-unlink = Remove the link
openid-link-words = Log in at { $provider } now. From then on, that login opens this account, too.
openid-link-not = Do not link
openid-go = Go to { $provider }
openid-logged-out = You are logged out
openid-logged-out-words = Next, { $provider } asks whether to log you out there, too. On a shared device, say yes.
openid-delete-before = You first see what becomes of your events.
openid-no-passwords = Organisers of this server do not log in with a password. The login page shows how they do.
openid-none = This server has no login with OpenID Connect. Log in with your password.
openid-other-attempt = This login took longer than ten minutes, or was begun in another tab or browser. Begin again.
openid-not-logged-in = { $provider } did not log you in. Begin again, or ask those who run it whether you may use this server.
openid-wrong-domain = Organisers of this server need a confirmed e-mail address at { $domains }. Log in with another account, or ask the person who runs this server.
openid-wrong-role = { $provider } does not say that you may organise here. Ask the person who runs this server.
openid-not-set-up = This server is not set up yet. The person who started it opens the address that it printed; then you can log in.
openid-linked-elsewhere = This login belongs to another account of this server already. Log in with it, and remove the link there first.
openid-unreachable = { $provider } does not answer at the moment. Try again in a few minutes.
openid-unusable = { $provider } does not answer as it should, so nobody can log in with it. Tell the person who runs this server: its log says what is wrong.
