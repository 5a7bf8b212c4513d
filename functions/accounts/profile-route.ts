// The role of who is signed in, read from the database.
// Access: signed in. Problems: unauthenticated, database_unavailable.
import { Hono } from "hono";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireSession } from "#functions/kernel/http/session.ts";
import { getProfile } from "./profiles.ts";

export const profile = new Hono<AppEnv>().get("/", requireSession, async (c) =>
  c.json(await getProfile(c.var.authorised, c.var.caller)),
);
