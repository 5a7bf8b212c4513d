// `npm run keys -- new [FILE] | rotate [FILE] | revoke [FILE] | end-previews [FILE] | send FILE`: manages the signing
// keys of the edge. FILE has the environment lines of a site, and both Workers get its secrets. Without FILE the
// command changes the keys of the local product.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readKeyIds } from "#local/deploy/live-keys.ts";
import { getDeployDirectory, valuesFileIn } from "#local/deploy/state.ts";
import { type EndedCounts, endEverything, endPreviews } from "#local/keys/end-everything.ts";
import { notFinal, type RevokedSite, waitUntilFinal } from "#local/keys/final-revocation.ts";
import { createKeySet, describeKeySet, keepSecondsFor, rotateKeySet } from "#local/keys/key-set.ts";
import { getKeys, keysName, sendAgain, sendIfPossible, storeKeys } from "#local/keys/send.ts";
import { lockPathOf, readValueFile } from "#local/keys/value-file.ts";
import { openDeployedSpool, openSpools, type Spool } from "#local/privacy/spool.ts";
import { takeLock } from "#local/processes/lock.ts";
import { describeError, say } from "#local/processes/terminal.ts";
import { readSecrets, writeSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";
import { createCommand, runCommand } from "./cli.ts";
import { findDatabase } from "./find-database.ts";

function printKeys(title: string, keys: string): void {
  say(title);
  for (const line of describeKeySet(keys)) say(`  ${line}`);
}

function printEnded({ sessions, oneTimeTokens, senderLinks }: EndedCounts): void {
  say(
    `Ended: ${sessions} sessions, ${oneTimeTokens} mailed links and codes, ${senderLinks} senders' links. Passwords and passkeys are as they were.`,
  );
}

async function endPreviewsIn(spools: Spool[]): Promise<void> {
  await endPreviews(spools);
  say("Every preview and every link that shows drafts ends within a minute.");
}

/** Without a value, the default of the edge applies. */
const rotate = (keys: string, { SESSION_ABSOLUTE_DAYS }: Record<string, string | undefined>) =>
  rotateKeySet(keys, keepSecondsFor(Number(SESSION_ABSOLUTE_DAYS || 90)), Math.floor(Date.now() / 1000));

/** Creates the first keys of a site: stores them in its value file, or prints them without one. */
async function createKeys(file?: string): Promise<void> {
  const keys = await createKeySet();
  if (!file) return say(`${keysName}='${keys}'`);
  if (existsSync(file) && (await readValueFile(file)).values[keysName]) {
    throw new Error(`${file} has ${keysName} already: npm run keys -- rotate ${file} renews them.`);
  }
  await storeKeys(file, keys);
  printKeys(`${file} has new keys, which no Worker has yet:`, keys);
}

/**
 * Adds a signing key to a site's value file, and sends it to the Workers if the Cloudflare account is set. If a Worker
 * lacks the last change, sends that change again instead.
 */
async function rotateIn(file: string): Promise<void> {
  const valueFile = await readValueFile(file);
  const keys = getKeys(valueFile, file);
  if (valueFile.outdatedWorkers.length > 0) {
    // Every Worker must have a new key before that key signs, so the last change goes first.
    say(
      `Sending the last change to ${valueFile.outdatedWorkers.join(" and ")}, which did not get it. No key is added.`,
    );
    return sendAgain(file);
  }
  const rotatedKeys = await rotate(keys, valueFile.values);
  await storeKeys(file, rotatedKeys);
  printKeys(`${file} now has these keys:`, rotatedKeys);
  await sendIfPossible(file);
}

/**
 * Replaces all signing keys of a site with a new one, after a key leaked. Ends all sessions, mailed links and
 * own-message links, and sends the key to the Workers if the Cloudflare account is set.
 * @returns what the caller needs to wait until the live site has the new key alone
 */
async function revokeIn(file: string): Promise<RevokedSite> {
  const valueFile = await readValueFile(file);
  getKeys(valueFile, file);
  if (!process.env.DATABASE_URL) {
    throw new Error("DATABASE_URL is not set: sessions end in the site's database, as its owner.");
  }
  const keys = await createKeySet();
  // Sessions end even if no Worker can be reached.
  printEnded(await endEverything(await findDatabase()));
  await storeKeys(file, keys);
  printKeys(`${file} now has one new key and no other:`, keys);
  const isDeploying = await sendIfPossible(file).catch((error) => {
    throw new Error(`${describeError(error)} ${notFinal}`, { cause: error });
  });
  const [kid = ""] = readKeyIds(keys);
  return { origin: valueFile.values.SITE_ORIGIN, kid, isDeploying };
}

/**
 * Changes the keys of the local product, which are in its state folder. With DATABASE_URL it fails, because `revoke`
 * would end the sessions of the deployed site.
 */
async function changeLocal(change: (keys: string) => Promise<string>): Promise<void> {
  if (process.env.DATABASE_URL) throw new Error("DATABASE_URL is set: name the file with the site's values.");
  const { state } = readSettings();
  if (!existsSync(join(state, "secrets.json")))
    throw new Error(
      "There is no local product yet: run npm start first, or name the file with the site's values.",
    );
  const secrets = await readSecrets(state);
  const authKeys = await change(secrets.authKeys);
  await writeSecrets(state, { ...secrets, authKeys });
  printKeys("The local product uses these keys from its next npm start on:", authKeys);
}

/**
 * Rejects a copy of the value file of `npm run deploy`: the next deployment would restore the keys that were renewed in
 * the copy only.
 * @throws Error with one sentence
 */
async function rejectCopyOfDeployedFile(file: string): Promise<void> {
  const deployedFile = valuesFileIn(getDeployDirectory());
  if (file === deployedFile || !existsSync(file) || !existsSync(deployedFile)) return;
  const [fileIds, deployedIds] = await Promise.all(
    [file, deployedFile].map(async (path) => readKeyIds((await readValueFile(path)).values[keysName])),
  );
  if (fileIds?.some((kid) => deployedIds?.includes(kid)))
    throw new Error(
      `${file} is a copy, and npm run deploy would bring back what is renewed in it: name ${deployedFile}.`,
    );
}

/**
 * Runs the work while no other `npm run keys` and no deployment changes the value file. Rejects a copy of the deployed
 * value file.
 */
async function withValueFileLock<Result>(
  file: string,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const release = await takeLock(lockPathOf(file), (pid) => `${file} is being changed by process ${pid}.`);
  try {
    await rejectCopyOfDeployedFile(file);
    return await work(file);
  } finally {
    await release();
  }
}

/** The actions on the keys of the local product. */
const localActions = {
  new: () => createKeys(),
  rotate: () => changeLocal((keys) => rotate(keys, process.env)),
  revoke: () =>
    changeLocal(async () => {
      printEnded(await endEverything(await findDatabase()));
      return createKeySet();
    }),
  endPreviews: async () => {
    if (process.env.DATABASE_URL)
      throw new Error("DATABASE_URL is set: name the file with the site's values.");
    await endPreviewsIn(await openSpools());
  },
};

/** The actions on the file with a site's values. */
const fileActions = {
  new: (file: string) => withValueFileLock(file, createKeys),
  rotate: (file: string) => withValueFileLock(file, rotateIn),
  // The wait does not hold the lock: npm run deploy may be the command that retires the old key.
  revoke: async (file: string) => waitUntilFinal(await withValueFileLock(file, revokeIn)),
  endPreviews: (file: string) =>
    withValueFileLock(file, async () => endPreviewsIn([await openDeployedSpool()])),
  send: (file: string) => withValueFileLock(file, sendAgain),
};

const onFileOrLocal = (action: keyof typeof localActions) => (file: string | undefined) =>
  file ? fileActions[action](file) : localActions[action]();

const command = createCommand("npm run keys", "Creates, rotates and revokes the signing keys of the edge.");

/** Adds a subcommand of `npm run keys` on the value file of a site or, if the file is optional, the local product. */
function addAction(
  name: string,
  argument: string,
  description: string,
  action: (file: string) => Promise<void>,
) {
  command
    .command(name)
    .description(description)
    .argument(
      argument,
      "the environment lines of a site, whose secrets both Workers get; without it, the local product",
      // An empty variable of a script stands for no file.
      (path) => (path ? resolve(path) : undefined),
    )
    .action(action);
}
addAction("new", "[file]", "create the first keys", onFileOrLocal("new"));
addAction("rotate", "[file]", "add a key; sessions stay valid", onFileOrLocal("rotate"));
addAction(
  "revoke",
  "[file]",
  "replace all keys with a new one, and end every session",
  onFileOrLocal("revoke"),
);
addAction("end-previews", "[file]", "end all previews and preview links", onFileOrLocal("endPreviews"));
addAction("send", "<file>", "send all secrets of the file to both Workers", fileActions.send);

await runCommand(command);
