import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test, vi } from "vitest";
import { dayMs } from "#functions/kernel/durations.ts";
import { restoreAttachments, type StoredAttachments, storeAttachments } from "#local/backup/attachments.ts";
import { listExpired, toAttachmentName, toBackupTime } from "#local/backup/names.ts";
import { createBackupKeys } from "#local/backup/signature.ts";
import { openStore } from "#local/backup/store.ts";
import { type AttachmentBucket, openHostedBucket, openLocalBucket } from "#local/cloudflare/attachments.ts";
import { attachmentsBucket } from "#local/cloudflare/wrangler.ts";
import { startCloudflare } from "../../support/cloudflare/stand-in.ts";
import { startForSuite, startForTest } from "../../support/suite.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const parent = createTestFolder();
const temporary = createTestFolder();
const { BACKUP_RECIPIENT: recipient, BACKUP_IDENTITY: identity } = await createBackupKeys();
const [first, second] = [
  "aaaaaaaa-0000-4000-8000-000000000001",
  "bbbbbbbb-0000-4000-8000-000000000002",
] as const;
const start = Date.parse("2026-11-01T02:15:00Z");
const onDay = (day: number) => new Date(start + day * dayMs);
const bucket = startForSuite(() => openLocalBucket([join(parent, "bucket")]));
const openBucket = async (): Promise<AttachmentBucket> => ({ ...bucket, close: async () => {} });
const write = async (id: string, content: string) => {
  await writeFile(join(parent, id), content);
  await bucket.write(id, join(parent, id));
};
let folder: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  folder = join(parent, `store-${count}`);
  await write(first, "the first");
  await write(second, "the second");
});

/** Stores the content of both files as the run of a backup of that day does. */
const store = async (
  day: number,
  earlier: StoredAttachments = {},
  open = openBucket,
  ids: string[] = [first, second],
) =>
  storeAttachments(ids, {
    ...{ store: await openStore(folder, false), earlier, openBucket: open, recipient },
    ...{ takenAt: onDay(day), folder: temporary },
  });
/** Restores both files into an empty bucket. Returns their content there, and the ids that were not restored. */
async function restore(...sources: StoredAttachments[]) {
  const target = await startForTest(() => openLocalBucket([join(parent, `restored-${count}`)]));
  const missing = await restoreAttachments([first, second], {
    ...{ store: await openStore(folder, true), sources, bucket: target, identity, folder: temporary },
  });
  const contents = await Promise.all(
    [first, second].map(async (id) => {
      const content = await target.read(id);
      return content && text(content);
    }),
  );
  return { contents, missing };
}
const noBucket = () => Promise.reject(new Error("The bucket was opened."));

test("stores the content of a file once in seven days, encrypted, and leaves nothing behind", async () => {
  const { stored, ...report } = await store(0);
  expect(report).toEqual({ added: 2, missing: [], fault: null });
  expect(Object.values(stored).map(({ name }) => name)).toEqual([
    toAttachmentName(onDay(0), first),
    toAttachmentName(onDay(0), second),
  ]);
  expect(await readFile(join(folder, stored[first]?.name ?? ""), "latin1")).toMatch(
    /^age-encryption\.org\/v1\n(?!.*the first)/s,
  );
  expect(await store(6.9, stored, noBucket)).toEqual({ stored, added: 0, missing: [], fault: null });
  const later = await store(7, stored);
  expect([later.added, later.stored[first]?.name]).toEqual([2, toAttachmentName(onDay(7), first)]);
  expect(await readdir(temporary)).toEqual([]);
});

test("stores the content of a file again that the store has lost", async () => {
  const { stored } = await store(0);
  await rm(join(folder, stored[second]?.name ?? ""));
  const later = await store(1, stored);
  expect([later.added, later.stored[first], later.stored[second]?.name]).toEqual([
    1,
    stored[first],
    toAttachmentName(onDay(1), second),
  ]);
});

test("names a file that the bucket lacks, and stores the others", async () => {
  const unknown = "cccccccc-0000-4000-8000-000000000003";
  const { stored, ...report } = await store(0, {}, openBucket, [unknown, first]);
  expect([Object.keys(stored), report]).toEqual([[first], { added: 1, missing: [unknown], fault: null }]);
});

test("keeps earlier content while the bucket is away or does not exist", async () => {
  const { stored } = await store(0);
  const cloudflare = await startForTest(() => startCloudflare({ account: "account", token: "token" }));
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", cloudflare.address);
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "account");
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "token");
  const openHosted = async () => openHostedBucket();
  const report = { stored, added: 0, missing: [] };
  const fault = `The account has no bucket ${attachmentsBucket}.`;
  expect(await store(8, stored, openHosted)).toEqual({ ...report, fault });
  cloudflare.breakWhere(() => "silence");
  expect(await store(8, stored, openHosted)).toEqual({
    ...report,
    fault: "Cloudflare's R2 does not answer.",
  });
  vi.unstubAllEnvs();
});

test("restores the content, from a later run if the store no longer has the first", async () => {
  const { stored } = await store(0);
  await write(second, "the second");
  const later = await store(8, stored);
  await rm(join(folder, stored[second]?.name ?? ""));
  expect(await restore(stored, later.stored)).toEqual({ contents: ["the first", "the second"], missing: [] });
});

test("restores no content that was changed or exchanged in the store", async () => {
  const { stored } = await store(0);
  const [firstFile, secondFile] = [first, second].map((id) => join(folder, stored[id]?.name ?? ""));
  await rename(firstFile ?? "", secondFile ?? "");
  await writeFile(firstFile ?? "", "x");
  expect(await restore(stored)).toEqual({ contents: [null, null], missing: [first, second] });
});

test("restores nothing while the store cannot be read, instead of naming every file as lost", async () => {
  const { stored } = await store(0);
  const file = join(folder, stored[first]?.name ?? "");
  await rm(file);
  await mkdir(file);
  await expect(restore(stored)).rejects.toThrow();
});

test("expires the content after 30 days", () => {
  const names = [0, 1].map((day) => toAttachmentName(onDay(day), first));
  expect(names.map((name) => toBackupTime(name, "file"))).toEqual([onDay(0), onDay(1)]);
  expect(listExpired(names, onDay(30.5))).toEqual(names.slice(0, 1));
});
