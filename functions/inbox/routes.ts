import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { blockedSenders } from "./blocked-senders-route.ts";
import { submissions } from "./route.ts";

/** The routes of the inbox. */
export const inbox = new Hono<AppEnv>()
  .route("/submissions", submissions)
  .route("/blocked-senders", blockedSenders);
