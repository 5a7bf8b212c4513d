import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { translate } from "#cms/translation/translate.ts";

const translationRequest = { from: "es", to: "en", text: "Hola", context: "page.title" } as const;

/** Starts a translation service with this answer. Returns its address. */
async function startService(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/translate`;
}

test("sends the languages, the text and its context, and returns the translation", async () => {
  let body = "";
  const url = await startService(async (request, response) => {
    body = `${request.method} ${await readText(request)}`;
    response.end(JSON.stringify({ text: " Hello " }));
  });
  expect(await translate(url, translationRequest)).toBe("Hello");
  expect(body).toBe(`POST ${JSON.stringify(translationRequest)}`);
});

test.each([
  ["rejects the request", 403, '{"text":"Hello"}'],
  ["answers nothing", 200, "{}"],
  ["answers spaces", 200, '{"text":" "}'],
  ["answers rubbish", 200, "<html>"],
])("fails when the service %s", async (_, status, text) => {
  const url = await startService((_, response) => response.writeHead(status).end(text));
  await expect(translate(url, translationRequest)).rejects.toThrow();
});

test("fails when the service is unreachable", async () => {
  await expect(translate("http://127.0.0.1:1/", translationRequest)).rejects.toThrow();
});
