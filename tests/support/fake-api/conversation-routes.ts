import { Hono } from "hono";
import * as v from "valibot";
import {
  answeredInput,
  answerInput,
  conversationEntriesAnswer,
  draftAnswer,
  draftInput,
  type Entry,
  entryAnswer,
  noteInput,
} from "#functions/contract/conversation.schema.ts";
import { takeBackSeconds } from "#functions/contract/conversation.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { readIdempotencyKey } from "#functions/kernel/http/idempotency-key.ts";
import { checkParameters, idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import type { AccountStore } from "./account-store.ts";
import { answer } from "./answer.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { Guards } from "./guards.ts";
import type { SubmissionStore } from "./submission-store.ts";

const uuid = v.pipe(v.string(), v.uuid());
const answerParameters = checkParameters(v.object({ id: uuid, entry: uuid }), "malformed_id");

/** The stores of the fake API that conversations change. */
export type ConversationStores = {
  submissions: SubmissionStore;
  conversations: ConversationStore;
  accounts: AccountStore;
};

/** Creates the routes of conversations below `/api/submissions`. */
export function createConversationRoutes(
  { submissions, conversations, accounts }: ConversationStores,
  { requireAdmin }: Guards,
  now: () => number,
) {
  /** The answers by author and idempotency key; null once taken back. */
  const answersByKey = new Map<string, Entry | null>();
  const withdrawnLinks = new Set<string>();
  const notesByKey = new Map<string, Entry>();

  const find = (id: string) => {
    const submission = submissions.find(id.toLowerCase());
    if (!submission) throw new Refusal("missing");
    return submission;
  };
  const toAuthor = (id: string): Entry["author"] => {
    const { email, metadata } = accounts.getAccount(id);
    return { id, name: String(metadata.name ?? email.split("@")[0]) };
  };

  return new Hono<AppEnv>()
    .get("/:id/entries", requireAdmin, idParameter, (c) => {
      const { id, message, language, created_at, revision, state, assignee } = find(c.req.valid("param").id);
      const firstEntry: Entry = {
        ...{ id, kind: "customer", author: null, text: message ?? "", language, created_at },
        ...{ delivery: null, event: null, sender: null, from: null },
        attachments: conversations.listFirstAttachments(id),
      };
      const items = [firstEntry, ...conversations.list(id)];
      c.header("Date", new Date(now()).toUTCString());
      return answer(c, conversationEntriesAnswer, {
        ...{ revision, state, assignee, items, writing: conversations.listWriters(id) },
        replies_to: conversations.repliesTo,
      });
    })
    .post("/:id/answers", requireAdmin, idParameter, jsonBody(answerInput), (c) => {
      const { text, revision, close, anyway } = c.req.valid("json");
      const { accountId } = c.var.caller;
      const key = `${accountId} ${readIdempotencyKey(c) ?? crypto.randomUUID()}`;
      const { id, email, spam, ...submission } = find(c.req.valid("param").id);
      const existing = answersByKey.get(key);
      if (existing === null) throw new Problem("already_taken_back");
      if (existing && existing.text !== text) throw new Refusal("idempotency_conflict");
      if (existing) return answer(c, entryAnswer, existing, 201);
      if (submissions.isBlocked(email)) throw new Problem("recipient_blocked");
      if (spam) throw new Problem("recipient_is_spam");
      if (submission.revision !== revision && !anyway) {
        const newer = conversations.list(id).slice(-Math.max(0, submission.revision - revision));
        throw new Problem("conversation_moved", { extension: { newer } });
      }
      const entry = conversations.add(id, {
        ...{ kind: "answer", author: toAuthor(accountId), text, delivery: "waiting" },
        ...(close && { state: "closed" }),
      });
      conversations.clearDraft(id, accountId, text);
      answersByKey.set(key, entry);
      return answer(c, entryAnswer, entry, 201);
    })
    .delete("/:id/answers/:entry", requireAdmin, answerParameters, (c) => {
      const { id } = find(c.req.valid("param").id);
      const entry = conversations.list(id).find((stored) => stored.id === c.req.valid("param").entry);
      if (entry?.kind !== "answer") throw new Refusal("missing");
      if (entry.author?.id !== c.var.caller.accountId) throw new Refusal("forbidden");
      const isDue = now() >= Date.parse(entry.created_at) + takeBackSeconds * 1_000;
      if (entry.delivery !== "waiting" || isDue) throw new Problem("already_sent");
      conversations.remove(id, entry.id);
      for (const [key, stored] of answersByKey) if (stored?.id === entry.id) answersByKey.set(key, null);
      return c.body(null, 204);
    })
    .post("/:id/answers/:entry/revoke", requireAdmin, answerParameters, (c) => {
      const { id } = find(c.req.valid("param").id);
      const entry = conversations.list(id).find((stored) => stored.id === c.req.valid("param").entry);
      if (entry?.kind !== "answer" || withdrawnLinks.has(entry.id)) throw new Refusal("missing");
      withdrawnLinks.add(entry.id);
      conversations.add(id, {
        kind: "event",
        event: "link_revoked",
        author: toAuthor(c.var.caller.accountId),
      });
      return c.body(null, 204);
    })
    .post("/:id/notes", requireAdmin, idParameter, jsonBody(noteInput), (c) => {
      const { id } = find(c.req.valid("param").id);
      const { accountId } = c.var.caller;
      const { text } = c.req.valid("json");
      const key = `${accountId} ${id} ${readIdempotencyKey(c) ?? crypto.randomUUID()}`;
      const existing = notesByKey.get(key);
      if (existing && existing.text !== text) throw new Refusal("idempotency_conflict");
      const entry = existing ?? conversations.add(id, { kind: "note", author: toAuthor(accountId), text });
      if (!existing) conversations.clearDraft(id, accountId, text);
      notesByKey.set(key, entry);
      return answer(c, entryAnswer, entry, 201);
    })
    .get("/:id/draft", requireAdmin, idParameter, (c) => {
      const { id } = find(c.req.valid("param").id);
      return answer(c, draftAnswer, conversations.getDraft(id, c.var.caller.accountId));
    })
    .put("/:id/draft", requireAdmin, idParameter, jsonBody(draftInput), (c) => {
      const { id } = find(c.req.valid("param").id);
      const { accountId } = c.var.caller;
      const { text, kind, revision } = c.req.valid("json");
      const stored = conversations.getDraft(id, accountId);
      const isSame = stored.revision > 0 && stored.text === text && stored.kind === kind;
      if (stored.revision > 0 && stored.revision !== revision && !isSame)
        throw new Problem("draft_conflict", { extension: stored });
      const draft = { text, kind, revision: (stored.revision || revision) + 1 };
      conversations.setDraft(id, accountId, draft);
      return answer(c, draftAnswer, draft);
    })
    .post("/:id/answered", requireAdmin, idParameter, jsonBody(answeredInput), (c) => {
      const { id } = find(c.req.valid("param").id);
      const event = `answered_by_${c.req.valid("json").by}` as const;
      const author = toAuthor(c.var.caller.accountId);
      return answer(c, entryAnswer, conversations.add(id, { kind: "event", event, author }), 201);
    });
}
