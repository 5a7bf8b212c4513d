import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { administrators } from "./accounts/administrators/route.ts";
import { signInRules } from "./accounts/administrators/rules-route.ts";
import type { Passwords } from "./accounts/passwords/passwords.ts";
import { profile } from "./accounts/profile-route.ts";
import { auth } from "./accounts/route.ts";
import { ownMessage } from "./contact/own-message-route.ts";
import { contact } from "./contact/route.ts";
import { blockedSenders } from "./inbox/blocked-senders-route.ts";
import { submissions } from "./inbox/route.ts";
import type { AppEnv } from "./kernel/http/context.ts";
import { ownHost } from "./kernel/http/own-host.ts";
import { Problem } from "./kernel/http/problem.ts";
import { answerError } from "./kernel/http/problem-answer.ts";
import { requestId } from "./kernel/http/request-id.ts";
import { requestLog } from "./kernel/http/request-log.ts";
import { resources } from "./kernel/http/resources.ts";
import { noStore, securityHeaders } from "./kernel/http/security-headers.ts";
import { mailAlerts } from "./mail/alerts-route.ts";
import { mailHook } from "./mail/hook-route.ts";
import { health } from "./operations/health-route.ts";
import { workLeft } from "./operations/work-left.ts";
import { content } from "./site/content/route.ts";
import { hydrationErrors } from "./site/hydration-errors-route.ts";
import { preview } from "./site/preview/route.ts";
import { contentHook } from "./site/publishing/hook-route.ts";

/** The API, whole. */
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
    .route("/contact", contact)
    .route("/contact/own", ownMessage)
    .route("/profile", profile)
    .route("/submissions", submissions)
    .route("/administrators", administrators)
    .route("/blocked-senders", blockedSenders)
    .route("/content", content)
    .route("/hooks/content", contentHook)
    .route("/hooks/mail", mailHook)
    .route("/mail-alerts", mailAlerts)
    .route("/sign-in-rules", signInRules)
    .route("/hydration-errors", hydrationErrors)
    .route("/health", health)
    .route("/preview", preview)
    .route("/auth", auth)
    .notFound((c) => answerError(new Problem("not_found"), c))
    .onError(answerError);
  return app;
}
