import { text } from "node:stream/consumers";
import { Miniflare } from "miniflare";
import { afterEach, expect, test, vi } from "vitest";
import { readSpoolId } from "#local/cloudflare/wrangler.ts";
import { endPreviews } from "#local/keys/end-everything.ts";
import { findWaiting, openHostedSpool, openSpools } from "#local/privacy/spool.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const state = createTestFolder();
afterEach(() => vi.unstubAllEnvs());

test("finds messages in the local spool, even while the product has it open", async () => {
  const running = new Miniflare({
    modules: true,
    script: "export default {}",
    cf: false,
    kvNamespaces: { SPOOL: await readSpoolId("wrangler.toml") },
    kvPersist: `${state}/edge/v3/kv`,
  });
  const namespace = await running.getKVNamespace("SPOOL");
  const waitingEntry = { message: { name: "Gabi", email: "Gabi@cliente.example" } };
  await namespace.put("contact/1/a", JSON.stringify(waitingEntry));
  await namespace.put("contact/2/b", JSON.stringify({ message: { email: "ana@cliente.example" } }));
  await namespace.put("contact/3/c", '{"broken": "gabi@cliente.example"');
  vi.stubEnv("LOCAL_STATE", state);
  vi.stubEnv("DATABASE_URL", undefined);
  const spools = await openSpools();
  const waitingMessages = await findWaiting(spools, "gabi@cliente.example");
  expect(waitingMessages.map(({ message }) => message)).toEqual([
    waitingEntry.message,
    '{"broken": "gabi@cliente.example"',
  ]);
  for (const { remove } of waitingMessages) await remove();
  expect((await namespace.list()).keys.map(({ name }) => name)).toEqual(["contact/2/b"]);
  await Promise.all(spools.map((spool) => spool.close()));
  await running.dispose();
});

test("writes the end of preview links into the namespace of the site at Cloudflare", async () => {
  const calls: [call: string, authorization: string | undefined, body: string][] = [];
  const cloudflare = await listenOnLoopback(0, async (request, response) => {
    calls.push([`${request.method} ${request.url}`, request.headers.authorization, await text(request)]);
    response.end("{}");
  });
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "account");
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "token");
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", `http://localhost:${cloudflare.port}`);
  const startSeconds = Math.floor(Date.now() / 1000);
  await endPreviews([openHostedSpool("namespace")]);
  await cloudflare.close();
  const path = "/accounts/account/storage/kv/namespaces/namespace/values/preview%2Flinks-ended";
  expect(calls).toEqual([[`PUT ${path}`, "Bearer token", expect.stringMatching(/^\d+$/)]]);
  expect(Number(calls[0]?.[2])).toBeGreaterThanOrEqual(startSeconds);
});
