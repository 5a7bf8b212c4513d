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

const random = () => randomBytes(24).toString("base64url");

const fileIn = (state: string) => join(state, "secrets.json");

/** Returns the secrets in the folder `state`. Missing ones are created and stored, readable by their owner only. */
export async function readSecrets(state: string): Promise<Secrets> {
  const kept = JSON.parse((await readPrivate(fileIn(state))) ?? "{}") as Partial<Secrets>;
  const secrets: Secrets = {
    authKeys: kept.authKeys ?? (await createKeySet()),
    ownerPassword: kept.ownerPassword ?? random(),
    edgePassword: kept.edgePassword ?? random(),
    backupPassword: kept.backupPassword ?? random(),
    mailApiKey: kept.mailApiKey ?? random(),
    webhookSecret: kept.webhookSecret ?? random(),
    mailWebhookSecret: kept.mailWebhookSecret ?? `whsec_${randomBytes(24).toString("base64")}`,
    contentToken: kept.contentToken ?? random(),
    adminPassword: kept.adminPassword ?? randomBytes(12).toString("base64url"),
  };
  if (Object.keys(secrets).every((name) => name in kept)) return secrets;
  await writeSecrets(state, secrets);
  return secrets;
}

/** Replaces the stored secrets. */
export const writeSecrets = (state: string, secrets: Secrets): Promise<void> =>
  writePrivate(fileIn(state), JSON.stringify(secrets, null, 2));
