import type { SanityClient } from "@sanity/client";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSanityWith } from "./clients.ts";

let running: Awaited<ReturnType<typeof startSanityWith>>;
let visitor: SanityClient;
let editor: SanityClient;

beforeAll(async () => {
  running = await startSanityWith([
    { _id: "home", _type: "page", title: "Home" },
    { _id: "linked", _type: "page", title: "Linked", next: { _type: "reference", _ref: "home" } },
  ]);
  ({ visitor, editor } = running);
});
afterAll(() => running.sanity.close());

type WriteError = { statusCode: number; details?: { items: { error: { type: string } }[] } };
const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: WriteError) => error,
  );
const getReason = async (promise: Promise<unknown>) => {
  const error = await catchError(promise);
  return [error?.statusCode, error?.details?.items[0]?.error.type];
};

describe("the unmodified client", () => {
  test("creates a document with a generated or given id, and not twice", async () => {
    const createdNote = await editor.create({ _type: "note", text: "first" });
    expect(createdNote).toMatchObject({ _id: expect.stringMatching(/^\w+$/), _type: "note", text: "first" });
    expect((await editor.create({ _id: "drafts.", _type: "note" }))._id).toMatch(/^drafts\.\w+$/);
    const secondCreate = editor.create({ _id: createdNote._id, _type: "note" });
    expect(await getReason(secondCreate)).toEqual([409, "documentAlreadyExistsError"]);
  });

  test("creates a document that is missing, and replaces one", async () => {
    await editor.createIfNotExists({ _id: "note-a", _type: "note", text: "first" });
    await editor.createIfNotExists({ _id: "note-a", _type: "note", text: "second" });
    const noteBefore = await editor.getDocument("note-a");
    expect(noteBefore).toMatchObject({ text: "first" });
    const noteAfter = await editor.createOrReplace({ _id: "note-a", _type: "note", other: true });
    expect(noteAfter).not.toHaveProperty("text");
    expect(noteAfter._createdAt).toBe(noteBefore?._createdAt);
    expect(noteAfter._rev).not.toBe(noteBefore?._rev);
  });

  test("patches fields and lists, by id and by query", async () => {
    const list = [{ _key: "a", text: "one" }];
    await editor.createOrReplace({ _id: "patched", _type: "list", count: 1, list, gone: 1 });
    const patched = await editor
      .patch("patched")
      .set({ 'list[_key=="a"].text': "uno" })
      .setIfMissing({ title: "set" })
      .unset(["gone"])
      .inc({ count: 2 })
      .insert("after", "list[-1]", [{ _key: "b", text: "dos" }])
      .commit();
    const patchedList = [
      { _key: "a", text: "uno" },
      { _key: "b", text: "dos" },
    ];
    expect(patched).toMatchObject({ count: 3, title: "set", list: patchedList });
    expect(patched).not.toHaveProperty("gone");
    await editor.patch({ query: '*[_type == "list"]' }).set({ seen: true }).commit();
    expect(await editor.getDocument("patched")).toMatchObject({ seen: true });
  });

  test("commits a transaction under its given id", async () => {
    await editor
      .transaction([{ create: { _id: "pair", _type: "note" } }])
      .transactionId("my-transaction")
      .commit();
    expect((await editor.getDocument("pair"))?._rev).toBe("my-transaction");
  });

  test("applies all of fifty parallel changes", async () => {
    await editor.createOrReplace({ _id: "counted", _type: "note", count: 0 });
    const changes = Array.from({ length: 50 }, () => editor.patch("counted").inc({ count: 1 }).commit());
    await Promise.all(changes);
    expect(await editor.getDocument("counted")).toMatchObject({ count: 50 });
  });

  test("changes nothing in a dry run", async () => {
    await editor.create({ _id: "dry", _type: "note" }, { dryRun: true });
    expect(await editor.getDocument("dry")).toBeUndefined();
  });

  test("deletes no document that another one refers to, and stores no reference to a missing one", async () => {
    expect(await getReason(editor.delete("home"))).toEqual([409, "documentHasExistingReferencesError"]);
    const lostReference = { _type: "reference", _ref: "nowhere" };
    const lostError = "documentReferencesNonexistentDocumentsError";
    expect(await getReason(editor.create({ _type: "note", lost: lostReference }))).toEqual([409, lostError]);
    await editor.create({ _type: "note", lost: { ...lostReference, _weak: true } });
  });

  test("cannot write as a visitor", async () => {
    const attempts = [
      visitor.create({ _type: "note" }),
      visitor.patch("home").set({ title: "Mine" }).commit(),
      visitor.delete("linked"),
      visitor.action({ actionType: "sanity.action.document.discard", draftId: "drafts.home" }),
      visitor.assets.upload("image", Buffer.from("x")),
    ];
    for (const attempt of attempts) expect((await catchError(attempt))?.statusCode).toBe(403);
    expect(await editor.getDocument("home")).toMatchObject({ title: "Home" });
  });
});

