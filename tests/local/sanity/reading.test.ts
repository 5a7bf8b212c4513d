import { ClientError, createClient, type SanityClient } from "@sanity/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSanity } from "#local/sanity/server.ts";
import { startSanityWith, testDataset } from "./clients.ts";

const documents = [
  { _id: "home", _type: "page", name: "home", title: "Published" },
  { _id: "drafts.home", _type: "page", name: "home", title: "Draft" },
  { _id: "drafts.new", _type: "page", name: "new", title: "Only a draft" },
  { _id: "contact", _type: "page", name: "contact", title: "Contact", next: { _ref: "home" } },
  {
    _id: "shown",
    _type: "gallery",
    picture: { _type: "image", _sanityAsset: "image@file://./pictures/og-default.webp" },
  },
];

let sanity: Awaited<ReturnType<typeof startSanity>>;
let visitor: SanityClient;
let editor: SanityClient;

beforeAll(async () => {
  ({ sanity, visitor, editor } = await startSanityWith(documents));
});
afterAll(() => sanity.close());

const titles = '*[_type == "page"] | order(name) {name, title}';

describe("the unmodified client", () => {
  test("queries with GET and parameters, and follows references", async () => {
    const query = "*[name == $name][0]{title, 'next': next->title}";
    expect(await visitor.fetch(query, { name: "contact" })).toEqual({ title: "Contact", next: "Published" });
  });

  test("queries with POST if the query is long", async () => {
    const query = `// ${"long ".repeat(4000)}\n*[name == $name][0].title`;
    expect(await visitor.fetch(query, { name: "home" })).toBe("Published");
  });

  test("queries with project and dataset in the path", async () => {
    const pathClient = createClient({
      resource: { type: "dataset", id: "vitrina0.production" },
      apiHost: sanity.origin,
      useProjectHostname: false,
      useCdn: false,
      apiVersion: "2025-02-19",
    });
    expect(await pathClient.fetch('*[_id == "home"][0].title')).toBe("Published");
  });

  test("gets the documented envelope of a result", async () => {
    const envelope = await visitor.fetch("1 + 1", {}, { filterResponse: false });
    expect(envelope).toEqual({
      query: "1 + 1",
      result: 2,
      syncTags: [expect.stringMatching(/^s1:/)],
      ms: expect.any(Number),
    });
  });

  test("gets one or many documents by id, and undefined for a missing one", async () => {
    expect(await visitor.getDocument("home")).toMatchObject({ _id: "home", title: "Published" });
    expect(await visitor.getDocument("nowhere")).toBeUndefined();
    const documentsById = await visitor.getDocuments(["contact", "nowhere", "home"]);
    expect(documentsById.map((document) => document?._id)).toEqual(["contact", undefined, "home"]);
  });

  test("gets the same revisions and times after every start", async () => {
    const secondSanity = await startSanity({ ...testDataset, port: 0, documents });
    const secondClient = visitor.withConfig({ apiHost: secondSanity.origin });
    const query = '*[_type == "page"] | order(_id) {_rev, _createdAt, _updatedAt}';
    const [first, second] = [await visitor.fetch(query), await secondClient.fetch(query)];
    await secondSanity.close();
    expect(first).toEqual(second);
    expect(first[0]._rev).not.toBe(first[1]._rev);
  });
});

describe("perspectives", () => {
  test("a visitor sees only published documents, in every perspective", async () => {
    const published = [
      { name: "contact", title: "Contact" },
      { name: "home", title: "Published" },
    ];
    for (const perspective of ["published", "drafts", "raw"] as const) {
      expect(await visitor.fetch(titles, {}, { perspective }), perspective).toEqual(published);
    }
    expect(await visitor.getDocument("drafts.home")).toBeUndefined();
  });

  test("a client with the token sees drafts in place of published documents, under the published id", async () => {
    expect(await editor.fetch(titles, {}, { perspective: "drafts" })).toEqual([
      { name: "contact", title: "Contact" },
      { name: "home", title: "Draft" },
      { name: "new", title: "Only a draft" },
    ]);
    const query = '*[name == "home"]{_id, _originalId}';
    expect(await editor.fetch(query, {}, { perspective: "drafts" })).toEqual([
      { _id: "home", _originalId: "drafts.home" },
    ]);
    expect(await editor.fetch(titles, {}, { perspective: "published" })).toHaveLength(2);
  });

  test("raw shows every version", async () => {
    const query = '*[name == "home"].title';
    expect(await editor.fetch(query, {}, { perspective: "raw" })).toEqual(["Published", "Draft"]);
  });
});

describe("refusals", () => {
  const catchError = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: ClientError) => error,
    );

  test("a malformed query gets 400 with the position of the error", async () => {
    const error = await catchError(visitor.fetch('*[_type == "page"'));
    expect(error).toBeInstanceOf(ClientError);
    expect(error?.statusCode).toBe(400);
    expect(JSON.parse(String(error?.responseBody)).error).toMatchObject({
      type: "queryParseError",
      start: 16,
    });
    expect(error?.message).toMatch(/^GROQ query parse error:\n> 1 \| \*\[_type == "page"/);
  });

  test("a missing parameter is reported, and so is an unknown function", async () => {
    expect((await catchError(visitor.fetch("*[name == $name]")))?.message).toContain(
      "param $name referenced, but not provided",
    );
    expect((await catchError(visitor.fetch("nope(1)")))?.message).toContain("Undefined function: nope");
  });

  test("another project or dataset gets 404, and a wrong token 401", async () => {
    const getStatus = async (client: SanityClient) => (await catchError(client.fetch("1")))?.statusCode;
    expect(await getStatus(visitor.withConfig({ projectId: "other0" }))).toBe(404);
    expect(await getStatus(visitor.withConfig({ dataset: "staging" }))).toBe(404);
    expect(await getStatus(visitor.withConfig({ token: "wrong" }))).toBe(401);
  });

  test("an unsupported address gets 404 with a reason, and an unsupported method 405", async () => {
    const response = await fetch(`${sanity.origin}/v2025-02-19/data/export/production`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      message: "There is nothing at /v2025-02-19/data/export/production.",
    });
    const putResponse = await fetch(`${sanity.origin}/v2025-02-19/data/query/production`, {
      method: "PUT",
      body: "{}",
    });
    expect(putResponse.status).toBe(405);
  });
});

test("the stand-in answers health checks", async () => {
  const response = await fetch(`http://127.0.0.1:${sanity.port}/health`);
  expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
});

test("a missing picture keeps the stand-in from starting", async () => {
  const document = { _id: "a", _type: "b", picture: { _sanityAsset: "image@file://./images/nowhere.webp" } };
  await expect(startSanity({ ...testDataset, port: 0, documents: [document] })).rejects.toThrow(
    /nowhere\.webp/,
  );
});
