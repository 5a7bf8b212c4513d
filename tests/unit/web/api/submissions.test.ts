import { expect, test } from "vitest";
import type { Api } from "#web/api/client.ts";
import { listSubmissions } from "#web/api/submissions.ts";

test("a list reads on while the pages of a long search are empty", async () => {
  const cursors: unknown[] = [];
  const api = (async (_path, options) => {
    cursors.push(options?.query?.cursor);
    const number = cursors.length;
    return { items: number === 3 ? [{ id: "a" }] : [], next_cursor: `after ${number}` };
  }) as Api;
  const page = await listSubmissions(api, { filter: "unread", search: "presupuesto", cursor: null });
  expect(cursors).toEqual([undefined, "after 1", "after 2"]);
  expect(page).toEqual({ items: [{ id: "a" }], next_cursor: "after 3" });
});
