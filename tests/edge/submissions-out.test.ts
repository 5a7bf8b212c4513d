import { randomUUID } from "node:crypto";
import { neon } from "@neondatabase/serverless";
import { beforeEach, describe, expect, test } from "vitest";
import type { SubmissionStats } from "#functions/contract/answers.schema.ts";
import type { Administrators } from "#functions/contract/conversation.schema.ts";
import { toReference } from "#functions/contract/reference.ts";
import { csvLineBreak } from "#functions/contract/submission.ts";
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
/** Inserts `count` messages, the first being the newest. */
const insertMany = (count: number) =>
  neon(edge.database.ownerUrl).query(
    `insert into contact_submissions (id, name, email, message, created_at)
     select gen_random_uuid(), 'Persona ' || n, 'a@b.example', repeat('a', 900), now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [count],
  );
const get = (path: string, headers: Record<string, string> = {}) =>
  edge.fetch(`/api/submissions${path}`, { headers: { ...admin, ...headers } });

describe("the export", () => {
  test("is a CSV file of the filtered messages, with a header row, that spreadsheets open as UTF-8", async () => {
    const storedFields = { name: "Pózo", phone: "2222-3333", company: "ACME", service_type: "cctv", source: "other", message: "Hola", plan: "TI Básico", meeting_day: "2026-05-08", meeting_part: "morning", created_at: "2026-05-04T03:02:01.987Z" }; // biome-ignore format: one row
    const id = await insert({ ...storedFields, read: true });
    await insert({ name: "Otra" });
    const response = await get("/export.csv?filter=read&q=pozo");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head = "", record = "", ...remainingLines] = new TextDecoder().decode(bytes).split("\r\n");
    expect(remainingLines).toEqual([""]);
    // Programs may read these by position, so later columns follow them.
    expect(`${head},`).toMatch(
      /^id,created_at,name,email,phone,company,service_type,source,message,language,read,spam,plan,meeting_day,meeting_part,/,
    );
    const cells = record.split(",");
    expect(Object.fromEntries(head.split(",").map((name, index) => [name, cells[index]]))).toMatchObject({
      ...storedFields,
      id,
      email: "ana@cliente.example",
      language: "es",
      read: "true",
      spam: "false",
    });
  });

  test("uses words, local time and semicolons for a language, with the company's date in the file name", async () => {
    await insert({ name: "Pózo", service_type: "cctv", message: "Uno; dos", created_at: "2026-05-04T03:02:01.987Z" }); // biome-ignore format: one row
    const response = await get("/export.csv?lang=en");
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Costa_Rica" }).format(new Date());
    expect(response.headers.get("Content-Disposition")).toBe(`attachment; filename="messages-${today}.csv"`);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    expect(text).toMatch(
      /^\uFEFFDate and time;Name;Email;.*\r\n2026-05-03 21:02:01;Pózo;ana@cliente\.example;;;CCTV systems;+"Uno; dos";Spanish;No;No;[\dA-F]{4}-[\dA-F]{4};;;Unanswered;\r\n$/,
    );
    expect((await get("/export.csv?lang=fr")).status).toBe(422);
  });

  test("ends with the first answer, its author, the state and the assignee", async () => {
    const id = await insert();
    const path = `/api/submissions/${id}/answered`;
    expect((await edge.fetch(path, json({ by: "telephone" }, admin))).status).toBe(201);
    const { items } = (await (
      await edge.fetch("/api/administrators", { headers: admin })
    ).json()) as Administrators;
    const text = await (await get("/export.csv")).text();
    const [head = "", record = ""] = text.split("\r\n").map((line) => line.split(",").slice(-4).join());
    expect(head).toBe("first_answer_at,answered_by,state,assignee");
    expect(record).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,${items[0]?.name},waiting,${items[0]?.name}$`),
    );
  });

  test("has each message once, newest first", async () => {
    await insertMany(1_234);
    const [, ...lines] = (await (await get("/export.csv")).text()).trimEnd().split("\r\n");
    const names = lines.map((line) => line.split(",")[2]);
    expect(names).toEqual(Array.from({ length: 1_234 }, (_, n) => `Persona ${n + 1}`));
  });

  test.each(["filter=deleted", "q=%00", "limit=5", "sender="])("rejects the query %s", async (query) => {
    expect((await get(`/export.csv?${query}`)).status).toBe(422);
  });

  test("breaks off when a later page fails, and an incomplete file lacks the final line break", async () => {
    await insertMany(1_200);
    // The edge cannot read this time, on the last page.
    await edge.database.asOwner("alter table contact_submissions disable trigger user");
    await insert({ created_at: "-infinity", properties: "{}" });
    await edge.database.asOwner("alter table contact_submissions enable trigger user");
    const response = await get("/export.csv");
    expect(response.status).toBe(200);
    // Proxies may hide the broken transfer; the missing end shows it in any case.
    const text = await response.text().catch(() => "");
    expect(text.endsWith(csvLineBreak)).toBe(false);
    await expect.poll(() => edge.log()).toContain("export_broken_off");
  });
});

