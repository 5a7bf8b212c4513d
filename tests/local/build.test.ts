import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "#local/processes/ports.ts";

let folder: string;
let away: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-build-"));
  const [port] = await freePorts(1);
  away = `http://localhost:${port}`;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm run build` of a project that no build has ever reached, and answers with what it says. */
async function buildCommand(...options: string[]): Promise<{ code: number; said: string }> {
  const dist = join(folder, "dist");
  const environment = { SANITY_PROJECT_ID: "never-reached", SANITY_API_HOST: away };
  return promisify(execFile)(process.execPath, ["local/build.ts", dist, ...options], {
    env: { ...process.env, ...environment },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout }) => ({ code, said: stdout }),
  );
}

test("a CMS that is away ends the build with one sentence, unless a copy is asked for", async () => {
  expect(await buildCommand()).toEqual({
    code: 1,
    said: `The CMS at ${away} (dataset production) did not give the content: fetch failed; the site was not built, no earlier build has kept a copy.\n`,
  });
  await expect(readdir(join(folder, "dist"))).rejects.toThrow("ENOENT");
});

test("where a copy is asked for and no build has kept one, the last exported copy is taken, and that is said", async () => {
  const { code, said } = await buildCommand("--offline-copy");
  expect(said).toContain(
    `The CMS at ${away} (dataset production) did not give the content: fetch failed; no earlier build has kept a copy, and the site has the exported one of cms/seed.\n`,
  );
  expect(code).toBe(0);
  expect(await readFile(join(folder, "dist", "contacto.html"), "utf8")).toContain("¿Cómo podemos ayudarte?");
  // That copy is not taken for one that the CMS gave.
  expect((await buildCommand()).said).toContain("no earlier build has kept a copy");
});
