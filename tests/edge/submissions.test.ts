import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { SubmissionPage } from "#functions/contract/answers.schema.ts";
import { toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { json } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
beforeEach(() => edge.database.asOwner("truncate contact_submissions cascade"));

const insert = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const id = randomUUID();
  const row = { id, name: "Ana", email: "ana@cliente.example", ...fields };
  await edge.database.asOwner(...toInsert("contact_submissions", row));
  return id;
};
const get = (path = "", headers = admin) => edge.fetch(`/api/submissions${path}`, { headers });
const getPage = async (query = "") => (await (await get(query)).json()) as SubmissionPage;
const changeSubmission = (id: string, body: unknown) =>
  edge.fetch(`/api/submissions/${id}`, json(body, admin, "PATCH"));
const readCode = async (response: Response) => ((await response.json()) as { code: string }).code;

describe("the inbox works", () => {
  test("a search finds a message by its reference, in its folder and in order, among other results", async () => {
    const id = "12345678-52f7-4c0b-9d52-0d6c1b0a7a11";
    await insert({ id, name: "referred", created_at: "2026-05-02T00:00:00Z" });
    await insert({ name: "phone", phone: "1234-5678", created_at: "2026-05-03T00:00:00Z" });
    await insert({ name: "older", phone: "12345678", created_at: "2026-05-01T00:00:00Z" });
    const listNames = async (query: string) => (await getPage(query)).items.map(({ name }) => name);
    expect(await listNames("?q=1234-5678")).toEqual(["phone", "referred", "older"]);
    for (const pasted of ["Ref. 1234-5678", "#1234-5678", "\u202a1234-5678\u202c"]) {
      expect(await listNames(`?q=${encodeURIComponent(pasted)}`)).toContain("referred");
    }
    const firstPage = await getPage("?q=1234-5678&limit=2");
    expect(await listNames(`?q=1234-5678&limit=2&cursor=${firstPage.next_cursor}`)).toEqual(["older"]);
    expect(await listNames("?q=1234-5678&filter=read")).toEqual([]);
    expect(await listNames("?q=1234-5678&filter=spam")).toEqual([]);
    await changeSubmission(id, { spam: true });
    expect(await listNames("?q=12345678&filter=spam")).toEqual(["referred"]);
  });

  test("a page that is exactly full is the last page", async () => {
    await insert();
    await insert();
    expect((await getPage("?limit=2")).next_cursor).toBeNull();
  });

  test.each([
    ["service=cctv", ["cctv in Spanish", "cctv in English"]],
    ["service=none", ["of no service"]],
    ["service=digital-marketing", []],
    ["language=en", ["cctv in English"]],
    ["service=cctv&language=es", ["cctv in Spanish"]],
    ["from=2026-05-03", ["cctv in Spanish", "cctv in English"]],
    ["to=2026-05-03", ["cctv in English", "of no service"]],
    ["from=2026-05-03&to=2026-05-03", ["cctv in English"]],
    ["from=2026-05-04&to=2026-05-03", []],
    ["service=cctv&to=2026-05-03&q=hola", ["cctv in English"]],
    ["service=cctv&sender=ANA@cliente.example&filter=unread", ["cctv in Spanish", "cctv in English"]],
  ])(
    "narrowed by %s, the list, the counts, the export and the bulk action cover the same messages, by the company's days",
    async (query, names) => {
      const message = "Hola";
      await insert({ name: "of no service", message, created_at: "2026-05-03T05:59:59.999Z" });
      await insert({ name: "cctv in English", message, service_type: "cctv", language: "en", created_at: "2026-05-04T05:59:59.999Z" }); // biome-ignore format: one row
      await insert({ name: "cctv in Spanish", message, service_type: "cctv", created_at: "2026-05-04T06:00:00Z" }); // biome-ignore format: one row
      expect((await getPage(`?${query}`)).items.map(({ name }) => name)).toEqual(names);
      const [firstItem, ...otherItems] = (await getPage(`?${query}&limit=1`)).items;
      expect([firstItem?.name, otherItems.length]).toEqual([names[0], 0]);

      const criteria = new URLSearchParams(query);
      criteria.delete("filter");
      const counts = await (await get(`/counts?${criteria}`)).json();
      expect(counts).toEqual({ all: names.length, unread: names.length, read: 0, spam: 0 });

      const csv = await (await get(`/export.csv?${query}`)).text();
      expect(
        csv
          .split("\r\n")
          .slice(1, -1)
          .map((line) => line.split(",")[2]),
      ).toEqual(names);

      const matching = { ...Object.fromEntries(new URLSearchParams(query)), until: "2026-12-31T00:00:00Z" };
      const outcome = await edge.fetch("/api/submissions/bulk", json({ matching, action: "read" }, admin));
      expect(await outcome.json()).toMatchObject({ affected: names.length, more: false });
    },
  );

  test.each([
    "service=x",
    "service=",
    "service=none&service=x",
    "language=fr",
    "from=2026-02-30",
    "from=03-05-2026",
    "from=0000-01-01",
    "to=2026-5-3",
    "to=2026-05-03T00:00:00Z",
    "to=",
    "from=2026-05-03%00",
  ])("an invalid filter is rejected by every call: %s", async (query) => {
    const field = query.split("=", 1)[0];
    for (const path of ["", "/counts", "/export.csv"]) {
      const response = await get(`${path}?${query}`);
      expect([response.status, await response.json()], path).toMatchObject([
        422,
        { code: "invalid_fields", errors: [{ field }] },
      ]);
    }
    if (query.includes("&")) return;
    const matching = { ...Object.fromEntries(new URLSearchParams(query)), until: "2026-12-31T00:00:00Z" };
    const response = await edge.fetch("/api/submissions/bulk", json({ matching, action: "read" }, admin));
    expect(response.status).toBe(422);
  });
});

describe("the inbox rejects", () => {
  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=-1",
    "filter=deleted",
    "sort=name",
    "q=%00",
    "q=a&q=b",
  ])("the query %s", async (query) => {
    const response = await get(`?${query}`);
    expect([response.status, await readCode(response)]).toEqual([422, "invalid_fields"]);
  });

  test.each([
    "7",
    "AAAA",
    Buffer.from(`99999999999999 ${randomUUID()}`).toString("base64url"),
    Buffer.from("1 x").toString("base64url"),
  ])("the cursor %s that it did not issue", async (cursor) => {
    const response = await get(`?cursor=${cursor}`);
    expect([response.status, await readCode(response)]).toEqual([400, "malformed_cursor"]);
  });
});
