import { expect, test } from "vitest";
import { startDeployHook } from "#local/deploy-hook/deploy-hook.ts";

const never = new AbortController().signal;
const post = async (url: string, method = "POST") => (await fetch(url, { method })).status;

/** Returns whether a build has been requested by now. */
const isAsked = (asked: Promise<void>) => Promise.race([asked.then(() => true), Promise.resolve(false)]);

test("a POST to the secret address requests a build, and no other request does", async () => {
  const hook = await startDeployHook();
  const asked = hook.asked(never);
  expect([await post(hook.url, "GET"), await post(new URL("/deploy_hooks/guess", hook.url).href)]).toEqual([
    404, 404,
  ]);
  expect(await isAsked(asked)).toBe(false);
  expect(await post(hook.url)).toBe(200);
  await asked;
});

test("all requests during a build together start one more build", async () => {
  const hook = await startDeployHook();
  await post(hook.url);
  await hook.asked(never);
  await Promise.all([post(hook.url), post(hook.url), post(hook.url)]);
  await hook.asked(never);
  expect(await isAsked(hook.asked(never))).toBe(false);
});

test("the wait for a request ends with the product", async () => {
  const hook = await startDeployHook();
  const ending = new AbortController();
  const asked = hook.asked(ending.signal);
  ending.abort();
  await expect(asked).rejects.toThrow("aborted");
  await expect(hook.asked(ending.signal)).rejects.toThrow("aborted");
});
