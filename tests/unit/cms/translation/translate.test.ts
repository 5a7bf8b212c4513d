import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { translate } from "#cms/translation/translate.ts";

const asked = { from: "es", to: "en", text: "Hola", context: "page.title" } as const;
const never = new AbortController().signal;

const close: (() => void)[] = [];
afterEach(() => {
  for (const each of close.splice(0)) each();
});

/** A translation service that answers so. */
async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/translate`;
}

test("the service is told the languages, the text and where it stands, and its text is what is proposed", async () => {
  let body = "";
  const url = await service(async (request, response) => {
    body = `${request.method} ${await readText(request)}`;
    response.end(JSON.stringify({ text: " Hello " }));
  });
  expect(await translate(url, asked, never)).toBe("Hello");
  expect(body).toBe(`POST ${JSON.stringify(asked)}`);
});

test.each([
  ["refuses", 403, '{"text":"Hello"}'],
  ["answers nothing", 200, "{}"],
  ["answers spaces", 200, '{"text":" "}'],
  ["answers rubbish", 200, "<html>"],
])("a service that %s proposes nothing", async (_, status, text) => {
  const url = await service((_, response) => response.writeHead(status).end(text));
  await expect(translate(url, asked, never)).rejects.toThrow();
});

test("one that is not there proposes nothing, nor does one that nobody waits for any more", async () => {
  await expect(translate("http://127.0.0.1:1/", asked, never)).rejects.toThrow();
  const url = await service(() => {});
  const ended = new AbortController();
  const proposal = translate(url, asked, ended.signal);
  ended.abort();
  await expect(proposal).rejects.toThrow();
});
