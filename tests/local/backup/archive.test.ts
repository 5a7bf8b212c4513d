import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type ContentFile, checkBackup, readBackupFiles, writeBackup } from "#local/backup/archive.ts";
import { importContent } from "#local/backup/content.ts";
import { createBackupKeys, openSigner, openVerifier } from "#local/backup/signature.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const parent = createTestFolder();
let folder: string;
const siteKeys = await createBackupKeys();
const { BACKUP_IDENTITY: identity, BACKUP_RECIPIENT: recipient } = siteKeys;
const sign = openSigner(siteKeys.BACKUP_SIGNING_KEY);
const verify = openVerifier(siteKeys.BACKUP_VERIFYING_KEY);
beforeAll(async () => {
  folder = join(parent, "backups");
  await mkdir(folder);
});

let count = 0;
type BackupContents = { rows?: { table: string; row: string }[]; files?: Record<string, string> };
/** Writes a backup for the recipient, which is public; returns its file. */
async function write({ rows = [], files = {} }: BackupContents, signer = sign): Promise<string> {
  count += 1;
  const file = join(folder, `${count}.age`);
  async function* listRows() {
    yield* rows;
  }
  async function* listFiles(): AsyncGenerator<ContentFile> {
    for (const [name, text] of Object.entries(files)) yield { name, bytes: Buffer.from(text) };
  }
  await writeBackup(file, {
    rows: listRows(),
    files: listFiles(),
    storeAttachments: async () => ({}),
    recipient,
    takenAt: new Date(),
    sign: signer,
  });
  return file;
}

test("a backup with the signature of the site is accepted", async () => {
  const file = await write({ files: { "content.ndjson": "{}", "images/abc.png": "x" } });
  const { files } = await checkBackup(file, identity, verify);
  expect(Object.keys(files)).toEqual(["content.ndjson", "images/abc.png"]);
});

test("a backup with another signature is rejected before it is decrypted and decompressed", async () => {
  const foreignSigner = openSigner((await createBackupKeys()).BACKUP_SIGNING_KEY);
  const file = await write({}, foreignSigner);
  const { BACKUP_IDENTITY: otherIdentity } = await createBackupKeys();
  await expect(checkBackup(file, otherIdentity, verify)).rejects.toThrow("was not made by this site");
  // Bytes of an attacker after the signed ones, or without them.
  const bytes = await readFile(await write({}));
  for (const changedBytes of [Buffer.concat([bytes, bytes]), bytes.subarray(1), bytes.subarray(0, 40)]) {
    await writeFile(file, changedBytes);
    await expect(checkBackup(file, identity, verify)).rejects.toThrow("was not made by this site");
  }
});

test("a backup with another signature is rejected, although it can be decrypted", async () => {
  const file = await write({}, openSigner((await createBackupKeys()).BACKUP_SIGNING_KEY));
  await expect(checkBackup(file, identity, verify)).rejects.toThrow("was not made by this site");
  await expect(checkBackup(await write({}, () => ""), identity, verify)).rejects.toThrow(
    "was not made by this site",
  );
});

test.each([
  "../../x",
  "/etc/x",
  "images/../../x",
  "images/a/b.png",
  "..\\x",
  "content.ndjson/../x",
  "images/.x",
])("a backup with a file named %j is rejected, and nothing is written", async (name) => {
  const file = await write({ files: { [name]: "x" } });
  await expect(checkBackup(file, identity, verify)).rejects.toThrow("which no backup of this site has");
  expect(await readdir(parent)).toEqual(["backups"]);
});

test.each(["accounts; drop table accounts", "pg_authid", "sessions", "ACCOUNTS", ""])(
  "a backup with rows of %j, which backups do not contain, is rejected",
  async (table) => {
    const file = await write({ rows: [{ table, row: "{}" }] });
    await expect(checkBackup(file, identity, verify)).rejects.toThrow(/which no backup|not what it says/);
  },
);

test.each([
  "image@file:///etc/passwd",
  "image@file://./../x.png",
  "file@file://./images/x.png",
  "image@http://a.example/x.png",
])("an import rejects a file outside the backup: %s", async (asset) => {
  const document = JSON.stringify({
    _id: "a",
    _type: "page",
    picture: { _type: "image", _sanityAsset: asset },
  });
  const file = await write({ files: { "content.ndjson": document } });
  await checkBackup(file, identity, verify);
  const client = { fetch: async () => 0 } as never;
  await expect(importContent(client, readBackupFiles(file, identity))).rejects.toThrow(
    "which is not in the backup",
  );
});

test("reports in one sentence which key is missing or malformed", () => {
  expect(() => openSigner(undefined)).toThrow("BACKUP_SIGNING_KEY is not set");
  expect(() => openVerifier("x")).toThrow("BACKUP_VERIFYING_KEY is malformed");
  expect(() => openVerifier(siteKeys.BACKUP_SIGNING_KEY)).toThrow("BACKUP_VERIFYING_KEY is malformed");
});
