import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { checkWebhookSignature } from "#functions/kernel/http/webhook-signature.ts";
import { content } from "./content/route.ts";
import { hydrationErrors } from "./hydration-errors-route.ts";
import { preview } from "./preview/route.ts";
import { startBuildWhenQuiet, takeContentHook } from "./publishing/builds.ts";

// Receives the CMS's webhook about a publication, and starts a build after the last change.

const contentHook = new Hono<AppEnv>().post("/", async (c) => {
  const { environment, database } = c.var;
  const { SANITY_WEBHOOK_SECRET: secret } = environment;
  if (!secret) throw new Problem("not_found");
  const signatureHash = await checkWebhookSignature(c, secret);
  await takeContentHook(database, signatureHash, c.req.header("idempotency-key")?.slice(0, 200) || null);
  c.executionCtx.waitUntil(startBuildWhenQuiet(environment));
  return c.body(null, 204);
});

/** The routes of content, preview, publishing and hydration errors. */
export const site = new Hono<AppEnv>()
  .route("/content", content)
  .route("/hooks/content", contentHook)
  .route("/preview", preview)
  .route("/hydration-errors", hydrationErrors);
