// The inbox: list, count, read, mark and delete contact messages, one or many.
// Access: administrators. Problems: unauthenticated, forbidden, malformed_request, malformed_id, malformed_cursor,
// not_found, unsupported_media_type, body_too_large, invalid_fields, database_unavailable.
import { Hono } from "hono";
import { submissionBulk, submissionPatch } from "#functions/contract/submission.schema.ts";
import type {
  BlockOutcome,
  SubmissionBulkOutcome,
  SubmissionMatchingOutcome,
} from "#functions/contract/submission.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { isKnownTag } from "#functions/kernel/http/entity-tag.ts";
import {
  countsQuery,
  exportQuery,
  idParameter,
  listQuery,
  messageQuery,
  statsQuery,
} from "#functions/kernel/http/parameters.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { blockSender } from "./blocked-senders.ts";
import { changeMatching, changeSubmissions } from "./bulk.ts";
import { readCursor, toCursor } from "./cursor.ts";
import { sendExport } from "./export.ts";
import { getStats } from "./statistics.ts";
import {
  countSubmissions,
  deleteSubmission,
  getSubmission,
  listSubmissions,
  markSubmission,
} from "./store.ts";

// Every other name is the id of a submission, or a malformed id.
const idPath = "/:id{(?!(?:counts|stats|bulk|export\\.csv)$)[^/]+}";

export const submissions = new Hono<AppEnv>()
  .get("/", requireAdmin, listQuery, async (c) => {
    const { cursor, limit, include, ...selection } = c.req.valid("query");
    const position = cursor ? readCursor(cursor) : null;
    const { items, more } = await listSubmissions(c.var.authorised, selection, position, {
      limit,
      include,
    });
    const lastItem = more && items.at(-1);
    return c.json({ items, next_cursor: lastItem ? toCursor(lastItem) : null });
  })
  .get("/counts", requireAdmin, countsQuery, async (c) => {
    const { counts, revision } = await countSubmissions(c.var.authorised, c.req.valid("query"));
    const etag = `W/"${revision}"`;
    c.header("ETag", etag);
    return isKnownTag(c.req.header("If-None-Match"), etag) ? c.body(null, 304) : c.json(counts);
  })
  .get("/stats", requireAdmin, statsQuery, async (c) =>
    c.json(await getStats(c.var.authorised, c.req.valid("query").days)),
  )
  .get("/export.csv", requireAdmin, exportQuery, (c) => {
    const { lang, ...selection } = c.req.valid("query");
    return sendExport(c, selection, lang);
  })
  .post("/bulk", requireAdmin, jsonBody(submissionBulk), async (c) => {
    const body = c.req.valid("json");
    if ("ids" in body) {
      const affected = await changeSubmissions(c.var.authorised, body.ids, body.action);
      return c.json({ affected } satisfies SubmissionBulkOutcome);
    }
    const { until, ...selection } = body.matching;
    const outcome = await changeMatching(c.var.authorised, selection, new Date(until), body.action);
    return c.json(outcome satisfies SubmissionMatchingOutcome);
  })
  .get(idPath, requireAdmin, idParameter, messageQuery, async (c) => {
    const { include } = c.req.valid("query");
    return c.json(await getSubmission(c.var.authorised, c.req.valid("param").id, include));
  })
  .post("/:id/block", requireAdmin, idParameter, async (c) =>
    c.json((await blockSender(c.var.authorised, c.req.valid("param").id)) satisfies BlockOutcome),
  )
  .patch(idPath, requireAdmin, idParameter, jsonBody(submissionPatch), async (c) =>
    c.json(await markSubmission(c.var.authorised, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(idPath, requireAdmin, idParameter, async (c) => {
    await deleteSubmission(c.var.authorised, c.req.valid("param").id);
    return c.body(null, 204);
  });
