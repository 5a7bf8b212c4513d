import { Hono } from "hono";
import {
  blockAnswer,
  blockedSendersAnswer,
  bulkAnswer,
  countsAnswer,
  matchingAnswer,
  oldestUnansweredAnswer,
  pageAnswer,
  type Submission,
  statsAnswer,
  submissionAnswer,
} from "#functions/contract/answers.schema.ts";
import { contactFields, isWish, toColumn } from "#functions/contract/contact.ts";
import { toCountedMailbox } from "#functions/contract/email.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import {
  submissionBulk,
  submissionCountsQuery,
  submissionExportQuery,
  submissionListQuery,
  submissionPatch,
  submissionQuery,
  submissionStatsQuery,
} from "#functions/contract/submission.schema.ts";
import { csvLineBreak, type Inclusion } from "#functions/contract/submission.ts";
import { getCsvFormat } from "#functions/inbox/csv.ts";
import { readCursor, toCursor } from "#functions/inbox/cursor.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { isKnownTag } from "#functions/kernel/http/entity-tag.ts";
import { checkQuery, idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { findPhoneNumbers } from "#functions/kernel/phone-numbers.ts";
import { answer } from "./answer.ts";
import type { Guards } from "./guards.ts";
import type { StoredSubmission, SubmissionStore } from "./submission-store.ts";

/** Returns the id of a sender's block, as the database computes it. */
async function toBlockId(email: string): Promise<string> {
  const hash = await sha256(toCountedMailbox(email));
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const wishColumns: string[] = contactFields.filter(isWish).map((field) => toColumn(field));
const withoutWishes = (submission: Submission) =>
  Object.fromEntries(
    Object.entries(submission).filter(([column]) => !wishColumns.includes(column)),
  ) as Submission;

const toAnswer = async (
  { doubts, acknowledgement, state, assignee, revision, first_answer_at, ...fields }: StoredSubmission,
  store: SubmissionStore,
  include: readonly Inclusion[] = [],
) => ({
  ...(include.includes("wishes") ? fields : withoutWishes(fields)),
  ...(include.includes("doubts") && { doubts }),
  ...(include.includes("phone_numbers") && {
    phone_numbers: {
      phone: findPhoneNumbers(fields.phone),
      message: findPhoneNumbers(fields.message),
    },
  }),
  ...(include.includes("sender_block") && {
    sender_block: store.isBlocked(fields.email) ? await toBlockId(fields.email) : null,
  }),
  ...(include.includes("acknowledgement") && { acknowledgement }),
  ...(include.includes("conversation") && { state, assignee, revision, first_answer_at }),
});

/** Creates `/api/submissions`. The script of the API checks the schema of an answer with inclusions. */
export function createSubmissionRoutes(store: SubmissionStore, { requireAdmin }: Guards) {
  const requireSubmission = (id: string) => {
    const submission = store.find(id.toLowerCase());
    if (!submission) throw new Problem("not_found");
    return submission;
  };
  return new Hono<AppEnv>()
    .get("/", requireAdmin, checkQuery(submissionListQuery), async (c) => {
      const { cursor, limit, include, ...selection } = c.req.valid("query");
      const cursorPosition = cursor ? readCursor(cursor) : null;
      const following = store
        .select({ ...selection, me: c.var.caller.accountId })
        .filter(({ created_at, id }) => {
          if (!cursorPosition) return true;
          const timeDifference = Date.parse(created_at) - cursorPosition.createdAt.getTime();
          return timeDifference < 0 || (timeDifference === 0 && id < cursorPosition.id);
        });
      const items = await Promise.all(
        following.slice(0, limit).map((submission) => toAnswer(submission, store, include)),
      );
      const last = following.length > limit ? items.at(-1) : undefined;
      const page = {
        items,
        next_cursor: last ? toCursor({ createdAt: new Date(last.created_at), id: last.id }) : null,
      };
      return include ? c.json(page) : answer(c, pageAnswer, page);
    })
    .get("/counts", requireAdmin, checkQuery(submissionCountsQuery), (c) => {
      const etag = `W/"${store.getRevision()}"`;
      c.header("ETag", etag);
      if (isKnownTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304);
      return answer(c, countsAnswer, store.count({ ...c.req.valid("query"), me: c.var.caller.accountId }));
    })
    .get("/oldest-unanswered", requireAdmin, (c) => {
      const unanswered = store.listUnanswered();
      return answer(c, oldestUnansweredAnswer, {
        id: unanswered.at(-1)?.id ?? null,
        count: unanswered.length,
      });
    })
    .get("/stats", requireAdmin, checkQuery(submissionStatsQuery), (c) =>
      answer(c, statsAnswer, store.getStats(c.req.valid("query").days)),
    )
    .get("/export.csv", requireAdmin, checkQuery(submissionExportQuery), async (c) => {
      const { lang, ...selection } = c.req.valid("query");
      const format = getCsvFormat(lang);
      const selectedAnswers = store
        .select({ ...selection, me: c.var.caller.accountId })
        .map((submission) => toAnswer(submission, store, ["wishes", "conversation"]));
      const records = format.records(await Promise.all(selectedAnswers));
      return c.body(format.head + records + csvLineBreak, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${format.fileName}-${toCompanyDay(new Date())}.csv"`,
      });
    })
    .post("/bulk", requireAdmin, jsonBody(submissionBulk), (c) => {
      const body = c.req.valid("json");
      if ("ids" in body) return answer(c, bulkAnswer, { affected: store.changeNamed(body.ids, body) });
      const { until, ...selection } = body.matching;
      const ownSelection = { ...selection, me: c.var.caller.accountId };
      return answer(c, matchingAnswer, store.changeMatching(ownSelection, until, body));
    })
    .get("/:id", requireAdmin, idParameter, checkQuery(submissionQuery), async (c) => {
      const { include } = c.req.valid("query");
      const submission = await toAnswer(requireSubmission(c.req.valid("param").id), store, include);
      return include ? c.json(submission) : answer(c, submissionAnswer, submission);
    })
    .post("/:id/block", requireAdmin, idParameter, async (c) => {
      const { email } = requireSubmission(c.req.valid("param").id);
      return answer(c, blockAnswer, { ids: store.block(email), sender_block: await toBlockId(email) });
    })
    .patch("/:id", requireAdmin, idParameter, jsonBody(submissionPatch), async (c) => {
      const { id } = requireSubmission(c.req.valid("param").id);
      store.mark(id, c.req.valid("json"));
      return answer(c, submissionAnswer, await toAnswer(requireSubmission(id), store));
    })
    .delete("/:id", requireAdmin, idParameter, (c) => {
      if (!store.remove(c.req.valid("param").id.toLowerCase())) throw new Problem("not_found");
      return c.body(null, 204);
    });
}

/** Creates `/api/blocked-senders`. */
export const createBlockedSenderRoutes = (store: SubmissionStore, { requireAdmin }: Guards) =>
  new Hono<AppEnv>()
    .get("/", requireAdmin, async (c) => {
      const items = store.listBlocked().map(async ({ address, ...sender }) => ({
        id: await toBlockId(address),
        ...sender,
      }));
      return answer(c, blockedSendersAnswer, { items: await Promise.all(items) });
    })
    .delete("/:id", requireAdmin, idParameter, async (c) => {
      for (const { address } of store.listBlocked()) {
        if ((await toBlockId(address)) !== c.req.valid("param").id) continue;
        store.unblock(address);
        return c.body(null, 204);
      }
      throw new Problem("not_found");
    });
