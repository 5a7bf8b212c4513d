// Calls Sanity's own client, and expects the results that Sanity documents. The tests run on the stand-in. With
// CONFORMANCE_PROJECT_ID, CONFORMANCE_DATASET and CONFORMANCE_TOKEN (an editor's), they run on that project, too, where
// they create and remove their own documents.
import { type ClientError, createClient, type LiveEvent, type SanityClient } from "@sanity/client";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sanityWith } from "./clients.ts";

const {
  CONFORMANCE_PROJECT_ID: projectId,
  CONFORMANCE_DATASET: dataset,
  CONFORMANCE_TOKEN: token,
} = process.env;

type Place = { editor: SanityClient; visitor: SanityClient; close(): Promise<void> };
const places: [name: string, open: () => Promise<Place>][] = [
  [
    "the stand-in",
    async () => {
      const { sanity, editor, visitor } = await sanityWith([]);
      return { editor, visitor, close: sanity.close };
    },
  ],
];
if (projectId && dataset && token) {
  const options = { projectId, dataset, useCdn: false, apiVersion: "2025-02-19" };
  const hosted = {
    editor: createClient({ ...options, token }),
    visitor: createClient(options),
    close: async () => {},
  };
  places.push(["the hosted service", async () => hosted]);
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: ClientError) => error.statusCode,
  );

describe.each(places)("%s", (_name, open) => {
  const id = `conformance-${crypto.randomUUID()}`;
  let editor: SanityClient;
  let visitor: SanityClient;
  let close = async () => {};
  beforeAll(async () => {
    ({ editor, visitor, close } = await open());
  });
  afterAll(async () => {
    await editor.delete({ query: "*[_id match $id + '*']", params: { id } }).catch(() => {});
    await close();
  });
  const title = (client: SanityClient, perspective: "published" | "drafts" | "raw") =>
    client.withConfig({ perspective }).fetch<string | null>("*[_id == $id][0].title", { id });

  test("keeps a draft from visitors, and shows it in the drafts perspective under the published id", async () => {
    await editor.create({ _id: `drafts.${id}`, _type: "note", title: "draft" });
    expect(await title(visitor, "published")).toBeNull();
    expect(await title(editor, "published")).toBeNull();
    expect(await title(editor, "drafts")).toBe("draft");
    expect(await visitor.getDocument(`drafts.${id}`)).toBeUndefined();
    expect(await statusOf(title(visitor, "drafts"))).not.toBe(500);
  });

  test("publishes with an action, which removes the draft, and only the given revision", async () => {
    const publish = { publishedId: id, draftId: `drafts.${id}` };
    const wrong = { ...publish, ifDraftRevisionId: "another" };
    expect(await statusOf(editor.action({ actionType: "sanity.action.document.publish", ...wrong }))).toBe(
      409,
    );
    await editor.action({ actionType: "sanity.action.document.publish", ...publish });
    expect(await title(visitor, "published")).toBe("draft");
    expect(await editor.getDocument(`drafts.${id}`)).toBeUndefined();
  });

  test("rejects a change that would overwrite an unseen revision, and rolls back a transaction that fails in part", async () => {
    const { _rev } = (await editor.getDocument(id)) ?? {};
    await editor.patch(id).ifRevisionId(String(_rev)).set({ title: "second" }).commit();
    const stale = editor.patch(id).ifRevisionId(String(_rev)).set({ title: "third" }).commit();
    expect(await statusOf(stale)).toBe(409);
    const half = editor
      .transaction()
      .patch(id, { set: { title: "half" } })
      .create({ _id: id, _type: "note" });
    expect(await statusOf(half.commit())).toBe(409);
    expect(await title(visitor, "published")).toBe("second");
  });

  test("rejects writes without a token, and answers 400 to a malformed query", async () => {
    expect([401, 403]).toContain(await statusOf(visitor.create({ _type: "note" })));
    expect(await statusOf(editor.fetch("*[_type == "))).toBe(400);
  });

  test("reports publications to a listener and the Live Content API, and drafts only to authorized clients", async () => {
    const live: LiveEvent[] = [];
    const ready = Promise.withResolvers<void>();
    const subscription = visitor.live.events().subscribe((event) => {
      if (event.type === "welcome") ready.resolve();
      live.push(event);
    });
    await ready.promise;
    await editor.create({ _id: `drafts.${id}`, _type: "note", title: "unseen" });
    const mutation = Promise.withResolvers<string>();
    const heard = Promise.withResolvers<void>();
    const listening = editor
      .listen("*[_id == $id]", { id }, { includeResult: true, events: ["welcome", "mutation"] })
      .subscribe((event) => {
        if (event.type === "welcome") heard.resolve();
        else if (event.type === "mutation") mutation.resolve(String(event.result?.title));
      });
    await heard.promise;
    await editor.patch(id).set({ title: "live" }).commit();
    expect(await mutation.promise).toBe("live");
    await expect.poll(() => live.filter(({ type }) => type === "message").length).toBe(1);
    subscription.unsubscribe();
    listening.unsubscribe();
    const { syncTags } = await visitor.fetch("*[_id == $id]", { id }, { filterResponse: false });
    const [message] = live.filter((event) => event.type === "message");
    expect(syncTags?.length).toBeGreaterThan(0);
    if (message?.type === "message") expect(message.tags.some((tag) => syncTags?.includes(tag))).toBe(true);
  });

  test("stores a picture under the hash of its bytes, and serves it in other sizes and formats", async () => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#396" } })
      .png()
      .toBuffer();
    const asset = await editor.assets.upload("image", bytes, { filename: "conformance.png" });
    expect(asset._id).toMatch(/^image-[0-9a-f]{40}-64x48-png$/);
    expect((await editor.assets.upload("image", bytes))._id).toBe(asset._id);
    const picture = await fetch(`${asset.url}?w=32&fm=webp`);
    expect(picture.headers.get("Content-Type")).toBe("image/webp");
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(32);
    await editor.delete(asset._id);
  });

  test("deletes the documents that a query finds", async () => {
    await editor.delete({ query: "*[_id in [$id, 'drafts.' + $id]]", params: { id } });
    expect(await title(editor.withConfig({ perspective: "raw" }), "raw")).toBeNull();
  });
});
