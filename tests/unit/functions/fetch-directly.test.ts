import { expect, test } from "vitest";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { readSources } from "../structure/source.ts";

test("a redirect sends no header and no body to another server", async () => {
  const received: string[] = [];
  const other = await listenOnLoopback(0, (_request, response) => {
    received.push("other");
    response.end();
  });
  const configured = await listenOnLoopback(0, (_request, response) => {
    received.push("configured");
    response.writeHead(307, { Location: `http://localhost:${other.port}/` }).end();
  });
  const answer = await fetchDirectly(`http://localhost:${configured.port}/`, {
    method: "POST",
    headers: { Authorization: "Bearer secret" },
    body: "personal data",
  });
  expect([answer.ok, answer.status, received]).toEqual([false, 307, ["configured"]]);
  await Promise.all([configured.close(), other.close()]);
});

test("the edge calls no server in another way", () => {
  const callers = readSources("functions/**/*.ts").filter(({ text }) =>
    /(?<![.\w])fetch\((?!request: )/.test(text),
  );
  expect(callers.map(({ path }) => path)).toEqual(["functions/kernel/http/fetch-directly.ts"]);
});
