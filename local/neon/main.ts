import { endWithParent } from "#local/processes/lifeline.ts";
import { startDatabase } from "./server.ts";

const { DATABASE_PORT, DATABASE_DIRECTORY, LOCAL_POSTGRES_URL } = process.env;

try {
  const database = await startDatabase({
    port: Number(DATABASE_PORT ?? 5480),
    dataDirectory: DATABASE_DIRECTORY ?? null,
    postgresUrl: LOCAL_POSTGRES_URL,
    ownerPassword: required("OWNER_PASSWORD"),
    edgePassword: required("EDGE_PASSWORD"),
    backupPassword: required("BACKUP_PASSWORD"),
  });
  endWithParent(database.close);
  process.stdout.write(`The database answers at ${database.endpoint}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}
