// Conversations with customers: entries, answers, notes and drafts of administrators, and the page of the customer.
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { linkInput } from "#functions/contract/contact.schema.ts";
import {
  answeredInput,
  answerInput,
  draftInput,
  joinInput,
  moveInput,
  noteInput,
  replyInput,
} from "#functions/contract/conversation.schema.ts";
import { takeBackSeconds } from "#functions/contract/conversation.ts";
import type { Environment } from "#functions/env.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { readIdempotencyKey } from "#functions/kernel/http/idempotency-key.ts";
import { checkParameters, idParameter } from "#functions/kernel/http/parameters.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { revokeLink, sendAnswer, takeAnswerBack } from "./answers.ts";
import { openLink, storeReply } from "./customer-calls.ts";
import { getDraft, putDraft } from "./drafts.ts";
import { addNote, type EntryKey, listAdministrators, listEntries, recordOtherAnswer } from "./entries.ts";
import { admitSender, joinConversations, moveEntry, undoMove } from "./moves.ts";
import { linkForm, replyForm, toConversationPage } from "./plain-forms.ts";

const uuid = v.pipe(v.string(), v.uuid());
const entryParameters = checkParameters(v.object({ id: uuid, entry: uuid }), "malformed_id");

/** Sends the answer as soon as its author can no longer take it back. The scheduled Worker sends it if this is cut short. */
async function sendAfterTakeBack(environment: Environment): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, takeBackSeconds * 1_000 + 200));
  await sendDueMails(environment);
}

const toEntryKey = (c: Context<AppEnv>, id: string): EntryKey => ({
  ...{ id, accountId: c.var.caller.accountId, key: readIdempotencyKey(c) },
});

const administrators = new Hono<AppEnv>()
  .get("/administrators", requireAdmin, async (c) => c.json(await listAdministrators(c.var.authorized)))
  .get("/submissions/:id/entries", requireAdmin, idParameter, async (c) =>
    c.json(await listEntries(c.var.authorized, c.var.environment, c.req.valid("param").id)),
  )
  .post("/submissions/:id/answers", requireAdmin, idParameter, jsonBody(answerInput), async (c) => {
    const { environment, authorized } = c.var;
    const entryKey = toEntryKey(c, c.req.valid("param").id);
    const answer = await sendAnswer(authorized, environment, entryKey, c.req.valid("json"));
    c.executionCtx.waitUntil(sendAfterTakeBack(environment));
    return c.json(answer, 201);
  })
  .delete("/submissions/:id/answers/:entry", requireAdmin, entryParameters, async (c) => {
    const { id, entry } = c.req.valid("param");
    await takeAnswerBack(c.var.authorized, id, entry);
    return c.body(null, 204);
  })
  .post("/submissions/:id/answers/:entry/revoke", requireAdmin, entryParameters, async (c) => {
    const { id, entry } = c.req.valid("param");
    await revokeLink(c.var.authorized, id, entry);
    return c.body(null, 204);
  })
  .post("/submissions/:id/notes", requireAdmin, idParameter, jsonBody(noteInput), async (c) => {
    const entryKey = toEntryKey(c, c.req.valid("param").id);
    return c.json(await addNote(c.var.authorized, entryKey, c.req.valid("json").text), 201);
  })
  .get("/submissions/:id/draft", requireAdmin, idParameter, async (c) =>
    c.json(await getDraft(c.var.authorized, c.req.valid("param").id)),
  )
  .put("/submissions/:id/draft", requireAdmin, idParameter, jsonBody(draftInput), async (c) =>
    c.json(await putDraft(c.var.authorized, c.req.valid("param").id, c.req.valid("json"))),
  )
  .post("/submissions/:id/answered", requireAdmin, idParameter, jsonBody(answeredInput), async (c) =>
    c.json(await recordOtherAnswer(c.var.authorized, c.req.valid("param").id, c.req.valid("json").by), 201),
  );

const moves = new Hono<AppEnv>()
  .post("/submissions/:id/entries/:entry/admit", requireAdmin, entryParameters, async (c) => {
    const { id, entry } = c.req.valid("param");
    return c.json(await admitSender(c.var.authorized, id, entry), 201);
  })
  .post(
    "/submissions/:id/entries/:entry/move",
    requireAdmin,
    entryParameters,
    jsonBody(moveInput),
    async (c) => {
      const { id, entry: entryId } = c.req.valid("param");
      const { to } = c.req.valid("json");
      return c.json(await moveEntry(c.var.authorized, { id, entryId, to }), 201);
    },
  )
  .post("/submissions/:id/join", requireAdmin, idParameter, jsonBody(joinInput), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await joinConversations(c.var.authorized, id, c.req.valid("json").into), 201);
  })
  .delete("/moves/:id", requireAdmin, idParameter, async (c) => {
    await undoMove(c.var.authorized, c.req.valid("param").id);
    return c.body(null, 204);
  });

// The token is in the body, so no address and no log contains it.
const customer = new Hono<AppEnv>()
  .use("/conversation", toConversationPage)
  .post("/conversation", linkForm, jsonBody(linkInput), async (c) =>
    c.json(await openLink(c, c.req.valid("json").token)),
  )
  .use("/conversation/entries", toConversationPage)
  .post("/conversation/entries", replyForm, jsonBody(replyInput), async (c) => {
    const reply = c.req.valid("json");
    return c.json(await storeReply(c, reply, { key: readIdempotencyKey(c) }), 201);
  });

/** The routes of conversations. */
export const conversations = new Hono<AppEnv>()
  .route("/", administrators)
  .route("/", moves)
  .route("/", customer);