describe("the counts", () => {
  test("of a search are those of its hits in each folder, up to 100", async () => {
    const [read, spam, byReference] = [
      await insert({ read: true }),
      await insert({ spam: true }),
      await insert(),
    ];
    await insert({ message: "Hola" });
    await edge.database.asOwner(
      "update contact_submissions set message = 'Ornitorrinco' where id = any($1)",
      [[read, spam]],
    );
    const getCounts = async (query: string) => (await get(`/counts?${query}`)).json();
    expect(await getCounts("q=ornitorrinco")).toEqual({ all: 1, unread: 0, read: 1, spam: 1 });
    expect(await getCounts(`q=${toReference(byReference)}`)).toEqual({ all: 1, unread: 1, read: 0, spam: 0 });
    await edge.database.asOwner(
      `insert into contact_submissions (id, name, email, message, read)
       select gen_random_uuid(), 'Ana', 'ana@cliente.example', 'Ornitorrinco', n > 60 from generate_series(1, 130) n`,
    );
    expect(await getCounts("q=ornitorrinco")).toEqual({ all: 100, unread: 60, read: 71, spam: 1 });
    expect(await getCounts("sender=ana@cliente.example")).toMatchObject({ all: 100 });
  });

  test("are answered with 304 until something changes", async () => {
    const id = await insert();
    const firstResponse = await get("/counts");
    const etag = firstResponse.headers.get("ETag") as string;
    expect(etag).toMatch(/^W\/"\d+"$/);
    expect(await firstResponse.json()).toEqual({ all: 1, unread: 1, read: 0, spam: 0 });
    const getCounts = (tag: string) => get("/counts", { "If-None-Match": tag });
    const unchangedResponse = await getCounts(etag);
    expect([
      unchangedResponse.status,
      unchangedResponse.headers.get("ETag"),
      await unchangedResponse.text(),
    ]).toEqual([304, etag, ""]);

    const knownTags = [etag];
    for (const change of [
      () => insert(),
      () => edge.fetch(`/api/submissions/${id}`, json({ read: true }, admin, "PATCH")),
      () => edge.fetch("/api/submissions/bulk", json({ ids: [id], action: "spam" }, admin)),
      () => edge.fetch(`/api/submissions/${id}`, { method: "DELETE", headers: admin }),
    ]) {
      await change();
      const response = await getCounts(knownTags.join(", "));
      expect(response.status).toBe(200);
      knownTags.push(response.headers.get("ETag") as string);
    }
    expect((await getCounts(knownTags.at(-1) as string)).status).toBe(304);
  });
});

describe("the statistics", () => {
  const getStats = async (query = "") => (await (await get(`/stats${query}`)).json()) as SubmissionStats;
  const costaRica = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Costa_Rica" });

  test("use the company's days, which end at 06:00 UTC", async () => {
    const yesterday = costaRica.format(new Date(Date.now() - 86_400_000));
    await insert({ created_at: `${yesterday}T23:59:59.999-06:00` });
    await insert({ created_at: `${yesterday}T00:00:00.000-06:00` });
    const { by_day } = await getStats("?days=2");
    expect(by_day[0]).toEqual({ day: yesterday, count: 2 });
  });

  test("report the median time to the first answer", async () => {
    for (const seconds of [10, 60, 600]) {
      const id = await insert();
      await edge.database.asOwner(
        "update contact_submissions set first_answer_at = created_at + $2 * interval '1 second' where id = $1",
        [id, seconds],
      );
    }
    await insert();
    expect((await getStats()).median_seconds_to_first_answer).toBe(60);
  });

  test.each(["days=0", "days=367", "days=x", "days=1.5", "since=2026"])(
    "reject the query %s",
    async (query) => {
      expect((await get(`/stats?${query}`)).status).toBe(422);
    },
  );
});
