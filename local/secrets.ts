import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createKeySet } from "./keys/key-set.ts";
import { readPrivate, writePrivate } from "./state.ts";

/** Secrets that stay the same across starts. */
export type Secrets = {
  /** Private JWK set of the tokens' signing keys, newest first, as JSON. */
  authKeys: string;
  ownerPassword: string;
  edgePassword: string;
  backupPassword: string;
  mailApiKey: string;
  webhookSecret: string;
  mailWebhookSecret: string;
  contentToken: string;
  adminPassword: string;
};

const createSecret = () => randomBytes(24).toString("base64url");

const secretsFileIn = (state: string) => join(state, "secrets.json");

/** Returns the secrets in the folder `state`. Missing ones are created and stored, readable by their owner only. */
export async function readSecrets(state: string): Promise<Secrets> {
  const storedSecrets = JSON.parse((await readPrivate(secretsFileIn(state))) ?? "{}") as Partial<Secrets>;
  const secrets: Secrets = {
    authKeys: storedSecrets.authKeys ?? (await createKeySet()),
    ownerPassword: storedSecrets.ownerPassword ?? createSecret(),
    edgePassword: storedSecrets.edgePassword ?? createSecret(),
    backupPassword: storedSecrets.backupPassword ?? createSecret(),
    mailApiKey: storedSecrets.mailApiKey ?? createSecret(),
    webhookSecret: storedSecrets.webhookSecret ?? createSecret(),
    mailWebhookSecret: storedSecrets.mailWebhookSecret ?? `whsec_${randomBytes(24).toString("base64")}`,
    contentToken: storedSecrets.contentToken ?? createSecret(),
    adminPassword: storedSecrets.adminPassword ?? randomBytes(12).toString("base64url"),
  };
  if (Object.keys(secrets).every((name) => name in storedSecrets)) return secrets;
  await writeSecrets(state, secrets);
  return secrets;
}

/** Replaces the stored secrets. */
export const writeSecrets = (state: string, secrets: Secrets): Promise<void> =>
  writePrivate(secretsFileIn(state), JSON.stringify(secrets, null, 2));
