import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { findFreePorts } from "#local/processes/ports.ts";
import { runNode } from "../support/run-node.ts";
import { createTestFolder } from "../support/test-folder.ts";

const folder = createTestFolder();
let deadAddress: string;
let notices = "";
beforeAll(async () => {
  const [port] = await findFreePorts(1);
  deadAddress = `http://localhost:${port}`;
});

/** Runs `npm run build` with these variables; returns its exit code and output. */
async function runBuild(variables: Record<string, string>, ...options: string[]) {
  const emptyVariables = {
    SITE_ORIGIN: "",
    SANITY_PROJECT_ID: "",
    SANITY_DATASET: "",
    SANITY_API_HOST: "",
  };
  const args = ["local/commands/build.ts", join(folder, "dist"), ...options];
  const { code, stdout } = await runNode(args, { ...emptyVariables, ...variables });
  return { code, said: stdout };
}

/** Runs the build for a project that never answers. */
const runUnreachableBuild = (...options: string[]) =>
  runBuild(
    {
      SITE_ORIGIN: "https://www.guaria.example/",
      SANITY_PROJECT_ID: "never-reached",
      SANITY_API_HOST: deadAddress,
    },
    ...options,
  );

describe("a build with an incomplete environment fails with one error and writes nothing", () => {
  const complete = { SITE_ORIGIN: "https://www.guaria.example", SANITY_PROJECT_ID: "abc123" };
  test.each<[string, Record<string, string>, string[]]>([
    ["without a variable", {}, ["SITE_ORIGIN is missing", "SANITY_PROJECT_ID is missing"]],
    [
      "for this machine",
      { ...complete, SITE_ORIGIN: "http://localhost:8788" },
      ["SITE_ORIGIN leads to this machine only"],
    ],
    ["for a path", { ...complete, SITE_ORIGIN: "https://guaria.example/es" }, ["SITE_ORIGIN is malformed"]],
    [
      "with malformed values only",
      {
        SITE_ORIGIN: "guaria.example",
        SANITY_PROJECT_ID: "No!",
        SANITY_DATASET: "A B",
        SANITY_API_HOST: "x",
      },
      [
        "SITE_ORIGIN is malformed",
        "SANITY_PROJECT_ID is malformed",
        "SANITY_DATASET is malformed",
        "SANITY_API_HOST is malformed",
      ],
    ],
  ])("%s", async (_, variables, faults) => {
    const { code, said: output } = await runBuild(variables);
    expect(code).toBe(1);
    for (const fault of faults) expect(output).toContain(fault);
    expect(output.match(/is missing|is malformed|leads to this/g)).toHaveLength(faults.length);
    expect(output).toContain("npm run build -- --offline-copy");
    expect(output).toContain("npm start");
    expect(output.trim().split("\n")).toHaveLength(1);
    await expect(readdir(join(folder, "dist"))).rejects.toThrow("ENOENT");
  });

  test("also with --offline-copy, as long as the site has no address", async () => {
    const { code, said: output } = await runBuild({}, "--offline-copy");
    expect([code, output]).toEqual([1, expect.stringContaining("SITE_ORIGIN is missing")]);
    expect(output).not.toContain("SANITY_PROJECT_ID is missing");
  });
});

test("--offline-copy builds the launch copy without a CMS, for the given address, and reports that", async () => {
  const site = { SITE_ORIGIN: "https://www.guaria.example/" };
  const { code, said: output } = await runBuild(site, "--offline-copy");
  expect(output).toContain("SANITY_PROJECT_ID is not set: the site has the exported copy of cms/seed.\n");
  expect(code).toBe(0);
  const html = await readFile(join(folder, "dist", "contacto.html"), "utf8");
  expect(html).toContain('<link rel="canonical" href="https://www.guaria.example/contacto"');
  expect(html).not.toContain("localhost");
  const publishedText = [html, await readFile(join(folder, "dist", "sitemap.xml"), "utf8")].join();
  expect(publishedText).not.toMatch(/guaria\.example\/\//);
  notices = await readFile(join(folder, "dist", "third-party-notices.txt"), "utf8");
  await rm(join(folder, "dist"), { recursive: true });
});

test("the build has notices with the full licenses of code that visitors download, and of no other code", () => {
  for (const name of ["react-dom", "react-intl", "@tanstack/query-core", "@supabase/auth-js", "idiomorph"]) {
    expect(notices).toMatch(new RegExp(`^${name} \\d[\\d.]+ \\([\\w.-]+\\), \\S+\\n\\n\\S`, "m"));
  }
  for (const packageName of ["hono", "vitest", "@neondatabase/serverless"]) {
    expect(notices).not.toMatch(new RegExp(`^${packageName} `, "m"));
  }
});

test("without a CMS and a copy, only --offline-copy builds a site, the launch copy, and reports that", async () => {
  const { code, said: output } = await runUnreachableBuild("--offline-copy");
  expect(output).toContain(
    `The CMS at ${deadAddress} (dataset production) did not give the content: fetch failed; no earlier build has kept a copy, and the site has the exported one of cms/seed.\n`,
  );
  expect(code).toBe(0);
  expect(await readFile(join(folder, "dist", "contacto.html"), "utf8")).toContain("¿Cómo podemos ayudarte?");
  // The launch copy does not count as content that a build kept.
  expect(await runUnreachableBuild()).toEqual({
    code: 1,
    said: `The CMS at ${deadAddress} (dataset production) did not give the content: fetch failed; the site was not built, no earlier build has kept a copy.\n`,
  });
});
