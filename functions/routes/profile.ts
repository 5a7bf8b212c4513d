// The role of who is signed in, read from the database.
// Access: signed in. Problems: unauthenticated, database_unavailable.
import { Hono } from "hono";
import { getProfile } from "#functions/data/profiles.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireSession } from "#functions/kernel/http/session.ts";

export const profile = new Hono<AppEnv>().get("/", requireSession, async (c) =>
  c.json(await getProfile(c.var.authorised, c.var.caller)),
);
