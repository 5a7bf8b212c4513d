import { access } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseAddress } from "#functions/data/database.ts";
import { addresses } from "#local/product/services.ts";
import { readSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";

/** The database that a command is for, as its owner: that of DATABASE_URL, or else the local one. @throws Error where there is none */
export async function findDatabase(): Promise<DatabaseAddress> {
  const { DATABASE_URL, DATABASE_FETCH_ENDPOINT } = process.env;
  if (DATABASE_URL) {
    return { databaseUrl: DATABASE_URL, fetchEndpoint: DATABASE_FETCH_ENDPOINT || undefined };
  }
  const settings = readSettings();
  await access(join(settings.state, "secrets.json")).catch(() => {
    throw new Error("There is no local database yet: run npm start first, or name one with DATABASE_URL=…");
  });
  const { ownerPassword } = await readSecrets(settings.state);
  return {
    databaseUrl: `postgresql://postgres:${ownerPassword}@localhost/vitrina`,
    fetchEndpoint: addresses(settings).database,
  };
}
