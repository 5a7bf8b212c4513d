import { appendFile, cp, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashSources, removeForeignRequests } from "#local/studio/sanity-build.ts";
import { createStudioHeadersFile, startStudio, studioHeaders } from "#local/studio/server.ts";
import { watchStudio } from "#local/studio/watch.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const directory = createTestFolder();
let studio: Awaited<ReturnType<typeof startStudio>>;

beforeAll(async () => {
  await mkdir(join(directory, "built", "static"), { recursive: true });
  await writeFile(join(directory, "built", "index.html"), "<title>Studio</title>");
  await writeFile(join(directory, "built", "static", "app-1.js"), "export {};");
  await writeFile(join(directory, "secret"), "secret");
  studio = await startStudio({ port: 0, directory: join(directory, "built") });
});
afterAll(() => studio.close());

describe("the Studio's server", () => {
  const get = async (path: string) => {
    const response = await fetch(`${studio.origin}${path}`);
    return [response.status, response.headers.get("content-type"), await response.text()];
  };

  test("serves the page at every address of the Studio, and scripts at theirs", async () => {
    const page = [200, "text/html; charset=utf-8", "<title>Studio</title>"];
    for (const path of ["/", "/structure/pages;home", "/static/../", "/static"]) {
      expect(await get(path), path).toEqual(page);
    }
    expect(await get("/static/app-1.js")).toEqual([200, "text/javascript; charset=utf-8", "export {};"]);
    expect((await get("/static/gone.js"))[0]).toBe(404);
    expect((await get("/health"))[0]).toBe(200);
  });

  test("has security headers, also in the headers file of Pages", async () => {
    const { headers } = await fetch(studio.origin);
    for (const [name, value] of Object.entries(studioHeaders)) {
      expect([name, headers.get(name)]).toEqual([name, value]);
      expect(createStudioHeadersFile()).toContain(`\n  ${name}: ${value}\n`);
    }
    expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
  });

  test("serves no file outside its folder", async () => {
    expect(await get("/%2e%2e/secret")).not.toContain("secret");
    expect(await get("/..%2fsecret")).not.toContain("secret");
    expect((await fetch(studio.origin, { method: "POST" })).status).toBe(405);
  });
});

test("the page loads nothing from other machines", () => {
  const html = `<style>@font-face { font-family: Inter; src: url("https://fonts.example/a.woff2"); }
body { margin: 0 }</style><script src="https://core.example/bridge.js" async></script><script src="/a.js"></script>`;
  const localHtml = removeForeignRequests(html);
  expect(localHtml).not.toContain("https:");
  expect(localHtml).toContain("body { margin: 0 }");
  expect(localHtml).toContain('<script src="/a.js"></script>');
});

test("the Studio is rebuilt if the schema or its settings change, and not for launch copy", async () => {
  const cms = join(directory, "copy", "cms/");
  await mkdir(join(cms, "seed"), { recursive: true });
  await cp("cms/schema", join(cms, "schema"), { recursive: true });
  await writeFile(join(cms, "..", "package-lock.json"), "{}");
  const fingerprintBefore = await hashSources(cms, { port: "1" });
  expect(await hashSources(cms, { port: "2" })).not.toBe(fingerprintBefore);
  await writeFile(join(cms, "seed", "home.ts"), "new");
  expect(await hashSources(cms, { port: "1" })).toBe(fingerprintBefore);
  await mkdir(join(cms, "content"));
  await writeFile(join(cms, "content", "sign.ts"), "new");
  const withSign = await hashSources(cms, { port: "1" });
  expect(withSign).not.toBe(fingerprintBefore);
  await writeFile(join(cms, "schema", "index.ts"), "new");
  expect(await hashSources(cms, { port: "1" })).not.toBe(withSign);
});

test("the Studio is built again after each change of its sources, and not for launch copy", async () => {
  const cms = join(directory, "watched", "cms/");
  for (const folder of ["seed", "schema"]) await mkdir(join(cms, folder), { recursive: true });
  await writeFile(join(cms, "..", "package-lock.json"), "{}");
  const settings = { SANITY_STUDIO_DATASET: "production" };
  const end = new AbortController();
  let built = Promise.withResolvers<string>();
  const watching = watchStudio(
    { builtFrom: await hashSources(cms, settings), settings, signal: end.signal },
    async () => built.resolve(await hashSources(cms, settings)),
    cms,
  );
  /** Replaces a file, as most editors do. */
  const replace = async (file: string, text: string) => {
    await writeFile(join(directory, "saved"), text);
    await rename(join(directory, "saved"), join(cms, file));
  };
  const append = (file: string, text: string) => appendFile(join(cms, file), text);
  await mkdir(join(cms, "schema", "later"));
  for (const [save, file, text] of [
    [replace, "schema/quote.ts", "export {};"],
    [append, "schema/quote.ts", "// once"],
    [replace, "schema/quote.ts", "export const quote = 1;"],
    [append, "schema/quote.ts", "// twice"],
    [replace, "schema/later/award.ts", "export {};"],
  ] as const) {
    await replace("seed/home.json", text);
    await save(file, text);
    expect(await built.promise, text).toBe(await hashSources(cms, settings));
    built = Promise.withResolvers();
  }
  end.abort();
  await watching;
});
