import { expect, test } from "vitest";
import { startDeployHook } from "#local/deploy-hook/deploy-hook.ts";

const neverAborted = new AbortController().signal;
const post = async (url: string, method = "POST") => (await fetch(url, { method })).status;

/** Returns whether a build has been requested by now. */
const isRequested = (buildRequest: Promise<void>) =>
  Promise.race([buildRequest.then(() => true), Promise.resolve(false)]);

test("a POST to the secret address requests a build, and no other request does", async () => {
  const hook = await startDeployHook();
  const buildRequest = hook.waitForRequest(neverAborted);
  expect([await post(hook.url, "GET"), await post(new URL("/deploy_hooks/guess", hook.url).href)]).toEqual([
    404, 404,
  ]);
  expect(await isRequested(buildRequest)).toBe(false);
  expect(await post(hook.url)).toBe(200);
  await buildRequest;
});

test("all requests during a build together start one more build", async () => {
  const hook = await startDeployHook();
  await post(hook.url);
  await hook.waitForRequest(neverAborted);
  await Promise.all([post(hook.url), post(hook.url), post(hook.url)]);
  await hook.waitForRequest(neverAborted);
  expect(await isRequested(hook.waitForRequest(neverAborted))).toBe(false);
});

test("the wait for a request ends with the product", async () => {
  const hook = await startDeployHook();
  const ending = new AbortController();
  const buildRequest = hook.waitForRequest(ending.signal);
  ending.abort();
  await expect(buildRequest).rejects.toThrow("aborted");
  await expect(hook.waitForRequest(ending.signal)).rejects.toThrow("aborted");
});
