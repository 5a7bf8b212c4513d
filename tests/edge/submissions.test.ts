import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { SubmissionPage } from "#functions/contract/submission.ts";
import { toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
beforeEach(() => edge.database.asOwner("truncate contact_submissions"));

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
const deleteSubmission = (id: string) =>
  edge.fetch(`/api/submissions/${id}`, { method: "DELETE", headers: admin });
const readCode = async (response: Response) => ((await response.json()) as { code: string }).code;

describe("the inbox works", () => {
  test("a submission has all its fields, absent ones null, and its time in UTC", async () => {
    const id = await insert({ message: "Hola", created_at: "2026-05-04T03:02:01.987-06:00" });
    expect(await getPage()).toEqual({
      items: [
        {
          id,
          name: "Ana",
          email: "ana@cliente.example",
          phone: null,
          company: null,
          service_type: null,
          source: null,
          message: "Hola",
          language: "es",
          read: false,
          spam: false,
          created_at: "2026-05-04T09:02:01.987Z",
        },
      ],
      next_cursor: null,
    });
  });

  test("the sender's wishes are included only on request", async () => {
    const wishes = { plan: "TI Básico", meeting_day: "2026-05-08", meeting_part: "morning" };
    const id = await insert(wishes);
    const [plainSubmission] = (await getPage()).items;
    expect(Object.keys(plainSubmission ?? {})).not.toContain("plan");
    expect((await getPage("?include=wishes")).items).toEqual([{ ...plainSubmission, ...wishes }]);
    expect(await (await get(`/${id}?include=wishes,doubts`)).json()).toEqual({
      ...plainSubmission,
      ...wishes,
      doubts: [],
    });
    expect(await (await changeSubmission(id, { read: false })).json()).toEqual(plainSubmission);
    expect((await get("?include=wishes,secrets")).status).toBe(422);
  });

  test("the first number of the telephone text is included only on request", async () => {
    const id = await insert({ phone: "2222-2222 ext. 104 / 8888-8888" });
    const [plainSubmission] = (await getPage()).items;
    expect(Object.keys(plainSubmission ?? {})).not.toContain("phone_number");
    const phone_number = { number: "+50622222222", extension: "104" };
    expect((await getPage("?include=phone_number")).items).toEqual([{ ...plainSubmission, phone_number }]);
    expect(await (await get(`/${id}?include=phone_number`)).json()).toEqual({
      ...plainSubmission,
      phone_number,
    });
    expect(await (await changeSubmission(id, { read: false })).json()).toEqual(plainSubmission);
  });

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

  test("pages follow one another newest first, without gaps or repeats, even for equal times", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) {
      ids.push(
        await insert({ created_at: index < 4 ? "2026-01-01T00:00:00.123Z" : `2026-01-0${index}T00:00:00Z` }),
      );
    }
    const firstPage = await getPage("?limit=3");
    expect(firstPage.items).toHaveLength(3);
    // A message that arrives in between does not shift the pages.
    await insert({ name: "late" });
    const secondPage = await getPage(`?limit=3&cursor=${firstPage.next_cursor}`);
    const thirdPage = await getPage(`?limit=3&cursor=${secondPage.next_cursor}`);
    expect(thirdPage.next_cursor).toBeNull();
    const listedSubmissions = [firstPage, secondPage, thirdPage].flatMap(({ items }) => items);
    expect(listedSubmissions.map(({ id }) => id).sort()).toEqual(ids.sort());
    const times = listedSubmissions.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test("a page that is exactly full is the last page", async () => {
    await insert();
    await insert();
    expect((await getPage("?limit=2")).next_cursor).toBeNull();
  });

  test("filters leave spam out of every folder but its own, and the counts agree with them", async () => {
    await insert({ name: "unread" });
    await insert({ name: "read", read: true });
    await insert({ name: "spam", spam: true });
    const listNames = async (filter: string) =>
      (await getPage(`?filter=${filter}`)).items.map(({ name }) => name).sort();
    expect(await listNames("all")).toEqual(["read", "unread"]);
    expect(await listNames("unread")).toEqual(["unread"]);
    expect(await listNames("read")).toEqual(["read"]);
    expect(await listNames("spam")).toEqual(["spam"]);
    expect(await (await get("/counts")).json()).toEqual({ all: 2, unread: 1, read: 1, spam: 1 });
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

      const narrowing = new URLSearchParams(query);
      for (const name of ["q", "sender", "filter"]) narrowing.delete(name);
      const counts = await (await get(`/counts?${narrowing}`)).json();
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

  test.each([
    ["présupuesto", ["message"]],
    ["100%", ["percent"]],
    ["ana 8712-3456", ["company"]],
    ["'; drop table", []],
    ["", ["company", "message", "percent"]],
  ])("a search for %j covers every field, ignores case and accents, and is literal", async (q, names) => {
    await insert({ name: "message", message: "Un PRESUPUESTO, por favor" });
    await insert({ name: "percent", message: "100% seguro" });
    await insert({ name: "company", company: "Óptica del Valle", phone: "8712-3456" });
    const { items } = await getPage(`?q=${encodeURIComponent(q)}`);
    expect(items.map(({ name }) => name).sort()).toEqual(names);
  });

  test("a message is read by its id", async () => {
    const id = await insert();
    expect(await (await get(`/${id}`)).json()).toMatchObject({ id, name: "Ana" });
  });

  test("a mark returns the updated message and leaves other fields unchanged", async () => {
    const id = await insert();
    expect(await (await changeSubmission(id, { read: true })).json()).toMatchObject({
      id,
      read: true,
      spam: false,
    });
    expect(await (await changeSubmission(id, { spam: true })).json()).toMatchObject({
      read: true,
      spam: true,
    });
    expect(await (await changeSubmission(id, { read: false, spam: false })).json()).toMatchObject({
      read: false,
      spam: false,
    });
  });

  test("a deletion is final: the second one finds nothing", async () => {
    const id = await insert();
    expect((await deleteSubmission(id)).status).toBe(204);
    expect((await deleteSubmission(id)).status).toBe(404);
    expect((await getPage()).items).toEqual([]);
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

  test.each([{}, { read: "yes" }, { read: null }, { name: "x" }, { read: true, id: randomUUID() }, []])(
    "the change %j",
    async (body) => {
      const id = await insert();
      const response = await changeSubmission(id, body);
      expect([response.status, await readCode(response)]).toEqual([422, "invalid_fields"]);
    },
  );
});

describe("an administrator", () => {
  test("who loses the role loses the inbox at once, with the same token", async () => {
    const headers = bearer(await edge.signIn(visitor));
    const setRole = (role: string) =>
      edge.database.asOwner(
        "update profiles set role = $1 where user_id = (select id from accounts where email = $2)",
        [role, visitor.email],
      );
    await setRole("admin");
    expect((await get("", headers)).status).toBe(200);
    await setRole("user");
    expect((await get("", headers)).status).toBe(403);
  });
});

describe("the profile", () => {
  test.each([
    [undefined, "admin"],
    [visitor, "user"],
  ])("returns the role in the database (%#)", async (account, role) => {
    const session = await edge.signIn(account);
    const response = await edge.fetch("/api/profile", { headers: bearer(session) });
    expect(await response.json()).toEqual({ user_id: session.user.id, role });
  });
});
