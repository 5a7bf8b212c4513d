import loadArgon2 from "@phi-ag/argon2/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPasswords, unknownPasswordHash } from "#functions/accounts/passwords/passwords.ts";
import { listAdministrators, seedAdministrator } from "#local/commands/administrators.ts";
import { startDatabase } from "#local/neon/server.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { createDatabase, postgresUrl } from "../support/postgres-server.ts";
import { runNode } from "../support/run-node.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.asOwner("delete from accounts"));

const getAddress = () => ({ databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint });
const firstAdministrator = { email: "Admin@Guaria.example", password: "contraseña 1" };

/** Runs `npm run admin -- …`; returns its exit code and output. */
async function admin(...args: string[]): Promise<{ code: number; output: string }> {
  const { code, output } = await runNode(["local/commands/admin.ts", ...args], {
    DATABASE_URL: database.ownerUrl,
    DATABASE_FETCH_ENDPOINT: database.endpoint,
  });
  return { code, output };
}

test("repeated seeding creates one first administrator with a confirmed address", async () => {
  await seedAdministrator(getAddress(), firstAdministrator);
  await seedAdministrator(getAddress(), firstAdministrator);
  expect(await listAdministrators(getAddress())).toMatchObject([
    { email: "admin@guaria.example", lastSignInAt: null },
  ]);
  const [{ confirmed } = {}] = await database.asOwner(
    "select email_confirmed_at is not null as confirmed from accounts",
  );
  expect(confirmed).toBe(true);
});

const readHash = async () => {
  const [row] = await database.asOwner("select password_hash from accounts");
  return row?.password_hash as string;
};
const canSignInWith = async (password: string) => {
  const argon2 = await loadArgon2();
  return createPasswords(() => argon2).verifyPassword(password, await readHash()).valid;
};
const listSessions = () => database.asOwner("select id from sessions where ended_at is null");
const signIn = () =>
  database.asOwner("insert into sessions (id, account_id) select gen_random_uuid(), id from accounts");

test("seeding the same password again keeps its hash and the sessions", async () => {
  expect(await seedAdministrator(getAddress(), firstAdministrator)).toBe(true);
  await signIn();
  const hashBefore = await readHash();
  expect(await seedAdministrator(getAddress(), { ...firstAdministrator, replace: true })).toBe(true);
  expect(await readHash()).toBe(hashBefore);
  expect(await listSessions()).toHaveLength(1);
});

test("seeding keeps a password that its owner has chosen, and reports that", async () => {
  await seedAdministrator(getAddress(), { ...firstAdministrator, password: "la que eligió su dueña" });
  await signIn();
  expect(await seedAdministrator(getAddress(), firstAdministrator)).toBe(false);
  expect(await canSignInWith("la que eligió su dueña")).toBe(true);
  expect(await listSessions()).toHaveLength(1);
});

test("seeding with replace changes the password, ends sessions and adds to the audit", async () => {
  await seedAdministrator(getAddress(), firstAdministrator);
  await signIn();
  expect(
    await seedAdministrator(getAddress(), { ...firstAdministrator, password: "contraseña 2", replace: true }),
  ).toBe(true);
  expect([await canSignInWith("contraseña 2"), await canSignInWith(firstAdministrator.password)]).toEqual([
    true,
    false,
  ]);
  expect(await listSessions()).toEqual([]);
  const events = await database.asOwner(
    "select kind from account_events join accounts on account_id = accounts.id order by account_events.created_at",
  );
  expect(events.map(({ kind }) => kind)).toEqual(["role_changed", "password_changed"]);
});

test("seeding replaces the password of an account that never confirmed its address", async () => {
  await seedAdministrator(getAddress(), { ...firstAdministrator, password: "la de otra persona" });
  await database.asOwner("update accounts set email_confirmed_at = null");
  expect(await seedAdministrator(getAddress(), firstAdministrator)).toBe(true);
  expect([
    await canSignInWith(firstAdministrator.password),
    await canSignInWith("la de otra persona"),
  ]).toEqual([true, false]);
});

test("a corrected address takes the role from an account without any sign-in", async () => {
  await seedAdministrator(getAddress(), { ...firstAdministrator, email: "admni@guaria.example" });
  await seedAdministrator(getAddress(), firstAdministrator);
  expect(await admin("list")).toEqual({ code: 0, output: "admin@guaria.example  last signed in: never" });
  const roles = "select email, role from profiles join accounts on accounts.id = user_id order by email";
  expect(await database.asOwner(roles)).toEqual([
    { email: "admin@guaria.example", role: "admin" },
    { email: "admni@guaria.example", role: "user" },
  ]);
});

test("a corrected address keeps the role of an administrator who has signed in", async () => {
  await seedAdministrator(getAddress(), { ...firstAdministrator, email: "ana@guaria.example" });
  await database.asOwner("update accounts set last_sign_in_at = now()");
  await seedAdministrator(getAddress(), firstAdministrator);
  await seedAdministrator(getAddress(), firstAdministrator);
  const administrators = await listAdministrators(getAddress());
  expect(administrators.map(({ email }) => email)).toEqual(["admin@guaria.example", "ana@guaria.example"]);
});

