import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { methodNotAllowed } from "hono/method-not-allowed";
import { answerAuthError } from "./accounts/auth-answer.ts";
import { AuthError } from "./accounts/auth-error.ts";
import { authorize } from "./accounts/authorization.ts";
import { accounts } from "./accounts/routes.ts";
import { contact } from "./contact/routes.ts";
import { authPath } from "./contract/account.ts";
import { sharedSecurityHeaders } from "./contract/security-headers.ts";
import { conversations } from "./conversations/routes.ts";
import { readEnvironment } from "./env.ts";
import { files } from "./files/routes.ts";
import { inbox } from "./inbox/routes.ts";
import { connect } from "./kernel/database/database.ts";
import { readClient } from "./kernel/http/client.ts";
import type { AppEnv, Passwords } from "./kernel/http/context.ts";
import { requireOwnHost } from "./kernel/http/own-host.ts";
import { Problem } from "./kernel/http/problem.ts";
import { answerProblem } from "./kernel/http/problem-answer.ts";
import { requestId, requestLog } from "./kernel/http/request-log.ts";
import { mail } from "./mail/routes.ts";
import { dueWorkMark } from "./operations/due-work.ts";
import { operations } from "./operations/routes.ts";
import { site } from "./site/routes.ts";

// Data needs a stricter policy than documents.
const apiHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/** Adds the security headers to each response of the API. A response with its own policy keeps it. */
const securityHeaders = createMiddleware(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(apiHeaders)) if (!headers.has(name)) headers.set(name, value);
  for (const [name, value] of Object.entries(sharedSecurityHeaders)) headers.set(name, value);
});

/** Forbids caching unless the route allows it. */
const noStore = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});

/**
 * Gives every route of a request the validated settings, the database, the check of sessions, the password hasher, and
 * the client's network and browser.
 * @throws EnvironmentError
 */
const provideResources = (passwords: Passwords) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const environment = await readEnvironment(c.env);
    c.set("environment", environment);
    c.set("database", connect(environment));
    c.set("authorize", (database, caller, needs) =>
      authorize(database, caller, { limits: environment, ...needs }),
    );
    c.set("passwords", passwords);
    c.set("client", readClient(c.req));
    await next();
  });

/** Answers an error: under `/api/auth` as Supabase Auth does, elsewhere as `application/problem+json` (RFC 9457). */
const answerError = (error: Error, c: Context<AppEnv>): Response =>
  error instanceof AuthError || c.req.path.startsWith(`${authPath}/`)
    ? answerAuthError(error, c)
    : answerProblem(error, c);

/** Returns the HTTP API with the routes of all slices. Tests pass a password hasher with another WebAssembly loader. */
export function createApp(passwords: Passwords): Hono<AppEnv> {
  const app = new Hono<AppEnv>().basePath("/api");
  app
    .use(requestLog, requestId, noStore, securityHeaders)
    .use(
      methodNotAllowed({
        app,
        onMethodNotAllowed: (c, methods) =>
          answerError(new Problem("method_not_allowed", { headers: { Allow: methods.join(", ") } }), c),
      }),
    )
    .use(provideResources(passwords), requireOwnHost, dueWorkMark)
    .route("/", accounts)
    .route("/", contact)
    .route("/", conversations)
    .route("/", files)
    .route("/", inbox)
    .route("/", mail)
    .route("/", operations)
    .route("/", site)
    .notFound((c) => answerError(new Problem("not_found"), c))
    .onError(answerError);
  return app;
}