describe("actions on drafts", () => {
  const home = { draftId: "drafts.home", publishedId: "home" };
  const edit = (set: Record<string, unknown>) =>
    editor.action({ actionType: "sanity.action.document.edit", ...home, patch: { set } });
  const publish = "sanity.action.document.publish";

  test("editing creates a draft, and publishing replaces the published document with it", async () => {
    await edit({ title: "Edited" });
    expect(await editor.getDocument("home")).toMatchObject({ title: "Home" });
    expect(await editor.getDocument("drafts.home")).toMatchObject({ title: "Edited" });
    expect(await visitor.getDocument("drafts.home")).toBeUndefined();
    await editor.action({ actionType: publish, ...home });
    expect(await visitor.getDocument("home")).toMatchObject({ title: "Edited" });
    expect(await editor.getDocument("drafts.home")).toBeUndefined();
  });

  test("a draft is discarded, and publishing an older revision of a draft is rejected", async () => {
    await edit({ title: "Unwanted" });
    const stalePublication = editor.action({ actionType: publish, ...home, ifDraftRevisionId: "older" });
    expect(await getReason(stalePublication)).toEqual([409, "documentRevisionIDDoesNotMatchError"]);
    await editor.action({
      actionType: "sanity.action.document.version.discard",
      versionId: "drafts.home",
      publishedId: "home",
    } as never);
    expect(await editor.getDocument("drafts.home")).toBeUndefined();
    expect(await editor.getDocument("home")).toMatchObject({ title: "Edited" });
  });

  test("a document is created, published, unpublished, published again and deleted", async () => {
    const newPage = { draftId: "drafts.fresh", publishedId: "fresh" };
    const attributes = { _id: "drafts.fresh", _type: "page", title: "Fresh" };
    const create = () =>
      editor.action({
        actionType: "sanity.action.document.create",
        publishedId: "fresh",
        attributes,
        ifExists: "fail",
      });
    await create();
    expect(await getReason(create())).toEqual([409, "documentAlreadyExistsError"]);
    await editor.action({ actionType: publish, ...newPage });
    await editor.action({ actionType: "sanity.action.document.unpublish", ...newPage });
    expect(await editor.getDocument("fresh")).toBeUndefined();
    expect(await editor.getDocument("drafts.fresh")).toMatchObject({ title: "Fresh" });
    await editor.action({ actionType: publish, ...newPage });
    const actionType = "sanity.action.document.delete";
    await editor.action({ actionType, publishedId: "fresh", includeDrafts: [] });
    expect(await editor.getDocument("fresh")).toBeUndefined();
  });

  test("a reference that is weak in a draft becomes strong with its publication", async () => {
    const strongReference = { _type: "reference", _ref: "home" };
    const next = { ...strongReference, _weak: true, _strengthenOnPublish: { type: "page" } };
    await editor.create({ _id: "drafts.weak", _type: "page", next });
    await editor.action({ actionType: publish, draftId: "drafts.weak", publishedId: "weak" });
    expect((await editor.getDocument("weak"))?.next).toEqual(strongReference);
  });
});

describe("pictures", () => {
  test("are described with their size, name and a preview", async () => {
    const red = { width: 40, height: 20, channels: 3 as const, background: "red" };
    const bytes = await sharp({ create: red }).png().toBuffer();
    expect(await editor.assets.upload("image", bytes, { filename: "red.png" })).toMatchObject({
      _type: "sanity.imageAsset",
      extension: "png",
      originalFilename: "red.png",
      metadata: {
        dimensions: { width: 40, height: 20 },
        lqip: expect.stringMatching(/^data:image/),
      },
    });
  });

  test("are rejected if they are not images", async () => {
    const upload = editor.assets.upload("image", Buffer.from("not a picture"));
    expect((await catchError(upload))?.statusCode).toBe(400);
  });
});

describe("signing in", () => {
  const call = (headers: Record<string, string>, path: string) =>
    fetch(`${running.sanity.origin}${path}`, { headers, redirect: "manual" });
  const login = "/v1/auth/login/local?origin=";

  test("is rejected for pages of other machines, like every other call", async () => {
    expect((await call({ Origin: "https://evil.example" }, `${login}http://localhost/`)).status).toBe(403);
    expect((await call({ Origin: "http://localhost.evil.example" }, "/v1/users/me")).status).toBe(403);
    expect((await call({}, `${login}https://evil.example/`)).status).toBe(403);
  });

  test("takes one click on this machine, with a code that is valid once", async () => {
    const answer = await call({}, `${login}http://localhost:3333/`);
    expect(answer.status).toBe(302);
    const sid = /#sid=(.{20,})$/.exec(answer.headers.get("location") ?? "")?.[1];
    const exchange = () => call({ Origin: "http://localhost:3333" }, `/v1/auth/fetch?sid=${sid}`);
    const exchanged = await exchange();
    expect(exchanged.headers.get("access-control-allow-origin")).toBe("http://localhost:3333");
    const { token } = (await exchanged.json()) as { token: string };
    const me = await visitor.withConfig({ token }).users.getById("me");
    expect(me).toMatchObject({ role: "administrator" });
    expect((await exchange()).status).toBe(401);
    expect((await catchError(visitor.users.getById("me")))?.statusCode).toBe(401);
  });
});
