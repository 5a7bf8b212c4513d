import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { CustomerItem } from "#functions/contract/conversation.schema.ts";
import { toReference } from "#functions/contract/reference.ts";
import { listScriptedSubmissions, runApiScript } from "../support/api-script.ts";
import { type Row, toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { createFakeApi } from "../support/fake-api.ts";
import { administrator, visitor } from "../support/seeded-people.ts";

test("the edge and the fake API answer the script alike and follow the contract's schemas", async () => {
  const submissions = listScriptedSubmissions(Date.now());
  const edge = await startEdge();
  try {
    for (const { doubts, ...submission } of submissions) {
      const row = { ...submission, doubts: JSON.stringify(doubts) };
      await edge.database.asOwner(...toInsert("contact_submissions", row));
    }
    const fake = createFakeApi({ submissions, ...administrator });
    fake.accounts.addAccount(visitor);
    fake.conversations.repliesTo = "hola@guaria.example";
    const people = { administrator, visitor };
    const id = "abcd1234-0000-4000-8000-000000000000";
    const token = "B".repeat(43);
    const openAtEdge = async () => {
      const asOwner = (table: string, row: Row) => edge.database.asOwner(...toInsert(table, row));
      await asOwner("contact_submissions", {
        id,
        name: "Ana Mora",
        email: "mora@cliente.example",
        message: "Hola",
      });
      await asOwner("conversation_entries", {
        ...{ submission_id: id, kind: "answer", text: "Mándenos una foto.", language: "es" },
        ...{
          state: "waiting",
          delivery: "sent",
          link_hash: `\\x${createHash("sha256").update(token).digest("hex")}`,
        },
      });
      return token;
    };
    const created_at = new Date().toISOString();
    const items: CustomerItem[] = [
      { kind: "customer", text: "Hola", author: "Ana Mora", created_at },
      { kind: "answer", text: "Mándenos una foto.", author: "", created_at },
    ];
    const openAtFake = () => fake.customer.addConversation(items, toReference(id));
    const edgeAnswers = await runApiScript({
      fetch: (path, init) => edge.fetch(path, init),
      ...people,
      openConversation: openAtEdge,
    });
    const fakeAnswers = await runApiScript({ fetch: fake.fetch, ...people, openConversation: openAtFake });
    expect(fakeAnswers).toEqual(edgeAnswers);
  } finally {
    await edge.close();
  }
});
