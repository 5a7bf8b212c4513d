import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Creates a folder that is removed after the tests of the file or the suite. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-test-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
