import { openClient } from "#local/neon/client.ts";
import { migrate } from "#migrations/migrate.ts";

try {
  const names = await migrateDatabase(process.env.DATABASE_URL);
  for (const name of names) process.stdout.write(`applied ${name}\n`);
  if (names.length === 0) process.stdout.write("nothing to apply: the database is up to date\n");
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

async function migrateDatabase(connectionString: string | undefined): Promise<string[]> {
  if (!connectionString) {
    throw new Error("DATABASE_URL is not set: give it the connection string of the database to migrate.");
  }
  const client = await openClient(connectionString);
  try {
    return await migrate(client);
  } finally {
    await client.end();
  }
}
