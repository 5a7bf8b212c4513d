import { randomBytes } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { readPrivate } from "./state.ts";

/** What has to stay the same from one start to the next and be known to no one else. */
export type Secrets = {
  /** Private JWK set of the tokens' signing keys, newest first, as JSON. */
  authKeys: string;
  ownerPassword: string;
  edgePassword: string;
  mailApiKey: string;
  webhookSecret: string;
  mailWebhookSecret: string;
  contentToken: string;
  adminPassword: string;
};

const random = () => randomBytes(24).toString("base64url");

async function signingKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(9).toString("base64url"),
    alg: "ES256",
    use: "sig",
  };
  return JSON.stringify({ keys: [key] });
}

/** The secrets kept in the folder `state`; made there the first time, readable by their owner only. */
export async function readSecrets(state: string): Promise<Secrets> {
  const file = join(state, "secrets.json");
  const kept = JSON.parse((await readPrivate(file)) ?? "{}") as Partial<Secrets>;
  const secrets: Secrets = {
    authKeys: kept.authKeys ?? (await signingKeys()),
    ownerPassword: kept.ownerPassword ?? random(),
    edgePassword: kept.edgePassword ?? random(),
    mailApiKey: kept.mailApiKey ?? random(),
    webhookSecret: kept.webhookSecret ?? random(),
    mailWebhookSecret: kept.mailWebhookSecret ?? `whsec_${randomBytes(24).toString("base64")}`,
    contentToken: kept.contentToken ?? random(),
    adminPassword: kept.adminPassword ?? randomBytes(12).toString("base64url"),
  };
  if (Object.keys(secrets).every((name) => name in kept)) return secrets;
  // Whole or not at all: a start that is stopped in the middle must not leave half a file.
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}
