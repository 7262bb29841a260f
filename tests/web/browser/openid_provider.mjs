// A provider of OpenID Connect for people of a school, on loopback: PORT CLIENT SECRET REDIRECT LOGGED_OUT PEOPLE
import { Provider } from "oidc-provider";

const [port, client, secret, redirect, loggedOut, told] = process.argv.slice(2);
const people = JSON.parse(told);
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: client,
      client_secret: secret,
      redirect_uris: [redirect],
      post_logout_redirect_uris: [loggedOut],
    },
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
  findAccount: (_, id) => people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) },
  pkce: { required: () => true },
  cookies: { keys: ["only for tests"] },
});
// Its own pages would fetch a font from elsewhere.
provider.use(async (context, next) => {
  await next();
  if (typeof context.body === "string") context.body = context.body.replace(/@import url\([^)]*\);?/g, "");
});
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
