// The inbox: list, count, read, mark and delete contact messages, one or many.
import { type Context, Hono } from "hono";
import type {
  BlockedSenders,
  BlockOutcome,
  OldestUnanswered,
  SubmissionBulkOutcome,
  SubmissionMatchingOutcome,
} from "#functions/contract/answers.schema.ts";
import type { SearchInput } from "#functions/contract/search-text.ts";
import {
  submissionBulk,
  submissionCountsQuery,
  submissionExportQuery,
  submissionListQuery,
  submissionPatch,
  submissionQuery,
  submissionStatsQuery,
} from "#functions/contract/submission.schema.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { isKnownTag } from "#functions/kernel/http/entity-tag.ts";
import { checkQuery, idParameter } from "#functions/kernel/http/parameters.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { blockSender, listBlockedSenders, unblockSender } from "./blocked-senders.ts";
import { changeMatching, changeSubmissions } from "./bulk.ts";
import { readCursor, toCursor } from "./cursor.ts";
import { sendExport } from "./export.ts";
import {
  countSubmissions,
  deleteSubmission,
  findOldestUnanswered,
  getSubmission,
  listSubmissions,
  markSubmission,
} from "./store.ts";

// Every other name is the id of a submission, or a malformed id.
const idPath = "/:id{(?!(?:counts|oldest-unanswered|stats|bulk|export\\.csv)$)[^/]+}";

/** Returns a selection with the criteria that words of its search name. `me` is the caller. */
async function toOwnSelection<Criteria extends SearchInput>(c: Context<AppEnv>, criteria: Criteria) {
  // Only the inbox searches, so no other request pays for evaluating this module.
  const { readSearch } = await import("#functions/contract/search-text.ts");
  return readSearch(criteria, c.var.caller.accountId);
}

const submissions = new Hono<AppEnv>()
  .get("/", requireAdmin, checkQuery(submissionListQuery), async (c) => {
    const { cursor, limit, include, ...selection } = await toOwnSelection(c, c.req.valid("query"));
    const position = cursor ? readCursor(cursor) : null;
    const { items, next } = await listSubmissions(c.var.authorized, selection, position, {
      limit,
      include,
    });
    return c.json({ items, next_cursor: next && toCursor(next) });
  })
  .get("/counts", requireAdmin, checkQuery(submissionCountsQuery), async (c) => {
    const { counts, revision } = await countSubmissions(
      c.var.authorized,
      await toOwnSelection(c, c.req.valid("query")),
    );
    const etag = `W/"${revision}"`;
    c.header("ETag", etag);
    return isKnownTag(c.req.header("If-None-Match"), etag) ? c.body(null, 304) : c.json(counts);
  })
  .get("/oldest-unanswered", requireAdmin, async (c) =>
    c.json((await findOldestUnanswered(c.var.authorized)) satisfies OldestUnanswered),
  )
  .get("/stats", requireAdmin, checkQuery(submissionStatsQuery), async (c) => {
    // Statistics are seldom opened, so no other request pays for evaluating them.
    const { getStats } = await import("./statistics.ts");
    return c.json(await getStats(c.var.authorized, c.req.valid("query").days));
  })
  .get("/export.csv", requireAdmin, checkQuery(submissionExportQuery), async (c) => {
    const { lang, ...selection } = await toOwnSelection(c, c.req.valid("query"));
    return sendExport(c, selection, lang);
  })
  .post("/bulk", requireAdmin, jsonBody(submissionBulk), async (c) => {
    const body = c.req.valid("json");
    if ("ids" in body) {
      const affected = await changeSubmissions(c.var.authorized, body.ids, body);
      return c.json({ affected } satisfies SubmissionBulkOutcome);
    }
    const { until, ...selection } = await toOwnSelection(c, body.matching);
    const outcome = await changeMatching(c.var.authorized, selection, new Date(until), body);
    return c.json(outcome satisfies SubmissionMatchingOutcome);
  })
  .get(idPath, requireAdmin, idParameter, checkQuery(submissionQuery), async (c) => {
    const { include } = c.req.valid("query");
    return c.json(await getSubmission(c.var.authorized, c.req.valid("param").id, include));
  })
  .post("/:id/block", requireAdmin, idParameter, async (c) =>
    c.json((await blockSender(c.var.authorized, c.req.valid("param").id)) satisfies BlockOutcome),
  )
  .patch(idPath, requireAdmin, idParameter, jsonBody(submissionPatch), async (c) =>
    c.json(await markSubmission(c.var.authorized, c.req.valid("param").id, c.req.valid("json"))),
  )
  .delete(idPath, requireAdmin, idParameter, async (c) => {
    await deleteSubmission(c.var.authorized, c.req.valid("param").id);
    return c.body(null, 204);
  });

// Lists the senders whose messages go to spam, and ends a block. Blocking starts at a message.

const blockedSenders = new Hono<AppEnv>()
  .get("/", requireAdmin, async (c) =>
    c.json({ items: await listBlockedSenders(c.var.authorized) } satisfies BlockedSenders),
  )
  .delete("/:id", requireAdmin, idParameter, async (c) => {
    await unblockSender(c.var.authorized, c.req.valid("param").id);
    return c.body(null, 204);
  });

/** The routes of the inbox. */
export const inbox = new Hono<AppEnv>()
  .route("/submissions", submissions)
  .route("/blocked-senders", blockedSenders);
