import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { type DatabaseContents, fill, templateSources } from "./database-template.ts";
import { asAdministrator, createDatabaseName, createOwner, toDatabaseUrl } from "./postgres-server.ts";
import { hashSources, prepareOnce } from "./prepared.ts";

/** The location of a database for `startDatabase`. `remove` deletes the database, once nothing uses it. */
export type DatabaseLocation = {
  dataDirectory: string | null;
  postgresUrl: string | undefined;
  remove(): Promise<void>;
};

/** Returns the folder of an embedded database with these contents, as a template to copy. */
export const embeddedTemplate = (contents: DatabaseContents): Promise<string> =>
  prepareOnce(`database-${contents}`, templateSources[contents], (dataDirectory) =>
    fill(contents, { dataDirectory, postgresUrl: undefined }),
  );

async function copyEmbedded(contents: DatabaseContents): Promise<DatabaseLocation> {
  const template = await embeddedTemplate(contents);
  const dataDirectory = await mkdtemp(join(tmpdir(), "vitrina-database-"));
  cpSync(template, dataDirectory, { recursive: true });
  return {
    dataDirectory,
    postgresUrl: undefined,
    remove: () => rm(dataDirectory, { recursive: true, force: true }),
  };
}

const ownerName = "vitrina_test_owner";

/**
 * Returns the owner of the templates and their copies. Only an administrator of the server can compute the password.
 */
function getOwner(server: string) {
  const password = createHash("sha256").update(`${server} ${ownerName}`).digest("hex");
  return { name: ownerName, password };
}

const exists = async (client: pg.Client, catalog: "pg_roles" | "pg_database", name: string) => {
  const column = catalog === "pg_roles" ? "rolname" : "datname";
  return (await client.query(`select from ${catalog} where ${column} = $1`, [name])).rows.length > 0;
};

/** Drops the templates of older states. A template that is still in use is made again on demand. */
async function dropOldTemplates(client: pg.Client, contents: DatabaseContents): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [toPrefix(contents)],
  );
  for (const { datname } of rows) {
    await client.query(`alter database ${datname} is_template false`);
    await client.query(`drop database ${datname} with (force)`);
  }
}

const toPrefix = (contents: DatabaseContents) => `vitrina_template_${contents}_`;

async function makeTemplate(client: pg.Client, server: string, name: string, contents: DatabaseContents) {
  const owner = getOwner(server);
  const unfinished = `${ownerName}_unfinished`;
  if (!(await exists(client, "pg_roles", owner.name))) await createOwner(client, owner.name, owner.password);
  await dropOldTemplates(client, contents);
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished} owner ${owner.name}`);
  await fill(contents, { dataDirectory: null, postgresUrl: toDatabaseUrl(server, unfinished, owner) });
  await client.query(`alter database ${unfinished} rename to ${name}`);
  await client.query(`alter database ${name} is_template true allow_connections false`);
}

// A copy has everything of its template except the rights on the database itself.
async function copyRights(client: pg.Client, template: string, copy: string): Promise<void> {
  const { rows } = await client.query<{ right: string; role: string }>(
    `select privilege_type as right, coalesce(quote_ident(rolname), 'public') as role
     from pg_database
       cross join aclexplode(coalesce(datacl, acldefault('d', datdba))) acl
       left join pg_roles on pg_roles.oid = acl.grantee
     where datname = $1`,
    [template],
  );
  await client.query(`revoke all on database ${copy} from public`);
  for (const { right, role } of rows) await client.query(`grant ${right} on database ${copy} to ${role}`);
}

/** Copies the template with these contents on a server. Makes the template first if the current state has none. */
async function copyOnServer(server: string, contents: DatabaseContents): Promise<DatabaseLocation> {
  const template = `${toPrefix(contents)}${await hashSources(templateSources[contents])}`;
  const copy = createDatabaseName();
  await asAdministrator(server, async (client) => {
    // The lock keeps one process from dropping a template while another copies it. The number is arbitrary, but the
    // same everywhere.
    await client.query("select pg_advisory_lock(20261122)");
    if (!(await exists(client, "pg_database", template)))
      await makeTemplate(client, server, template, contents);
    await client.query(`create database ${copy} template ${template} owner ${ownerName}`);
    await copyRights(client, template, copy);
  });
  return {
    dataDirectory: null,
    postgresUrl: toDatabaseUrl(server, copy, getOwner(server)),
    remove: () =>
      asAdministrator(server, async (client) => {
        await client.query(`drop database ${copy} with (force)`);
      }),
  };
}

/**
 * Creates a separate database with these contents, on a PostgreSQL server or, with null, on PGlite.
 * It copies a template, because migrations and password hashes take seconds.
 */
export async function copyDatabase(
  server: string | null,
  contents: DatabaseContents,
): Promise<DatabaseLocation> {
  return server ? copyOnServer(server, contents) : copyEmbedded(contents);
}
