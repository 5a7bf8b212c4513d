import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { dayMs } from "#functions/kernel/durations.ts";
import { assertListed, checkList, readPreviousList, writeList } from "#local/backup/list.ts";
import { listExpired, toBackupName, toListName } from "#local/backup/names.ts";
import { createBackupKeys, openOwnVerifier, openSigner, openVerifier } from "#local/backup/signature.ts";
import { openStore, type Store } from "#local/backup/store.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const parent = createTestFolder();
const siteKeys = await createBackupKeys();
const now = Date.parse("2026-11-23T12:00:00Z");
const toTime = (daysAgo: number) => new Date(now - daysAgo * dayMs);
let bucket: string;
let store: Store;
let count = 0;

/** Stores a backup of so many days ago, and its list. */
async function backUp(daysAgo: number, keys = siteKeys): Promise<number> {
  const takenAt = toTime(daysAgo);
  const name = toBackupName(takenAt);
  const file = join(parent, name);
  await writeFile(file, name);
  await store.put(name, file);
  const sign = openSigner(keys.BACKUP_SIGNING_KEY);
  const previousList = await readPreviousList(store, parent, openOwnVerifier(keys.BACKUP_SIGNING_KEY));
  return writeList(store, previousList, { name, file, takenAt, attachments: {}, folder: parent, sign });
}
const check = async (isRequired = true) =>
  checkList(store, await store.list(), parent, openVerifier(siteKeys.BACKUP_VERIFYING_KEY), isRequired);
const inBucket = (name: string) => join(bucket, name);
const remove = (name: string) => rm(inBucket(name));

vi.useFakeTimers({ toFake: ["Date"], now });
afterAll(() => void vi.useRealTimers());
beforeEach(async () => {
  count += 1;
  bucket = join(parent, `bucket-${count}`);
  store = await openStore(bucket, false);
  for (const daysAgo of [3, 2, 1]) await backUp(daysAgo);
});

test("each run signs a list with a higher number, and with the backups that have not expired", async () => {
  expect(await backUp(0.5)).toBe(4);
  const { newestList, description } = await check();
  expect(newestList?.backups.map(({ name }) => name)).toEqual(
    [0.5, 1, 2, 3].map((daysAgo) => toBackupName(toTime(daysAgo))),
  );
  expect(description).toMatch(/^The newest signed list is number 4 of .*Z, 12 h old: compare the number/);
});

test.each<[fault: string, damage: () => Promise<unknown>, sentence: RegExp]>([
  [
    "hides the newest backup",
    () => remove(toBackupName(toTime(1))),
    /^The store has no vitrina-.*\.age, which/,
  ],
  [
    "hides an older backup",
    () => remove(toBackupName(toTime(3))),
    /^The store has no vitrina-.*\.age, which/,
  ],
  [
    "hides the newest list",
    () => remove(toListName(toTime(1))),
    /\.age is newer than the newest signed list/,
  ],
  [
    "replaces the newest list with an older one",
    () => copyFile(inBucket(toListName(toTime(2))), inBucket(toListName(toTime(1)))),
    /\.list was not made by this site/,
  ],
  [
    "changes the list",
    async () => {
      const name = inBucket(toListName(toTime(1)));
      await writeFile(name, (await readFile(name, "utf8")).replace('"number":3', '"number":4'));
    },
    /\.list was not made by this site/,
  ],
  [
    "signs a list with another key",
    async () => backUp(0, await createBackupKeys()),
    /\.list was not made by this site/,
  ],
  [
    "hides every list",
    () => Promise.all([3, 2, 1].map((daysAgo) => remove(toListName(toTime(daysAgo))))),
    /^The store has no signed list/,
  ],
  [
    "shows an older state of the whole bucket",
    async () => {
      for (const daysAgo of [2, 1]) {
        await remove(toListName(toTime(daysAgo)));
        await remove(toBackupName(toTime(daysAgo)));
      }
    },
    /number 1 of .*, 72 h old: newer backups may be hidden/,
  ],
])(
  "rejects latest if the holder of the bucket %s, and names the fault for a time",
  async (_, damage, sentence) => {
    await damage();
    await expect(check()).rejects.toThrow(sentence);
    await expect(check()).rejects.toThrow("Name a time instead of latest");
    const { description } = await check(false);
    if (!sentence.source.includes("72 h")) expect(description).toMatch(sentence);
  },
);

test("a backup that this run or the bucket's own rule removes is not missing", async () => {
  bucket = join(parent, "own-rule");
  store = await openStore(bucket, false);
  for (const daysAgo of [29.2, 3]) await backUp(daysAgo);
  await remove(toBackupName(toTime(29.2)));
  // The run of a backup of the same day stopped before its list.
  await writeFile(inBucket(toBackupName(toTime(2.9))), "x");
  await backUp(1);
  expect(listExpired(await store.list(), new Date())).toEqual([toBackupName(toTime(3))]);
  await remove(toBackupName(toTime(3)));
  expect((await check()).newestList?.number).toBe(3);
});

test("rejects another file with the name of a listed backup", async () => {
  const { newestList } = await check();
  const name = toBackupName(toTime(1));
  await assertListed(newestList, name, inBucket(name));
  await expect(assertListed(newestList, name, inBucket(toBackupName(toTime(2))))).rejects.toThrow(
    `${name} is not the file that the signed list names.`,
  );
});

test("a list that another machine made does not stop the next run", async () => {
  await writeFile(inBucket(toListName(toTime(0.5))), "{}\nx");
  expect(await backUp(0)).toBe(4);
  expect((await check()).newestList?.number).toBe(4);
});
