import { beforeAll, describe, expect, test } from "vitest";
import type { SubmissionCounts, SubmissionPage } from "#functions/contract/answers.schema.ts";
import { csvLineBreak } from "#functions/contract/submission.ts";
import { startEdge } from "../support/edge.ts";
import { json } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);

// `presupuesto` is in every tenth message, but in none that is unread or spam. `contrato` is in another tenth. `salsalado`
// is in none, although its parts are in most.
const messageCount = 1_600;
const findableCount = messageCount / 10;

beforeAll(async () => {
  for (let start = 0; start < messageCount; start += 200) {
    await edge.database.asOwner(
      `insert into contact_submissions (id, name, email, message, read, spam, created_at)
       select gen_random_uuid(), 'Ana', 'ana@cliente.example',
         case n % 10 when 3 then 'Un presupuesto' when 4 then 'Un contrato' else 'Salado salsa' end, n % 5 <> 1, n % 5 = 2,
         date_trunc('milliseconds', now()) - n * interval '1 hour'
       from generate_series($1::int + 1, $1::int + 200) n`,
      [start],
    );
  }
});

const get = (path: string) => edge.fetch(`/api/submissions${path}`, { headers: admin });

/** Reads a list to its end. Returns the number of messages on each page. */
async function countPages(query: string): Promise<number[]> {
  const sizes: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const response: Response = await get(`?${query}&limit=100${cursor && `&cursor=${cursor}`}`);
    expect(response.status).toBe(200);
    const page = (await response.json()) as SubmissionPage;
    sizes.push(page.items.length);
    cursor = page.next_cursor;
  }
  return sizes;
}

test("the first page of a search ends early: before it has compared many more messages than the newest", async () => {
  const page = (await (await get("?q=salsalado")).json()) as SubmissionPage;
  expect(page).toEqual({ items: [], next_cursor: expect.any(String) });
  const counts = (await (await get("/counts?q=salsalado")).json()) as SubmissionCounts;
  expect(counts).toEqual({ all: 0, unread: 0, read: 0, spam: 0, incomplete: true });
});

test("in a large inbox, the first page does not wait for two words that are frequent and never together", async () => {
  const search = async () => (await (await get("?q=presupuesto%20contrato")).json()) as SubmissionPage;
  expect(await search()).toEqual({ items: [], next_cursor: null });
  await edge.database.asOwner("update inbox_counts set count = count * 1000 where days = 4096");
  try {
    expect(await search()).toEqual({ items: [], next_cursor: expect.any(String) });
    expect(await countPages("q=presupuesto%20contrato")).toEqual([0, 0]);
  } finally {
    await edge.database.asOwner("update inbox_counts set count = count / 1000 where days = 4096");
  }
});

describe("a search without patience", () => {
  beforeAll(async () => {
    // Without patience every search ends after its first period.
    const [{ definition } = {}] = await edge.database.asOwner(
      "select pg_get_functiondef(oid) as definition from pg_proc where proname = 'find_submissions'",
    );
    const impatient = String(definition).replace(
      "patience interval DEFAULT NULL::interval",
      "patience interval DEFAULT '0'",
    );
    expect(impatient).not.toBe(definition);
    await edge.database.asOwner(impatient);
  });

  test("a search that finds nothing for long answers with empty pages, and its cursors lead to the end", async () => {
    const sizes = await countPages("q=salsalado");
    expect(sizes.length).toBeGreaterThan(1);
    expect(new Set(sizes)).toEqual(new Set([0]));
  });

  test("the pages of a long search have every message", async () => {
    const sizes = await countPages("q=presupuesto");
    expect(sizes.reduce((sum, size) => sum + size)).toBe(findableCount);
  });

  test("the counts of a long search are those of the messages found so far, and say so", async () => {
    const counts = (await (await get("/counts?q=presupuesto")).json()) as SubmissionCounts;
    expect(counts).toEqual({ all: 100, unread: 0, read: 100, spam: 0, incomplete: true });
  });

  test("the export of a long search is complete", async () => {
    const text = await (await get("/export.csv?q=presupuesto")).text();
    expect(text.endsWith(csvLineBreak)).toBe(true);
    expect(text.match(/Un presupuesto/g)).toHaveLength(findableCount);
  });

  test("an action on a long search continues where the answer says", async () => {
    let until: string | undefined = new Date().toISOString();
    let changed = 0;
    let callCount = 0;
    for (; until && callCount < 20; callCount += 1) {
      const matching = { filter: "all", q: "presupuesto", until };
      const response: Response = await edge.fetch(
        "/api/submissions/bulk",
        json({ matching, action: "spam" }, admin),
      );
      const outcome = (await response.json()) as { affected: number; more: boolean; until?: string };
      changed += outcome.affected;
      expect(outcome.more).toBe(outcome.until !== undefined);
      until = outcome.until;
    }
    expect(callCount).toBeGreaterThan(1);
    expect(changed).toBe(findableCount);
  });
});
