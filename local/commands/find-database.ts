import { access } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { getAddresses } from "#local/product/services.ts";
import { readSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";

/**
 * Returns the database of DATABASE_URL with the login in that address, or else the local one with the login of `role`.
 * @throws Error without a database
 */
export async function findDatabase(role: "owner" | "backup" = "owner"): Promise<DatabaseAddress> {
  const { DATABASE_URL, DATABASE_FETCH_ENDPOINT } = process.env;
  if (DATABASE_URL) {
    return { databaseUrl: DATABASE_URL, fetchEndpoint: DATABASE_FETCH_ENDPOINT };
  }
  const settings = readSettings();
  await access(join(settings.state, "secrets.json")).catch(() => {
    throw new Error("There is no local database yet: run npm start first, or set DATABASE_URL.");
  });
  const { ownerPassword, backupPassword } = await readSecrets(settings.state);
  const login = role === "owner" ? `postgres:${ownerPassword}` : `backup:${backupPassword}`;
  return {
    databaseUrl: `postgresql://${login}@localhost/vitrina`,
    fetchEndpoint: getAddresses(settings).database,
  };
}
