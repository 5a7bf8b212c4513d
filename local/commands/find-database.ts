import { access } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { addresses } from "#local/product/services.ts";
import { readSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";

/**
 * The database that a command is for: that of DATABASE_URL, as the role that it names, or else the local one, as its owner or as `backup`.
 * @throws Error where there is none
 */
export async function findDatabase(role: "owner" | "backup" = "owner"): Promise<DatabaseAddress> {
  const { DATABASE_URL, DATABASE_FETCH_ENDPOINT } = process.env;
  if (DATABASE_URL) {
    return { databaseUrl: DATABASE_URL, fetchEndpoint: DATABASE_FETCH_ENDPOINT || undefined };
  }
  const settings = readSettings();
  await access(join(settings.state, "secrets.json")).catch(() => {
    throw new Error("There is no local database yet: run npm start first, or name one with DATABASE_URL=…");
  });
  const { ownerPassword, backupPassword } = await readSecrets(settings.state);
  const login = role === "owner" ? `postgres:${ownerPassword}` : `backup:${backupPassword}`;
  return {
    databaseUrl: `postgresql://${login}@localhost/vitrina`,
    fetchEndpoint: addresses(settings).database,
  };
}
