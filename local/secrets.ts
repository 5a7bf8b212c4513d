import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createKeySet } from "./keys/key-set.ts";
import { readPrivate, writePrivate } from "./state.ts";

const createSecret = () => randomBytes(24).toString("base64url");

/** How each secret is created that the state does not have yet. */
const secretCreators = {
  /** Private JWK set of the tokens' signing keys, newest first, as JSON. */
  authKeys: createKeySet,
  ownerPassword: createSecret,
  edgePassword: createSecret,
  backupPassword: createSecret,
  mailApiKey: createSecret,
  webhookSecret: createSecret,
  mailWebhookSecret: () => `whsec_${randomBytes(24).toString("base64")}`,
  contentToken: createSecret,
  adminPassword: () => randomBytes(12).toString("base64url"),
};

/** Secrets that stay the same across starts. */
export type Secrets = Record<keyof typeof secretCreators, string>;

const secretsFileIn = (state: string) => join(state, "secrets.json");

/** Returns the secrets in the folder `state`. Missing ones are created and stored, readable by their owner only. */
export async function readSecrets(state: string): Promise<Secrets> {
  const secrets = JSON.parse((await readPrivate(secretsFileIn(state))) ?? "{}") as Secrets;
  const missingSecrets = Object.entries(secretCreators).filter(([name]) => !(name in secrets));
  for (const [name, create] of missingSecrets) Object.assign(secrets, { [name]: await create() });
  if (missingSecrets.length > 0) await writeSecrets(state, secrets);
  return secrets;
}

/** Replaces the stored secrets. */
export const writeSecrets = (state: string, secrets: Secrets): Promise<void> =>
  writePrivate(secretsFileIn(state), JSON.stringify(secrets, null, 2));
