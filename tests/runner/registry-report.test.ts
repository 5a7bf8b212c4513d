import { expect, test } from "vitest";
import { readAdvisories, readSignatures } from "./registry-report.ts";

const isProduction = (path: string) => path === "node_modules/hono";

test("skips the checks when npm prints no report", () => {
  for (const text of ["", "{}", '{"error":{"code":"ENOTFOUND"}}']) {
    expect(readAdvisories(text, isProduction)).toMatchObject({ skipped: 1, failed: 0 });
    expect(readSignatures(text)).toMatchObject({ skipped: 1, failed: 0 });
  }
});

test("passes without advisories", () => {
  expect(readAdvisories('{"vulnerabilities":{}}', isProduction)).toMatchObject({ passed: 1, notes: [] });
});

test("fails on a package whose signature does not match", () => {
  const invalid = [{ name: "hono", version: "4.13.19" }];
  expect(readSignatures(JSON.stringify({ invalid, missing: [] }))).toMatchObject({
    passed: 0,
    failed: 1,
    notes: ["hono 4.13.19: the signature does not match the registry's"],
  });
  expect(readSignatures('{"invalid":[],"missing":[]}')).toMatchObject({ passed: 1, failed: 0 });
});
