// `npm run reset`: forgets the local state; with --database only the database, which the next start makes anew with all
// migrations: the way to try one again that has been changed, or to be rid of one.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isFree } from "#local/processes/ports.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { readSettings } from "#local/settings.ts";
import { holdsState } from "#local/state.ts";

try {
  const { values } = parseArgs({ options: { database: { type: "boolean", default: false } } });
  const { state, ports, postgresUrl } = readSettings();
  if (values.database && postgresUrl) {
    throw new Error("The database is on the server that LOCAL_POSTGRES_URL names: make an empty one there.");
  }
  if (existsSync(state) && !holdsState(state)) {
    throw new Error(`${state} holds no state of this product: nothing was removed.`);
  }
  if (!(await isFree(ports.DATABASE_PORT))) {
    throw new Error(`Something runs on port ${ports.DATABASE_PORT}: end npm start first.`);
  }
  const forgotten = values.database ? join(state, "database") : state;
  await rm(forgotten, { recursive: true, force: true });
  say(`${forgotten} is empty again.`);
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
