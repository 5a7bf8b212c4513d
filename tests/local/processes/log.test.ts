import { expect, test, vi } from "vitest";
import { openLog } from "#local/processes/log.ts";
import { createTestFolder } from "../../support/test-folder.ts";

// A folder cannot be written as a file.
const folder = createTestFolder();

test("a log that cannot be written is reported once, and does not end the process", async () => {
  const uncaught: unknown[] = [];
  const recordUncaught = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", recordUncaught);
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const log = openLog(folder);
    await vi.waitUntil(() => stderr.mock.calls.length + uncaught.length > 0, 60_000);
    log.write("database", "ready");
    log.write("database", "gone");
    await log.close();
    expect(uncaught).toEqual([]);
    expect(stderr.mock.calls).toEqual([
      [expect.stringMatching(/^The log cannot be written: EISDIR[^\n]*\n$/)],
    ]);
  } finally {
    stderr.mockRestore();
    process.off("uncaughtException", recordUncaught);
  }
});