test("a corrected address keeps the role of an administrator without a sign-in whom the operator granted it", async () => {
  await database.asOwner(
    "insert into accounts (id, email, email_confirmed_at) values (gen_random_uuid(), 'ana@guaria.example', now())",
  );
  await admin("grant", "ana@guaria.example");
  await seedAdministrator(getAddress(), { ...firstAdministrator, email: "eva@guaria.example" });
  await admin("grant", "eva@guaria.example");
  await seedAdministrator(getAddress(), firstAdministrator);
  const administrators = await listAdministrators(getAddress());
  expect(administrators.map(({ email }) => email)).toEqual([
    "admin@guaria.example",
    "ana@guaria.example",
    "eva@guaria.example",
  ]);
});

test("an administrator is granted, listed and revoked by address", async () => {
  await seedAdministrator(getAddress(), firstAdministrator);
  expect(await admin("revoke", "ADMIN@guaria.example")).toEqual({
    code: 0,
    output: "ADMIN@guaria.example is no longer an administrator. Removed from before: the password.",
  });
  expect(await admin("list")).toEqual({ code: 0, output: "There are no administrators." });
  expect(await admin("grant", "admin@guaria.example")).toMatchObject({ code: 0 });
  expect(await admin("list")).toEqual({ code: 0, output: "admin@guaria.example  last signed in: never" });
});

test("a grant removes every way in from before, names them, and leaves those of an administrator alone", async () => {
  await database.asOwner(
    "insert into accounts (id, email, password_hash, email_confirmed_at) values (gen_random_uuid(), 'ana@guaria.example', '$argon2id$x', now())",
  );
  const fill = async () => {
    await database.asOwner(
      `insert into passkeys (id, account_id, credential_id, public_key, sign_count, name)
        select gen_random_uuid(), id, sha256(name::bytea), sha256('b'), 0, nullif(name, '')
        from accounts, unnest(array['iPhone de Ana', '']) name`,
    );
    await database.asOwner(
      "insert into recovery_codes (code_hash, account_id) select sha256(code::bytea), id from accounts, unnest(array['a', 'b']) code",
    );
    await signIn();
  };
  const countWays = async () => {
    const [row] = await database.asOwner(
      `select (select count(*) from passkeys) + (select count(*) from recovery_codes)
        + (select count(*) from sessions where ended_at is null) as many`,
    );
    return Number(row?.many);
  };
  await database.asOwner("insert into profiles (user_id) select id from accounts");
  await fill();
  const removed =
    "Removed from before: the password, 2 passkeys (iPhone de Ana, unnamed), 2 recovery codes, 1 session.";
  expect(await admin("grant", "ana@guaria.example")).toEqual({
    code: 0,
    output: `ana@guaria.example is an administrator, and may add the first passkey within 24 hours where administrators need one. ${removed} “Forgotten password” on the sign-in page mails the link for a new password.`,
  });
  expect([await countWays(), await readHash()]).toEqual([0, unknownPasswordHash]);

  await fill();
  expect(await admin("grant", "ana@guaria.example")).toEqual({
    code: 0,
    output: "ana@guaria.example is an administrator.",
  });
  expect(await countWays()).toBe(5);
  const { code, output } = await admin("revoke", "ana@guaria.example", "--json");
  expect([code, JSON.parse(output)]).toEqual([
    0,
    {
      email: "ana@guaria.example",
      result: "revoked",
      forgotten: { password: false, passkeys: ["iPhone de Ana", null], recovery_codes: 2, sessions: 1 },
    },
  ]);
  expect(await countWays()).toBe(0);
});

