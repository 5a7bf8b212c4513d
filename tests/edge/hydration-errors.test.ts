import { expect, test } from "vitest";
import { startEdge } from "../support/edge.ts";
import { json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

const report = (body: object, headers: Record<string, string> = {}) =>
  edge.fetch("/api/hydration-errors", json(body, headers));

test("logs the path and the number of React's error, a limited number of times", async () => {
  let logged = 0;
  while ((await report({ path: "/contacto", error: 418 })).status === 204 && logged < 100) logged += 1;
  expect(logged).toBeGreaterThanOrEqual(20);
  expect(logged).toBeLessThan(100);
  const countLines = () =>
    edge.log().match(/"event":"hydration_failed","path":"\/contacto","error":418\}/g)?.length;
  await expect.poll(countLines).toBe(logged);
});

test.each([
  ["another origin", {}, { Origin: "https://evil.example" }, 403],
  ["an address in place of a path", { path: "https://a.example/" }, {}, 422],
  ["a text beside the number", { text: "Ana Mora" }, {}, 422],
  ["a line break in the path", { path: "/a\n{}" }, {}, 422],
])("rejects %s", async (_, changes, headers, status) => {
  const answer = await report(
    { path: "/contacto", error: 418, ...changes },
    headers as Record<string, string>,
  );
  expect(answer.status).toBe(status);
});
