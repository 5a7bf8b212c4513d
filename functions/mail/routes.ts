import { Hono } from "hono";
import type { MailAlerts } from "#functions/contract/mail-alert.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { idParameter } from "#functions/kernel/http/parameters.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { listMailAlerts, removeMailAlert } from "./alerts.ts";
import { mailHook } from "./hook-route.ts";

// Alerts about mails that do not reach the company, until the fault ends or an administrator removes them.
// Access: administrators. Problems: unauthenticated, forbidden, malformed_id, not_found, database_unavailable.

const mailAlerts = new Hono<AppEnv>()
  .get("/", requireAdmin, async (c) =>
    c.json({ items: await listMailAlerts(c.var.authorised) } satisfies MailAlerts),
  )
  .delete("/:id", requireAdmin, idParameter, async (c) => {
    await removeMailAlert(c.var.authorised, c.req.valid("param").id);
    return c.body(null, 204);
  });

/** The routes of delivery alerts and of the mail provider's webhook. */
export const mail = new Hono<AppEnv>().route("/hooks/mail", mailHook).route("/mail-alerts", mailAlerts);
