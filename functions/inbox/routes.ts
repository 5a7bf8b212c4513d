import { Hono } from "hono";
import type { BlockedSenders } from "#functions/contract/submission.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { idParameter } from "#functions/kernel/http/parameters.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { listBlockedSenders, unblockSender } from "./blocked-senders.ts";
import { submissions } from "./route.ts";

// Lists the senders whose messages go to spam, and ends a block. Blocking starts at a message (`route.ts`).
// Access: administrators. Problems: unauthenticated, forbidden, malformed_id, not_found, database_unavailable.

const blockedSenders = new Hono<AppEnv>()
  .get("/", requireAdmin, async (c) =>
    c.json({ items: await listBlockedSenders(c.var.authorised) } satisfies BlockedSenders),
  )
  .delete("/:id", requireAdmin, idParameter, async (c) => {
    await unblockSender(c.var.authorised, c.req.valid("param").id);
    return c.body(null, 204);
  });

/** The routes of the inbox. */
export const inbox = new Hono<AppEnv>()
  .route("/submissions", submissions)
  .route("/blocked-senders", blockedSenders);