test("an account that ADMIN_EMAIL makes an administrator keeps no way in from before", async () => {
  await database.asOwner(
    "insert into accounts (id, email, password_hash, email_confirmed_at) values (gen_random_uuid(), 'admin@guaria.example', '$argon2id$x', now())",
  );
  await database.asOwner("insert into profiles (user_id) select id from accounts");
  await database.asOwner(
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count)
      select gen_random_uuid(), id, sha256('a'), sha256('b'), 0 from accounts`,
  );
  await signIn();
  expect(await seedAdministrator(getAddress(), { email: firstAdministrator.email })).toBe(false);
  expect(await listSessions()).toEqual([]);
  expect(await database.asOwner("select id from passkeys")).toEqual([]);
  expect(await readHash()).toBe(unknownPasswordHash);
  expect(await seedAdministrator(getAddress(), { ...firstAdministrator, replace: true })).toBe(true);
  expect(await canSignInWith(firstAdministrator.password)).toBe(true);
});

test("every grant to an account without passkeys and codes allows its first passkey, and reports that", async () => {
  await seedAdministrator(getAddress(), firstAdministrator);
  const openingQuery = "select first_passkey_until > now() + interval '23 hours' as is_open from accounts";
  expect(await database.asOwner(openingQuery)).toEqual([{ is_open: null }]);
  const grantResult = {
    code: 0,
    output:
      "admin@guaria.example is an administrator, and may add the first passkey within 24 hours where administrators need one.",
  };
  expect(await admin("grant", "admin@guaria.example")).toEqual(grantResult);
  await database.asOwner("update accounts set first_passkey_until = now() - interval '1 minute'");
  expect(await admin("grant", "admin@guaria.example")).toEqual(grantResult);
  expect(await database.asOwner(openingQuery)).toEqual([{ is_open: true }]);
  const events = await database.asOwner(
    "select detail from account_events where kind = 'first_passkey_opened'",
  );
  expect(events.slice(-2)).toEqual([{ detail: { by: "operator" } }, { detail: { by: "operator" } }]);
  await database.asOwner(
    "insert into recovery_codes (code_hash, account_id) select sha256('d'), id from accounts",
  );
  expect(await admin("grant", "admin@guaria.example")).toEqual({
    code: 0,
    output: "admin@guaria.example is an administrator.",
  });
});

test("an unconfirmed address is not granted, because the account may belong to another person", async () => {
  await database.asOwner(
    "insert into accounts (id, email, password_hash) values (gen_random_uuid(), 'ana@guaria.example', '$argon2id$x')",
  );
  await database.asOwner("insert into profiles (user_id) select id from accounts");
  expect(await admin("grant", "Ana@guaria.example")).toEqual({
    code: 1,
    output:
      "Ana@guaria.example is not confirmed, so someone else may have signed up with it: have its owner open the link in the mail, which the sign-in page sends again, and grant it then.",
  });
  expect(await admin("list")).toEqual({ code: 0, output: "There are no administrators." });
  expect(await database.asOwner("select role from profiles")).toEqual([{ role: "user" }]);
  await database.asOwner("update accounts set email_confirmed_at = now()");
  expect(await admin("grant", "Ana@guaria.example")).toMatchObject({ code: 0 });
});

test("an earlier administrator with an unconfirmed address is marked, and can be revoked", async () => {
  await seedAdministrator(getAddress(), firstAdministrator);
  await database.asOwner("update accounts set email_confirmed_at = null");
  expect(await admin("list")).toEqual({
    code: 0,
    output: "admin@guaria.example  last signed in: never, address not confirmed",
  });
  expect(await admin("revoke", "admin@guaria.example")).toMatchObject({ code: 0 });
});

test.each([
  [["grant", "nobody@x.example"], "No account has the address nobody@x.example"],
  [["revoke", "nobody@x.example"], "nobody@x.example is not an administrator."],
])("a failure is reported in one sentence (%j)", async (args, sentence) => {
  const { code, output } = await admin(...args);
  expect(code).toBe(1);
  expect(output).toContain(sentence);
  expect(output.split("\n")).toHaveLength(1);
});

test.runIf(postgresUrl)("a Postgres server is accessed directly if no endpoint is named", async () => {
  const emptyDatabase = await createDatabase(postgresUrl as string);
  const secrets = { ownerPassword: "owner", edgePassword: "edge", backupPassword: "backup" };
  const migrated = await startDatabase({
    port: 0,
    dataDirectory: null,
    postgresUrl: emptyDatabase.url,
    ...secrets,
  });
  await migrated.close();
  await seedAdministrator({ databaseUrl: emptyDatabase.url }, firstAdministrator);
  expect(await listAdministrators({ databaseUrl: emptyDatabase.url })).toMatchObject([
    { email: "admin@guaria.example" },
  ]);
  await emptyDatabase.drop();
});

test("who has lost every passkey and code has them forgotten, is signed out, and the audit says by whom", async () => {
  await seedAdministrator(getAddress(), firstAdministrator);
  await database.asOwner(
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count, trusted_from)
      select gen_random_uuid(), id, sha256('a'), sha256('b'), 0, now() from accounts`,
  );
  await database.asOwner(
    "insert into recovery_codes (code_hash, account_id) select sha256('c'), id from accounts",
  );
  await database.asOwner("insert into sessions (id, account_id) select gen_random_uuid(), id from accounts");
  const { code, output } = await admin("forget-passkeys", "Admin@guaria.example");
  expect([code, output]).toEqual([
    0,
    "Admin@guaria.example has no passkeys and no recovery codes any more (there were 1 passkeys), and is signed out. An administrator may add a new one within 24 hours.",
  ]);
  const [remainingRows] = await database.asOwner(
    `select (select count(*) from passkeys) + (select count(*) from recovery_codes)
      + (select count(*) from sessions where ended_at is null) as many`,
  );
  expect(Number(remainingRows?.many)).toBe(0);
  const events = await database.asOwner("select detail from account_events where kind = 'passkey_removed'");
  expect(events.at(-1)).toEqual({ detail: { by: "operator" } });
  expect(await admin("forget-passkeys", "nobody@guaria.example")).toMatchObject({ code: 1 });
});
