import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAllowed, listLicenseFaults, listLockedPackages, packageNameOf } from "#web/build/licenses.ts";

const production = listLockedPackages(readFileSync("package-lock.json", "utf8")).filter(
  ({ isProduction }) => isProduction,
);

test("every production dependency, direct or transitive, has an allowed license", () => {
  expect(production.map(({ path }) => packageNameOf(path))).toEqual(
    expect.arrayContaining(["hono", "react-dom", "jose", "undici", "tslib"]),
  );
  expect(listLicenseFaults(production)).toEqual([]);
});

test("the lockfile has the version and license of every package", () => {
  for (const { path, version, license } of production) {
    const manifest = JSON.parse(readFileSync(`${path}/package.json`, "utf8"));
    expect([path, manifest.version, manifest.license]).toEqual([path, version, license]);
  }
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["(BSD-3-Clause AND MIT)", true],
  ["(MIT AND GPL-3.0-only)", false],
  ["GPL-3.0-only", false],
  ["LGPL-3.0-only", false],
  ["UNLICENSED", false],
  [undefined, false],
])("the license %s is allowed: %s", (license, expected) => {
  expect(isAllowed(license)).toBe(expected);
  const faults = listLicenseFaults([
    {
      path: "node_modules/a/node_modules/@b/c",
      version: "1.0.0",
      isProduction: true,
      ...(license && { license }),
    },
  ]);
  expect(faults.map((line) => line.split(" ")[0])).toEqual(expected ? [] : ["@b/c"]);
});
