import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { readRegistryReport } from "../runner/registry-report.ts";

const isProduction = (path: string) => path === "node_modules/hono";

/** Asks a registry with this status and these advisories, through npm. */
async function readReport(status: number, answer: (requestedPackages: Record<string, string[]>) => object) {
  const registry = await listenOnLoopback(0, async (request, response) => {
    const body = await buffer(request);
    const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
    const packageVersions = /advisories\/bulk$/.test(request.url ?? "") ? JSON.parse(text.toString()) : null;
    response
      .writeHead(packageVersions ? status : 404, { "Content-Type": "application/json" })
      .end(JSON.stringify(packageVersions ? answer(packageVersions) : {}));
  });
  const folder = await mkdtemp(join(tmpdir(), "vitrina-registry-"));
  try {
    const file = join(folder, "report", "answers.json");
    const env = {
      ...process.env,
      npm_config_registry: `http://localhost:${registry.port}`,
      npm_config_cache: folder,
    };
    await promisify(execFile)(process.execPath, ["tests/runner/ask-registry.ts", file, "150000"], { env });
    return readRegistryReport(await readFile(file, "utf8"), isProduction);
  } finally {
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const advisory = (id: number, severity: string) => ({
  id,
  url: "https://github.com/advisories/GHSA-x",
  title: "It leaks",
  severity,
  vulnerable_versions: "*",
  cwe: [],
  cvss: { score: 9, vectorString: null },
});

test("fails on severe advisories of a deployed package, and notes others and those of a tool", async () => {
  let names: string[] = [];
  const outcome = await readReport(200, (requestedPackages) => {
    names = Object.keys(requestedPackages);
    const ofHono = [advisory(1, "critical"), advisory(2, "high"), advisory(3, "moderate")];
    return { hono: ofHono, vitest: [advisory(4, "high")] };
  });
  expect(names).toEqual(expect.arrayContaining(["hono", "vitest", "react"]));
  expect(outcome.failed).toBe(2);
  expect(outcome.notes).toEqual(
    expect.arrayContaining([
      ...["critical", "high", "moderate"].map(
        (severity) => `hono: ${severity}, It leaks, https://github.com/advisories/GHSA-x`,
      ),
      "vitest (a tool): high, It leaks, https://github.com/advisories/GHSA-x",
    ]),
  );
});

test("skips the checks, with a note, when the registry does not answer them", async () => {
  const { passed, failed, skipped, notes } = await readReport(405, () => ({}));
  expect({ passed, failed, skipped }).toEqual({ passed: 0, failed: 0, skipped: 2 });
  expect(notes).toEqual([
    "advisories: skipped, the registry did not answer",
    "signatures: skipped, the registry did not answer",
  ]);
});
