// `npm run keys -- new [FILE] | rotate [FILE] | revoke [FILE] | send FILE`: the keys that sign for the edge. FILE has its environment
// lines, and both Workers get the secrets of it; without one the keys are those of the local product.
import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Ended, endEverything } from "#local/keys/end-everything.ts";
import { createKeySet, describeKeySet, keepTime, rotateKeySet } from "#local/keys/key-set.ts";
import { keepKeys, keysIn, keysName, sendAgain, sendIfPossible } from "#local/keys/send.ts";
import { readValueFile } from "#local/keys/value-file.ts";
import { takeLock } from "#local/processes/lock.ts";
import { say } from "#local/processes/terminal.ts";
import { readSecrets, writeSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";
import { findDatabase } from "./find-database.ts";
import { runOnDatabase } from "./on-database.ts";

function tell(title: string, keys: string): void {
  say(title);
  for (const line of describeKeySet(keys)) say(`  ${line}`);
}

function tellEnded({ sessions, oneTimeTokens, senderLinks }: Ended): void {
  say(
    `Ended: ${sessions} sessions, ${oneTimeTokens} mailed links and codes, ${senderLinks} senders' links. Passwords and passkeys are as they were.`,
  );
}

/** The edge's own default stands where the values say nothing. */
const rotate = (keys: string, { SESSION_ABSOLUTE_DAYS }: Record<string, string | undefined>) =>
  rotateKeySet(keys, keepTime(Number(SESSION_ABSOLUTE_DAYS || 90)), Math.floor(Date.now() / 1000));

async function makeNew(file?: string): Promise<void> {
  const keys = await createKeySet();
  if (!file) return say(`${keysName}='${keys}'`);
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (there && (await readValueFile(file)).values[keysName]) {
    throw new Error(`${file} has ${keysName} already: npm run keys -- rotate ${file} renews them.`);
  }
  await keepKeys(file, keys);
  tell(`${file} has new keys, which no Worker has yet:`, keys);
}

async function rotateIn(file: string): Promise<void> {
  const found = await readValueFile(file);
  const keys = keysIn(found, file);
  if (found.notYetAt.length > 0) {
    // Another key on top would never have been announced there.
    say(
      `The last change is not yet at ${found.notYetAt.join(" and ")}: that is mended now, and nothing else.`,
    );
    return sendAgain(file);
  }
  const rotated = await rotate(keys, found.values);
  await keepKeys(file, rotated);
  tell(`${file} has these keys now:`, rotated);
  await sendIfPossible(file);
}

async function revokeIn(file: string): Promise<void> {
  keysIn(await readValueFile(file), file);
  if (!process.env.DATABASE_URL) {
    throw new Error("DATABASE_URL is not set: sessions end in the site's database, as its owner.");
  }
  const keys = await createKeySet();
  // Whether or not a Worker can be reached: this holds at once.
  tellEnded(await endEverything(await findDatabase()));
  await keepKeys(file, keys);
  tell(`${file} has one new key, and no other:`, keys);
  await sendIfPossible(file);
}

/** Changes the keys of the local product. */
async function changeLocal(change: (keys: string) => Promise<string>): Promise<void> {
  if (process.env.DATABASE_URL) throw new Error("DATABASE_URL is set: name the file with the site's values.");
  const { state } = readSettings();
  await access(join(state, "secrets.json")).catch(() => {
    throw new Error("There is no local product yet: run npm start first, or name the file with the values.");
  });
  const secrets = await readSecrets(state);
  const authKeys = await change(secrets.authKeys);
  await writeSecrets(state, { ...secrets, authKeys });
  tell("The local product has these keys from its next npm start on:", authKeys);
}

const local: Record<string, () => Promise<void>> = {
  new: () => makeNew(),
  rotate: () => changeLocal((keys) => rotate(keys, process.env)),
  revoke: () =>
    changeLocal(async () => {
      tellEnded(await endEverything(await findDatabase()));
      return createKeySet();
    }),
};
const inFile: Record<string, (file: string) => Promise<void>> = {
  new: makeNew,
  rotate: rotateIn,
  revoke: revokeIn,
  send: sendAgain,
};

async function run([action = "", given, ...rest]: string[]): Promise<void> {
  const file = given && resolve(given);
  const actions = file ? inFile : local;
  const work = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!work || rest.length > 0) {
    throw new Error(
      "Say what to do: npm run keys -- new, rotate, revoke or send, and the file with the site's values.",
    );
  }
  const release = file
    ? await takeLock(`${file}.lock`, (pid) => `${file} is being changed by process ${pid}.`)
    : async () => {};
  await work(file ?? "").finally(release);
}

await runOnDatabase(run);
