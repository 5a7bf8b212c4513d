import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseContents, fill, templateSources } from "./database-template.ts";
import { copyOnServer } from "./postgres-template.ts";
import { prepareOnce } from "./prepared.ts";

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

/**
 * Creates a separate database with these contents, on a PostgreSQL server or, with null, on PGlite.
 * It copies a template, because migrations and password hashes take seconds.
 */
export async function copyDatabase(
  server: string | null,
  contents: DatabaseContents,
): Promise<DatabaseLocation> {
  if (!server) return copyEmbedded(contents);
  const { url, drop } = await copyOnServer(server, contents);
  return { dataDirectory: null, postgresUrl: url, remove: drop };
}
