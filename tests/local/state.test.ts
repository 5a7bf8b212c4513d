import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { edgeEnvironment, prepareSite } from "#local/product/site.ts";
import { readToken } from "#local/sanity/accounts.ts";
import { readSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";
import { openState } from "#local/state.ts";
import { createTestFolder } from "../support/test-folder.ts";

const folder = createTestFolder();

const readMode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** Writes the secrets of npm start into the state folder; returns their files. */
async function fill(state: string) {
  await openState(state);
  const secrets = await readSecrets(state);
  const settings = { ...readSettings(), state };
  await prepareSite(settings, edgeEnvironment(settings, secrets));
  await readToken(join(state, "content"));
  return ["secrets.json", "site/.dev.vars", "content/token"].map((name) => join(state, name));
}

test("only its owner may read the state folder and its secrets", async () => {
  const state = join(folder, "deep", "state");
  const files = await fill(state);
  expect(await readMode(state)).toBe("700");
  for (const file of files) expect(await readMode(file), file).toBe("600");
});

test("existing folders and secrets with other permissions become private to their owner", async () => {
  const state = join(folder, "state");
  for (const path of ["site", "content"]) await mkdir(join(state, path), { recursive: true });
  const files = await fill(state);
  await writeFile(join(state, "site", ".dev.vars"), "AUTH_KEYS='old'");
  for (const file of files) await chmod(file, 0o644);
  await chmod(state, 0o755);
  await fill(state);
  expect(await readMode(state)).toBe("700");
  for (const file of files) expect(await readMode(file), file).toBe("600");
});
