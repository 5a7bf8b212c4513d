// `npm run reset`: removes the local state. With --database it removes only the database, and the next start creates it
// with all migrations, for instance after a changed or removed migration.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isFree } from "#local/processes/ports.ts";
import { say } from "#local/processes/terminal.ts";
import { readSettings } from "#local/settings.ts";
import { isStateFolder } from "#local/state.ts";
import { createCommand, runCommand } from "./cli.ts";

async function resetState({ database }: { database?: true }): Promise<void> {
  const { state, ports, postgresUrl } = readSettings();
  if (database && postgresUrl) {
    throw new Error("The database is on the server that LOCAL_POSTGRES_URL names: make an empty one there.");
  }
  if (existsSync(state) && !isStateFolder(state)) {
    throw new Error(`${state} is not a state folder of this product: nothing was removed.`);
  }
  if (!(await isFree(ports.DATABASE_PORT))) {
    throw new Error(`Port ${ports.DATABASE_PORT} is in use: stop npm start first.`);
  }
  const folder = database ? join(state, "database") : state;
  await rm(folder, { recursive: true, force: true });
  say(`${folder} is empty again.`);
}

const command = createCommand("npm run reset", "Removes the local state.")
  .option("--database", "remove only the database")
  .action(resetState);

await runCommand(command);
