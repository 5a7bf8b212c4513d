import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireSession } from "#functions/kernel/http/session.ts";
import { administrators } from "./administrators/route.ts";
import { signInRules } from "./administrators/rules-route.ts";
import { auth } from "./auth-route.ts";
import { getProfile } from "./store.ts";

// Returns the role of the signed-in user from the database.
// Access: signed in. Problems: unauthenticated, database_unavailable.

const profile = new Hono<AppEnv>().get("/", requireSession, async (c) =>
  c.json(await getProfile(c.var.authorised, c.var.caller)),
);

/** The routes of accounts, administrators and sign-in rules. */
export const accounts = new Hono<AppEnv>()
  .route("/auth", auth)
  .route("/profile", profile)
  .route("/administrators", administrators)
  .route("/sign-in-rules", signInRules);
