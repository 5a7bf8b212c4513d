import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackupKeys } from "#local/backup/signature.ts";
import { attachmentsBucket } from "#local/cloudflare/wrangler.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { startCloudflare } from "../../support/cloudflare/stand-in.ts";
import { startTestDatabase, type TestDatabase } from "../../support/database.ts";
import { writePlaceholderStudio } from "../../support/prepared-studio.ts";
import { type Product, productPorts, startProduct } from "../../support/product.ts";
import { bearer, json } from "../../support/requests.ts";
import { runNode } from "../../support/run-node.ts";
import { administrator, seedPeople } from "../../support/seeded-people.ts";
import { startForSuite } from "../../support/suite.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const folder = createTestFolder();
let database: TestDatabase;
let site: Product | undefined;
const cloudflare = startForSuite(() => startCloudflare({ account: "account", token: "token" }));
const file = { id: randomUUID(), content: randomBytes(1_000_000) };
beforeAll(async () => {
  database = await startTestDatabase();
  await seedPeople(database);
  await database.asOwner(
    "insert into contact_submissions (id, name, email, message) values (gen_random_uuid(), 'Eva', 'eva@example.com', 'Hola')",
  );
  await database.asOwner(
    `insert into attachments (id, submission_id, name, type, size)
     select $1, id, 'cámara.jpg', 'image/jpeg', 1000000 from contact_submissions`,
    [file.id],
  );
});
afterAll(async () => {
  await site?.interrupt();
  await database.close();
});

/** Runs `npm run NAME -- …` on the database, with these additional variables; returns its output. */
async function run(name: string, args: string[], variables: Record<string, string>): Promise<string> {
  const { stdout } = await runNode([`local/commands/${name}.ts`, ...args], {
    ...{ DATABASE_URL: database.ownerUrl, DATABASE_FETCH_ENDPOINT: database.endpoint },
    ...{ CLOUDFLARE_ACCOUNT_ID: "account", CLOUDFLARE_API_TOKEN: "token" },
    CLOUDFLARE_API_BASE_URL: cloudflare.address,
    ...{ LAKE_PORT: String((await findFreePorts(1))[0]), SANITY_PROJECT_ID: "", RESTORE_DATABASE_URL: "" },
    ...variables,
  });
  return stdout;
}

test("a backup is restored into a separate site, with its pages, inbox, files and accounts, which sign in again", async () => {
  const { BACKUP_RECIPIENT, BACKUP_SIGNING_KEY, ...restoreKeys } = await createBackupKeys();
  const backupKeys = { BACKUP_RECIPIENT, BACKUP_SIGNING_KEY };
  cloudflare.buckets.set(attachmentsBucket, new Map([[file.id, file.content]]));
  const backupFolder = join(folder, "backups");
  await run("backup", ["--to", backupFolder], { ...backupKeys, LOCAL_STATE: join(folder, "source") });
  const state = join(folder, "restored");
  const restoreOptions = ["--at", "latest", "--from", backupFolder];
  const output = await run("restore", restoreOptions, { ...restoreKeys, LOCAL_STATE: state });
  expect(output).toMatch(new RegExp(`, 0 differences\\.\\nLOCAL_STATE=${state} npm start serves it\\.\\n$`));

  const ports = await productPorts();
  await writePlaceholderStudio(state, ports);
  site = await startProduct(process.cwd(), state, ports);
  const home = await fetch(site.site);
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("<h1")]);
  const { email, password } = administrator;
  const signInResponse = await fetch(
    `${site.site}/api/auth/token?grant_type=password`,
    json({ email, password }, { Origin: site.site }),
  );
  expect(signInResponse.status).toBe(200);
  const headers = bearer(await signInResponse.json());
  const inbox = await fetch(`${site.site}/api/submissions`, { headers });
  expect(await inbox.json()).toMatchObject({ items: [{ name: "Eva", message: "Hola" }] });
  const download = await fetch(`${site.site}/api/attachments/${file.id}`, { headers });
  expect([download.status, Buffer.from(await download.arrayBuffer())]).toEqual([200, file.content]);
});
