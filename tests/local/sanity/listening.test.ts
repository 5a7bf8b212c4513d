import type { MutationEvent, SanityClient } from "@sanity/client";
import { applyPatch } from "mendoza";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSanityWith } from "./clients.ts";

let running: Awaited<ReturnType<typeof startSanityWith>>;
let visitor: SanityClient;
let editor: SanityClient;

beforeAll(async () => {
  running = await startSanityWith([{ _id: "home", _type: "page", title: "Home" }]);
  ({ visitor, editor } = running);
});
afterAll(() => running.sanity.close());

type MutationWithEffects = MutationEvent & { effects?: { apply: unknown[]; revert: unknown[] } };

/** Listens, runs the work after the welcome event, and returns the first `count` changes. */
function collectChanges(
  client: SanityClient,
  query: string,
  options: object,
  count: number,
  work: () => Promise<unknown>,
) {
  return new Promise<MutationWithEffects[]>((resolve, reject) => {
    const events: MutationWithEffects[] = [];
    const stream = client.listen(query, {}, { ...options, events: ["welcome", "mutation"] }).subscribe({
      next(event) {
        if (event.type === "welcome") work().catch(reject);
        else events.push(event as MutationWithEffects);
        if (events.length < count) return;
        stream.unsubscribe();
        resolve(events);
      },
      error: reject,
    });
  });
}

test("a listener receives how a document appears, changes and disappears", async () => {
  const events = await collectChanges(editor, '*[_type == "note" && shown]', {}, 3, async () => {
    await editor.create({ _id: "heard", _type: "note", shown: true });
    await editor.patch("heard").set({ text: "more" }).commit();
    await editor.patch("heard").set({ shown: false }).commit();
  });
  expect(events.map(({ transition }) => transition)).toEqual(["appear", "update", "disappear"]);
  expect(events[1]).toMatchObject({ documentId: "heard", result: { text: "more" } });
  expect(events[1]?.previousRev).toBe(events[0]?.resultRev);
  expect(events[1]?.mutations).toEqual([{ patch: { id: "heard", set: { text: "more" } } }]);
});

test("effects lead from one version to the next and back", async () => {
  const options = { effectFormat: "mendoza", includeResult: false };
  const [event] = await collectChanges(editor, '*[_id == "home"]', options, 1, () =>
    editor.patch("home").set({ title: "New" }).commit(),
  );
  expect(event).not.toHaveProperty("result");
  const { apply = [], revert = [] } = event?.effects ?? {};
  expect(applyPatch({ title: "Home" }, apply)).toMatchObject({ _id: "home", title: "New" });
  expect(applyPatch({ title: "New" }, revert)).toMatchObject({ _id: "home", title: "Home" });
});

test("a visitor receives publications, and no draft", async () => {
  const events = await collectChanges(visitor, '*[_type == "page"]', {}, 1, async () => {
    await editor.createOrReplace({ _id: "drafts.home", _type: "page", title: "Draft" });
    const actionType = "sanity.action.document.publish";
    await editor.action({ actionType, draftId: "drafts.home", publishedId: "home" });
  });
  expect(events[0]).toMatchObject({ documentId: "home", transactionTotalEvents: 1 });
});

test("the history returns the last version of a removed document, and its transactions", async () => {
  await editor.createOrReplace({ _id: "past", _type: "note", text: "first" });
  const second = await editor.patch("past").set({ text: "second" }).commit();
  await editor.delete("past");
  const history = `${running.sanity.origin}/v2025-02-19/data/history/production`;
  const headers = { Authorization: `Bearer ${editor.config().token}` };
  const lastVersion = await fetch(`${history}/documents/past?lastRevision=true`, { headers });
  expect(await lastVersion.json()).toMatchObject({ documents: [{ text: "second" }] });
  const query = "effectFormat=mendoza&excludeContent=true&reverse=true";
  const lines = await (await fetch(`${history}/transactions/past?${query}`, { headers })).text();
  const transactions = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(transactions).toHaveLength(3);
  expect(transactions[1]).toMatchObject({ id: second._rev, documentIDs: ["past"], author: "local-editor" });
  expect(transactions[0].effects.past.apply).toEqual([0, null]);
  expect((await fetch(`${history}/documents/past`)).status).toBe(401);
});
