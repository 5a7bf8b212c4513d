// `npm run reset`: forgets the local state.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isFree } from "./processes/ports.ts";
import { say, sentence } from "./processes/terminal.ts";
import { readSettings } from "./settings.ts";

try {
  const { state, ports } = readSettings();
  if (existsSync(state) && !existsSync(join(state, "secrets.json"))) {
    throw new Error(`${state} holds no state of this product: nothing was removed.`);
  }
  if (!(await isFree(ports.DATABASE_PORT))) {
    throw new Error(`Something runs on port ${ports.DATABASE_PORT}: end npm start first.`);
  }
  await rm(state, { recursive: true, force: true });
  say(`${state} is empty again.`);
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
