import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { readAdvisories, readRegistryReport, readSignatures } from "./registry-report.ts";

const isProduction = (path: string) => path === "node_modules/hono";

/** Asks a registry that answers so. */
async function ask(status: number, answer: (asked: Record<string, string[]>) => object) {
  const registry = await listenOnLoopback(0, async (request, response) => {
    const body = await buffer(request);
    const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
    const asked = /advisories\/bulk$/.test(request.url ?? "") ? JSON.parse(text.toString()) : null;
    response
      .writeHead(asked ? status : 404, { "Content-Type": "application/json" })
      .end(JSON.stringify(asked ? answer(asked) : {}));
  });
  const folder = await mkdtemp(join(tmpdir(), "vitrina-registry-"));
  try {
    const file = join(folder, "report", "answers.json");
    const env = {
      ...process.env,
      npm_config_registry: `http://localhost:${registry.port}`,
      npm_config_cache: folder,
    };
    await promisify(execFile)(process.execPath, ["tests/runner/ask-registry.ts", file], { env });
    return readRegistryReport(await readFile(file, "utf8"), isProduction);
  } finally {
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const advisory = (severity: string) => ({
  id: 1,
  url: "https://github.com/advisories/GHSA-x",
  title: "It leaks",
  severity,
  vulnerable_versions: "*",
  cwe: [],
  cvss: { score: 9, vectorString: null },
});

test("npm itself asks, and a grave advisory of what is deployed fails; of a tool it is said", async () => {
  let names: string[] = [];
  const outcome = await ask(200, (asked) => {
    names = Object.keys(asked);
    return { hono: [advisory("critical")], vitest: [advisory("high")] };
  });
  expect(names).toEqual(expect.arrayContaining(["hono", "vitest", "react"]));
  expect(outcome.failed).toBe(1);
  expect(outcome.failures).toEqual(["hono: critical, It leaks, https://github.com/advisories/GHSA-x"]);
  expect(outcome.notes).toContain("vitest (a tool): high, It leaks, https://github.com/advisories/GHSA-x");
});

test("a registry without such answers is nobody's failure: it is skipped, and that is said", async () => {
  const { passed, failed, skipped, notes } = await ask(405, () => ({}));
  expect({ passed, failed, skipped }).toEqual({ passed: 0, failed: 0, skipped: 2 });
  expect(notes).toEqual([
    "advisories: the registry did not tell, so this was not looked at",
    "signatures: the registry did not tell, so this was not looked at",
  ]);
});

test("nothing is known where npm says nothing", () => {
  for (const text of ["", "{}", '{"error":{"code":"ENOTFOUND"}}']) {
    expect(readAdvisories(text, isProduction)).toMatchObject({ skipped: 1, failed: 0 });
    expect(readSignatures(text)).toMatchObject({ skipped: 1, failed: 0 });
  }
});

test.each(["high", "critical"])("an advisory that is %s is grave", (severity) => {
  const found = { hono: { via: [advisory(severity)], nodes: ["node_modules/hono"] } };
  expect(readAdvisories(JSON.stringify({ vulnerabilities: found }), isProduction)).toMatchObject({
    failed: 1,
    notes: [],
  });
});

test("advisories that are not grave are said, and no advisories are good", () => {
  const found = { hono: { via: [advisory("moderate"), "other"], nodes: ["node_modules/hono"] } };
  expect(readAdvisories(JSON.stringify({ vulnerabilities: found }), isProduction)).toMatchObject({
    passed: 1,
    failed: 0,
    failures: [],
    notes: ["hono: moderate, It leaks, https://github.com/advisories/GHSA-x"],
  });
  expect(readAdvisories('{"vulnerabilities":{}}', isProduction)).toMatchObject({ passed: 1, notes: [] });
});

test("a package that the registry has not signed as it is fails", () => {
  const invalid = [{ name: "hono", version: "4.13.19" }];
  expect(readSignatures(JSON.stringify({ invalid, missing: [] }))).toMatchObject({
    passed: 0,
    failed: 1,
    failures: ["hono 4.13.19: its signature is not the registry's"],
  });
  expect(readSignatures('{"invalid":[],"missing":[]}')).toMatchObject({ passed: 1, failed: 0 });
});
