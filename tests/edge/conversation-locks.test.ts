import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ConversationEntries } from "#functions/contract/conversation.schema.ts";
import { createClient } from "#local/neon/client.ts";
import { toInsert } from "../support/database.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { postgresUrl } from "../support/postgres-server.ts";
import { bearer, json } from "../support/requests.ts";
import { countWaiting } from "../support/waiting-transactions.ts";

// The embedded database runs transactions one at a time; only a server runs two concurrently.
describe.runIf(postgresUrl)("concurrent calls on one conversation, on PostgreSQL", () => {
  let edge: Edge;
  let admin: Record<string, string>;
  let bystander: pg.Client;
  beforeAll(async () => {
    edge = await startEdge();
    admin = bearer(await edge.signIn());
    const { pathname } = new URL(edge.database.ownerUrl);
    bystander = createClient({
      connectionString: Object.assign(new URL(postgresUrl ?? ""), { pathname }).href,
    });
    await bystander.connect();
  });
  // A failed test leaves its transaction open.
  afterEach(() => bystander.query("rollback"));
  afterAll(async () => {
    await bystander.end();
    await edge.close();
  });

  test.each([
    ["an answer is taken back, and a note is stored", ["takeBack", "note"]],
    ["a note is stored, and an answer is taken back", ["note", "takeBack"]],
  ] as const)("leave its columns as its entries say: %s", async (_, order) => {
    const id = randomUUID();
    const message = { id, name: "Ricardo", email: "ricardo@cliente.example", message: "Hola" };
    await edge.database.asOwner(...toInsert("contact_submissions", message));
    const call = (path: string, init: RequestInit) => edge.fetch(`/api/submissions/${id}${path}`, init);
    const key = { ...admin, "Idempotency-Key": randomUUID() };
    const answered = await call("/answers", json({ text: "Sí", revision: 1 }, key));
    const answer = (await answered.json()) as { id: string };
    const calls = {
      takeBack: () => call(`/answers/${answer.id}`, { method: "DELETE", headers: admin }),
      note: () => call("/notes", json({ text: "Ya llamé" }, admin)),
    };

    await bystander.query("begin");
    await bystander.query("select from contact_submissions where id = $1 for no key update", [id]);
    const running: Promise<Response>[] = [];
    for (const name of order) {
      running.push(calls[name]());
      await expect.poll(() => countWaiting(bystander)).toBe(running.length);
    }
    await bystander.query("commit");
    for (const { ok } of await Promise.all(running)) expect(ok).toBe(true);

    const conversation = (await (await call("/entries", { headers: admin })).json()) as ConversationEntries;
    expect(conversation.state).toBe("unanswered");
    const [columns] = await edge.database.asOwner(
      `select first_answer_at, last_entry_at = (
         select max(created_at) from conversation_entries where submission_id = message.id
       ) as is_newest from contact_submissions message where id = $1`,
      [id],
    );
    expect(columns).toEqual({ first_answer_at: null, is_newest: true });
  });
});
