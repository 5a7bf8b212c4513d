import { expect, test } from "vitest";
import { listScriptedSubmissions, runApiScript } from "../support/api-script.ts";
import { toInsert } from "../support/database.ts";
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
    const edgeAnswers = await runApiScript({ fetch: (path, init) => edge.fetch(path, init), ...people });
    const fakeAnswers = await runApiScript({ fetch: fake.fetch, ...people });
    expect(fakeAnswers).toEqual(edgeAnswers);
  } finally {
    await edge.close();
  }
});
