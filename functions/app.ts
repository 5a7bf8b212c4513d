import { type Context, Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { answerAuthError } from "./accounts/auth-answer.ts";
import { AuthError } from "./accounts/auth-error.ts";
import { accounts } from "./accounts/routes.ts";
import { contact } from "./contact/routes.ts";
import { authPath } from "./contract/account.ts";
import { inbox } from "./inbox/routes.ts";
import type { AppEnv, Passwords } from "./kernel/http/context.ts";
import { ownHost } from "./kernel/http/own-host.ts";
import { Problem } from "./kernel/http/problem.ts";
import { answerProblem } from "./kernel/http/problem-answer.ts";
import { requestId, requestLog } from "./kernel/http/request-log.ts";
import { resources } from "./kernel/http/resources.ts";
import { noStore, securityHeaders } from "./kernel/http/security-headers.ts";
import { mail } from "./mail/routes.ts";
import { operations } from "./operations/routes.ts";
import { workLeft } from "./operations/work-left.ts";
import { site } from "./site/routes.ts";

/** Answers in the shapes of Supabase Auth under `/api/auth`, as `application/problem+json` elsewhere. */
const answerError = (error: Error, c: Context<AppEnv>): Response =>
  error instanceof AuthError || c.req.path.startsWith(`${authPath}/`)
    ? answerAuthError(error, c)
    : answerProblem(error, c);

/** Returns the whole API. */
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
    .use(resources(passwords), ownHost, workLeft)
    .route("/", accounts)
    .route("/", contact)
    .route("/", inbox)
    .route("/", mail)
    .route("/", operations)
    .route("/", site)
    .notFound((c) => answerError(new Problem("not_found"), c))
    .onError(answerError);
  return app;
}
