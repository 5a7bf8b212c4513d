import { expect, test } from "vitest";
import { startDeployHook } from "#local/deploy-hook/deploy-hook.ts";

const never = new AbortController().signal;
const post = async (url: string, method = "POST") => (await fetch(url, { method })).status;

/** Whether a build was asked for by now. */
const isAsked = (asked: Promise<void>) => Promise.race([asked.then(() => true), Promise.resolve(false)]);

test("a build is asked for by who knows the address, and by POST", async () => {
  const hook = await startDeployHook();
  const asked = hook.asked(never);
  expect([await post(hook.url, "GET"), await post(new URL("/deploy_hooks/guess", hook.url).href)]).toEqual([
    404, 404,
  ]);
  expect(await isAsked(asked)).toBe(false);
  expect(await post(hook.url)).toBe(200);
  await asked;
});

test("what is asked while a build is under way is one more, however often", async () => {
  const hook = await startDeployHook();
  await post(hook.url);
  await hook.asked(never);
  await Promise.all([post(hook.url), post(hook.url), post(hook.url)]);
  await hook.asked(never);
  expect(await isAsked(hook.asked(never))).toBe(false);
});

test("nothing is waited for once the product ends", async () => {
  const hook = await startDeployHook();
  const ending = new AbortController();
  const asked = hook.asked(ending.signal);
  ending.abort();
  await expect(asked).rejects.toThrow("aborted");
  await expect(hook.asked(ending.signal)).rejects.toThrow("aborted");
});
