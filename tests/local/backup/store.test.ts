import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openStore } from "#local/backup/store.ts";
import { startBucket } from "../../support/bucket.ts";
import { createTestFolder } from "../../support/test-folder.ts";

let bucket: Awaited<ReturnType<typeof startBucket>>;
const folder = createTestFolder();
let file: string;
beforeAll(async () => {
  file = join(folder, "backup");
  await writeFile(file, "a backup");
  bucket = await startBucket();
  for (const [name, value] of Object.entries(bucket.environment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await bucket.close();
});

test("reports that the bucket changed an upload, even if the bucket refuses to remove it", async () => {
  const store = await openStore(undefined, false);
  bucket.faults.spoils = true;
  await expect(store.put("one.age", file)).rejects.toThrow(
    /^The bucket vitrina-backups did not keep what was sent: nothing was kept\.$/,
  );
  bucket.faults.isLocked = true;
  await expect(store.put("two.age", file)).rejects.toThrow(
    /^The bucket vitrina-backups did not keep what was sent, and two\.age is damaged there: .* answers 403 AccessDenied\.$/,
  );
  expect([...bucket.objects.keys()]).toEqual(["two.age"]);
});

test("reports a folder that cannot be listed, and a missing one as empty", async () => {
  await expect((await openStore(file, false)).list()).rejects.toThrow("ENOTDIR");
  expect(await (await openStore(join(folder, "missing"), false)).list()).toEqual([]);
});
