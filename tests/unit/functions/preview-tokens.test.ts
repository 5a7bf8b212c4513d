import { expect, test } from "vitest";
import { type Environment, readEnvironment } from "#functions/env.ts";
import { issuePreviewToken, readLivePreview } from "#functions/site/preview/tokens.ts";
import { createBindings } from "../../support/bindings.ts";

const environment = await readEnvironment(await createBindings());

/** Reads a new preview of this audience with this answer of KV to every key. */
async function readPreview(studio: string | null, get: () => Promise<string | null>, isStrict = false) {
  const token = await issuePreviewToken(
    environment.signingKeys,
    environment.SITE_ORIGIN,
    "preview",
    { studio },
    60,
  );
  const withKv = { ...environment, SPOOL: { get } } as unknown as Environment;
  return readLivePreview(withKv, "preview", token, isStrict);
}
const studio = "https://studio.vitrina.example";
const failKv = () => Promise.reject(new Error("KV is away"));

test("the Studio's preview continues while KV does not answer", async () => {
  expect(await readPreview(studio, failKv)).toMatchObject({ studio });
});

test("no new link is made from a preview that KV may have ended", async () => {
  expect(await readPreview(studio, failKv, true)).toBeNull();
  expect(await readPreview(studio, async () => null, true)).toMatchObject({ studio });
});

test("a link's preview shows no drafts while KV does not answer", async () => {
  expect(await readPreview(null, failKv)).toBeNull();
  expect(await readPreview(null, async () => null)).toMatchObject({ studio: null });
});

test("a preview that KV names as ended shows no drafts, in the Studio either", async () => {
  expect(await readPreview(studio, async () => null)).toMatchObject({ studio });
  expect(await readPreview(studio, async () => String(Math.ceil(Date.now() / 1_000)))).toBeNull();
});
