// Calls Sanity's own client, and expects the results that Sanity documents. The tests run on the stand-in. With
// CONFORMANCE_PROJECT_ID, CONFORMANCE_DATASET and CONFORMANCE_TOKEN (an editor's), they run on that project, too, where
// they create and remove their own documents.
import { type ClientError, createClient, type LiveEvent, type SanityClient } from "@sanity/client";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSanityWith } from "./clients.ts";

const {
  CONFORMANCE_PROJECT_ID: projectId,
  CONFORMANCE_DATASET: dataset,
  CONFORMANCE_TOKEN: token,
} = process.env;

type SanityService = { editor: SanityClient; visitor: SanityClient; close(): Promise<void> };
const services: [name: string, open: () => Promise<SanityService>][] = [
  [
    "the stand-in",
    async () => {
      const { sanity, editor, visitor } = await startSanityWith([]);
      return { editor, visitor, close: sanity.close };
    },
  ],
];
if (projectId && dataset && token) {
  const options = { projectId, dataset, useCdn: false, apiVersion: "2025-02-19" };
  const hostedService = {
    editor: createClient({ ...options, token }),
    visitor: createClient(options),
    close: async () => {},
  };
  services.push(["the hosted service", async () => hostedService]);
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: ClientError) => error.statusCode,
  );

describe.each(services)("%s", (_name, open) => {
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
  const readTitle = (client: SanityClient, perspective: "published" | "drafts" | "raw") =>
    client.withConfig({ perspective }).fetch<string | null>("*[_id == $id][0].title", { id });

  test("keeps a draft from visitors, and shows it in the drafts perspective under the published id", async () => {
    await editor.create({ _id: `drafts.${id}`, _type: "note", title: "draft" });
    expect(await readTitle(visitor, "published")).toBeNull();
    expect(await readTitle(editor, "published")).toBeNull();
    expect(await readTitle(editor, "drafts")).toBe("draft");
    expect(await visitor.getDocument(`drafts.${id}`)).toBeUndefined();
    expect(await statusOf(readTitle(visitor, "drafts"))).not.toBe(500);
  });

  test("publishes with an action, which removes the draft, and only the given revision", async () => {
    const publish = { publishedId: id, draftId: `drafts.${id}` };
    const wrongRevision = { ...publish, ifDraftRevisionId: "another" };
    expect(
      await statusOf(editor.action({ actionType: "sanity.action.document.publish", ...wrongRevision })),
    ).toBe(409);
    await editor.action({ actionType: "sanity.action.document.publish", ...publish });
    expect(await readTitle(visitor, "published")).toBe("draft");
    expect(await editor.getDocument(`drafts.${id}`)).toBeUndefined();
  });

  test("rejects a change that would overwrite an unseen revision, and rolls back a transaction that fails in part", async () => {
    const { _rev } = (await editor.getDocument(id)) ?? {};
    await editor.patch(id).ifRevisionId(String(_rev)).set({ title: "second" }).commit();
    const staleChange = editor.patch(id).ifRevisionId(String(_rev)).set({ title: "third" }).commit();
    expect(await statusOf(staleChange)).toBe(409);
    const failingTransaction = editor
      .transaction()
      .patch(id, { set: { title: "half" } })
      .create({ _id: id, _type: "note" });
    expect(await statusOf(failingTransaction.commit())).toBe(409);
    expect(await readTitle(visitor, "published")).toBe("second");
  });

  test("rejects writes without a token, and answers 400 to a malformed query", async () => {
    expect([401, 403]).toContain(await statusOf(visitor.create({ _type: "note" })));
    expect(await statusOf(editor.fetch("*[_type == "))).toBe(400);
  });

  test("reports publications to a listener and the Live Content API, and drafts only to authorized clients", async () => {
    const liveEvents: LiveEvent[] = [];
    const liveReady = Promise.withResolvers<void>();
    const subscription = visitor.live.events().subscribe((event) => {
      if (event.type === "welcome") liveReady.resolve();
      liveEvents.push(event);
    });
    await liveReady.promise;
    await editor.create({ _id: `drafts.${id}`, _type: "note", title: "unseen" });
    const mutation = Promise.withResolvers<string>();
    const listenerReady = Promise.withResolvers<void>();
    const listenerSubscription = editor
      .listen("*[_id == $id]", { id }, { includeResult: true, events: ["welcome", "mutation"] })
      .subscribe((event) => {
        if (event.type === "welcome") listenerReady.resolve();
        else if (event.type === "mutation") mutation.resolve(String(event.result?.title));
      });
    await listenerReady.promise;
    await editor.patch(id).set({ title: "live" }).commit();
    expect(await mutation.promise).toBe("live");
    await expect.poll(() => liveEvents.filter(({ type }) => type === "message").length).toBe(1);
    subscription.unsubscribe();
    listenerSubscription.unsubscribe();
    const { syncTags } = await visitor.fetch("*[_id == $id]", { id }, { filterResponse: false });
    const [message] = liveEvents.filter((event) => event.type === "message");
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
    expect(await readTitle(editor.withConfig({ perspective: "raw" }), "raw")).toBeNull();
  });
});
