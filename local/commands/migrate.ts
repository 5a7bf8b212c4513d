// `npm run migrate`: applies the migrations to DATABASE_URL.
import { openClient } from "#local/neon/client.ts";
import { say } from "#local/processes/terminal.ts";
import { migrate } from "#migrations/migrate.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";

async function migrateDatabase({ json }: { json?: true }): Promise<void> {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) {
    throw new Error("DATABASE_URL is not set: set it to the connection string of the database to migrate.");
  }
  const client = await openClient(DATABASE_URL);
  const appliedMigrations = await migrate(client).finally(() => client.end());
  if (json) return printJson({ applied: appliedMigrations });
  for (const name of appliedMigrations) say(`applied ${name}`);
  if (appliedMigrations.length === 0) say("nothing to apply: the database is up to date");
}

const command = createCommand("npm run migrate", "Applies the migrations to DATABASE_URL, as its owner.")
  .option(...jsonOption)
  .action(migrateDatabase);

await runCommand(command, process.stderr);
