import { execFile } from "node:child_process";
import { promisify } from "node:util";
import loadArgon2 from "@phi-ag/argon2/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPasswords } from "#functions/auth/passwords.ts";
import { listAdministrators, seedAdministrator } from "#local/administrators.ts";
import { startDatabase } from "#local/database/server.ts";
import { createDatabase, postgresUrl, startTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.asOwner("delete from accounts"));

const address = () => ({ databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint });
const first = { email: "Admin@Guaria.example", password: "contraseña 1" };

/** `npm run admin -- …`: what it printed, and how it ended. */
async function admin(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: database.ownerUrl,
    DATABASE_FETCH_ENDPOINT: database.endpoint,
  };
  return promisify(execFile)(process.execPath, ["local/admin.ts", ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    (error) => ({ code: error.code, output: error.stdout.trim() }),
  );
}

test("the first administrator is there with the address confirmed, and once however often it is seeded", async () => {
  await seedAdministrator(address(), first);
  await seedAdministrator(address(), first);
  expect(await listAdministrators(address())).toMatchObject([
    { email: "admin@guaria.example", last_sign_in_at: null },
  ]);
  const [{ confirmed } = {}] = await database.asOwner(
    "select email_confirmed_at is not null as confirmed from accounts",
  );
  expect(confirmed).toBe(true);
});

test("seeding keeps the hash of the same password and replaces that of another", async () => {
  const hashNow = async () => {
    const [row] = await database.asOwner("select password_hash from accounts");
    return row?.password_hash as string;
  };
  await seedAdministrator(address(), first);
  const before = await hashNow();
  await seedAdministrator(address(), first);
  expect(await hashNow()).toBe(before);
  await seedAdministrator(address(), { ...first, password: "contraseña 2" });
  const argon2 = await loadArgon2();
  const { verifyPassword } = createPasswords(() => argon2);
  expect(verifyPassword("contraseña 2", await hashNow()).valid).toBe(true);
  expect(verifyPassword("contraseña 1", await hashNow()).valid).toBe(false);
});

test("an administrator is granted, listed and revoked by address", async () => {
  await seedAdministrator(address(), first);
  expect(await admin("revoke", "ADMIN@guaria.example")).toEqual({
    code: 0,
    output: "ADMIN@guaria.example is no longer an administrator.",
  });
  expect(await admin("list")).toEqual({ code: 0, output: "There are no administrators." });
  expect(await admin("grant", "admin@guaria.example")).toMatchObject({ code: 0 });
  expect(await admin("list")).toEqual({ code: 0, output: "admin@guaria.example  last signed in: never" });
});

test.each([
  [["grant", "nobody@x.example"], "No account has the address nobody@x.example"],
  [["revoke", "nobody@x.example"], "nobody@x.example is not an administrator."],
  [[], "Say what to do"],
  [["grant"], "Say what to do"],
  [["list", "x"], "Say what to do"],
])("what cannot be done is said in one sentence (%j)", async (args, sentence) => {
  const { code, output } = await admin(...args);
  expect(code).toBe(1);
  expect(output).toContain(sentence);
  expect(output.split("\n")).toHaveLength(1);
});

test.runIf(postgresUrl)("a Postgres server is reached directly where no endpoint is named", async () => {
  const fresh = await createDatabase(postgresUrl as string);
  const secrets = { ownerPassword: "owner", edgePassword: "edge" };
  const migrated = await startDatabase({ port: 0, dataDirectory: null, postgresUrl: fresh.url, ...secrets });
  await migrated.close();
  await seedAdministrator({ databaseUrl: fresh.url }, first);
  expect(await listAdministrators({ databaseUrl: fresh.url })).toMatchObject([
    { email: "admin@guaria.example" },
  ]);
  await fresh.drop();
});
