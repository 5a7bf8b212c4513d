import { Hono } from "hono";
import * as v from "valibot";
import { contactFields, toColumn } from "#functions/contract/contact.ts";
import { type Entry, joinInput, moveAnswer, moveInput } from "#functions/contract/conversation.schema.ts";
import { getFieldName, toFieldText } from "#functions/contract/field-names.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { checkParameters, idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { answer } from "./answer.ts";
import type { ConversationStores } from "./conversation-routes.ts";
import type { Guards } from "./guards.ts";
import type { StoredSubmission } from "./submission-store.ts";

const uuid = v.pipe(v.string(), v.uuid());
const entryParameters = checkParameters(v.object({ id: uuid, entry: uuid }), "malformed_id");

/** Lists the fields of a message that another one of the same sender lacks, with their names. */
const listFields = (source: StoredSubmission, target: StoredSubmission): string[] =>
  contactFields
    .filter((field) => !["email", "message", "language"].includes(field))
    .flatMap((field) => {
      const value = source[toColumn(field)];
      const isKnown = source.email === target.email && value === target[toColumn(field)];
      const text = toFieldText(field, value, source.language);
      return text && !isKnown ? [`${getFieldName(field, source.language)}: ${text}`] : [];
    });

/** Creates the routes below `/api` that join conversations, move entries, admit senders and undo that. */
export function createMoveRoutes(
  { submissions, conversations, accounts }: ConversationStores,
  { requireAdmin }: Guards,
) {
  /** The functions that undo each change. They throw if the conversation has changed since. */
  const undos = new Map<string, () => void>();

  const find = (id: string) => {
    const submission = submissions.find(id.toLowerCase());
    if (!submission) throw new Refusal("missing");
    if (submission.spam) throw new Problem("recipient_is_spam");
    return submission;
  };
  const addEvent = (id: string, event: "joined" | "moved", accountId: string) => {
    const { email, metadata } = accounts.getAccount(accountId);
    const author = { id: accountId, name: String(metadata.name ?? email.split("@")[0]) };
    return conversations.add(id, { kind: "event", event, author });
  };
  /**
   * Stores an undo that restores conversations as they are now. `createdId` is the conversation that it deletes, unless
   * that has entries beside those that the change adds.
   */
  function storeUndo(ids: readonly string[], addedCount: number, createdId?: string): string {
    const states = ids.map((id) => ({ stored: { ...find(id) }, entries: [...conversations.list(id)] }));
    const move = crypto.randomUUID();
    undos.set(move, () => {
      if (createdId && conversations.list(createdId).length > addedCount) throw new Problem("cannot_undo");
      undos.delete(move);
      if (createdId) submissions.remove(createdId);
      for (const { stored, entries } of states) {
        const current = submissions.find(stored.id);
        if (!current) submissions.add([stored]);
        const revision = current ? current.revision + addedCount : stored.revision;
        conversations.replace(stored.id, entries, { ...stored, revision });
      }
    });
    return move;
  }

  return new Hono<AppEnv>()
    .post("/submissions/:id/entries/:entry/admit", requireAdmin, entryParameters, (c) => {
      const { id } = find(c.req.valid("param").id);
      const entries = conversations.list(id);
      const admitted = entries.find(
        (entry) => entry.id === c.req.valid("param").entry && entry.sender === "other",
      );
      if (!admitted) throw new Refusal("missing");
      const move = storeUndo([id], 1);
      const changed = entries.map((entry) =>
        entry.sender === "other" && entry.from === admitted.from
          ? { ...entry, sender: "unverified" as const }
          : entry,
      );
      conversations.replace(id, changed, { state: "unanswered", read: false });
      return answer(c, moveAnswer, { move, to: id }, 201);
    })
    .post("/submissions/:id/entries/:entry/move", requireAdmin, entryParameters, jsonBody(moveInput), (c) => {
      const source = find(c.req.valid("param").id);
      const { to } = c.req.valid("json");
      const isMoved = ({ id, kind }: Entry) =>
        id === c.req.valid("param").entry && (kind === "customer" || kind === "note");
      const entry = conversations.list(source.id).find(isMoved);
      if (!entry || to === source.id) throw new Refusal("missing");
      const target = to === null ? crypto.randomUUID() : find(to).id;
      const move =
        to === null
          ? storeUndo([source.id], entry.kind === "note" ? 2 : 1, target)
          : storeUndo([source.id, target], 1);
      conversations.replace(
        source.id,
        conversations.list(source.id).filter((stored) => stored !== entry),
      );
      if (to === null) {
        const writer = entry.from ?? source.email;
        const { text, created_at, language } = entry;
        const name = writer === source.email ? source.name : writer;
        const message = entry.kind === "note" ? null : text;
        const created = { id: target, name, email: writer, message, created_at, language };
        submissions.add([
          { ...source, ...created, read: false, state: "unanswered", assignee: null, revision: 1 },
        ]);
      }
      if (to !== null || entry.kind === "note")
        conversations.replace(target, [...conversations.list(target), entry], {
          revision: find(target).revision,
        });
      addEvent(target, "moved", c.var.caller.accountId);
      if (entry.kind === "customer") submissions.update(target, { read: false });
      return answer(c, moveAnswer, { move, to: target }, 201);
    })
    .post("/submissions/:id/join", requireAdmin, idParameter, jsonBody(joinInput), (c) => {
      const source = find(c.req.valid("param").id);
      const target = find(c.req.valid("json").into);
      const { id } = target;
      if (source.id === id) throw new Refusal("missing");
      const text = [source.message, listFields(source, target).join("\n")].filter(Boolean).join("\n\n");
      const move = storeUndo([source.id, id], text ? 2 : 1);
      const { language, created_at } = source;
      const firstEntry: Entry = {
        ...{
          id: source.id,
          kind: "customer",
          author: null,
          text,
          language,
          created_at,
        },
        ...{ delivery: null, event: null, sender: null, from: null, attachments: [] },
      };
      const entries = [
        ...conversations.list(id),
        ...(text ? [firstEntry] : []),
        ...conversations.list(source.id),
      ];
      conversations.replace(
        id,
        entries.sort((a, b) => a.created_at.localeCompare(b.created_at)),
        text ? {} : { revision: find(id).revision },
      );
      submissions.remove(source.id);
      addEvent(id, "joined", c.var.caller.accountId);
      return answer(c, moveAnswer, { move, to: id }, 201);
    })
    .delete("/moves/:id", requireAdmin, idParameter, (c) => {
      const undo = undos.get(c.req.valid("param").id);
      if (!undo) throw new Refusal("missing");
      undo();
      return c.body(null, 204);
    });
}
