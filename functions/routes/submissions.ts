// The inbox: list, count, read, mark and delete contact messages.
// Who: administrators. Problems: unauthenticated, forbidden, malformed_id, malformed_cursor, not_found,
// invalid_fields, database_unavailable.
import { Hono } from "hono";
import type { AppEnv } from "../context.ts";
import { submissionPatch } from "../contract/submission.ts";
import {
  countSubmissions,
  deleteSubmission,
  listSubmissions,
  markSubmission,
  readSubmission,
} from "../data/contact-submissions.ts";
import { jsonBody } from "../middleware/body.ts";
import { idParameter, listQuery } from "../middleware/parameters.ts";
import { requireAdmin } from "../middleware/require-admin.ts";
import { readCursor, writeCursor } from "./cursor.ts";

export const submissions = new Hono<AppEnv>()
  .get("/", requireAdmin, listQuery, async (c) => {
    const { filter, q, cursor, limit } = c.req.valid("query");
    const after = cursor ? readCursor(cursor) : null;
    const { items, more } = await listSubmissions(c.var.authorised, { filter, text: q, after, limit });
    const last = more && items.at(-1);
    return c.json({ items, next_cursor: last ? writeCursor(last) : null });
  })
  .get("/counts", requireAdmin, async (c) => c.json(await countSubmissions(c.var.authorised)))
  .get("/:id", requireAdmin, idParameter, async (c) =>
    c.json(await readSubmission(c.var.authorised, c.req.valid("param").id)),
  )
  .patch("/:id", requireAdmin, idParameter, jsonBody(submissionPatch), async (c) =>
    c.json(await markSubmission(c.var.authorised, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete("/:id", requireAdmin, idParameter, async (c) => {
    await deleteSubmission(c.var.authorised, c.req.valid("param").id);
    return c.body(null, 204);
  });
