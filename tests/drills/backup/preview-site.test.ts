import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackupKeys } from "#local/backup/signature.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { startTestDatabase, type TestDatabase } from "../../support/database.ts";
import { writePlaceholderStudio } from "../../support/prepared-studio.ts";
import { type Product, productPorts, startProduct } from "../../support/product.ts";
import { bearer, json } from "../../support/requests.ts";
import { runNode } from "../../support/run-node.ts";
import { administrator, seedPeople } from "../../support/seeded-people.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const folder = createTestFolder();
let database: TestDatabase;
let site: Product | undefined;
beforeAll(async () => {
  database = await startTestDatabase();
  await seedPeople(database);
  await database.asOwner(
    "insert into contact_submissions (id, name, email, message) values (gen_random_uuid(), 'Eva', 'eva@example.com', 'Hola')",
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
    ...{ LAKE_PORT: String((await findFreePorts(1))[0]), SANITY_PROJECT_ID: "", RESTORE_DATABASE_URL: "" },
    ...variables,
  });
  return stdout;
}

test("a backup is restored into a separate site, with its pages, inbox and accounts, which sign in again", async () => {
  const { BACKUP_RECIPIENT, BACKUP_SIGNING_KEY, ...restoreKeys } = await createBackupKeys();
  const backupKeys = { BACKUP_RECIPIENT, BACKUP_SIGNING_KEY };
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
  const inbox = await fetch(`${site.site}/api/submissions`, { headers: bearer(await signInResponse.json()) });
  expect(await inbox.json()).toMatchObject({ items: [{ name: "Eva", message: "Hola" }] });
});
