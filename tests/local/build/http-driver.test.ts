import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { markPure } from "#local/build/worker-modules.ts";
import { functionsBundle } from "../../support/bundles.ts";

const driver = new URL("../../../node_modules/@neondatabase/serverless/index.mjs", import.meta.url);

test("the API bundles the HTTP half of the database driver, and not its WebSocket half", async () => {
  const worker = await readFile(join(await functionsBundle(), "_worker.js", "worker.js"), "utf8");
  expect(worker).toContain("Neon-Batch-Isolation-Level");
  expect(await readFile(driver, "utf8")).toContain("SASLInitialResponse");
  expect(worker.includes("SASLInitialResponse")).toBe(false);
});

test("a driver with unexpected source code fails the build", () => {
  expect(() => markPure("export const neon = () => {};")).toThrow("Neon's driver is written in another way");
});
