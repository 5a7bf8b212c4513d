// Passkeys, in the calls of Supabase Auth's clients.
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { recordFailure } from "#functions/accounts/events.ts";
import { toSignInChange } from "#functions/accounts/input.ts";
import { limitPasskeysFrom } from "#functions/accounts/limits/attempts.ts";
import { requireAccountChange, requireUser } from "#functions/accounts/require-user.ts";
import { createSession, toSessionResponse } from "#functions/accounts/sessions/session-response.ts";
import {
  passkeyNameInput,
  passkeyRegistrationInput,
  passkeySignInInput,
} from "#functions/contract/account.schema.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { SignedRequest } from "#functions/kernel/database/accepted-requests.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { toIssuer } from "#functions/kernel/http/session.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import {
  challengeExpired,
  creationOptions,
  decoyCredential,
  noSuchPasskey,
  readNewPasskey,
  requestOptions,
  verifyPasskey,
} from "./ceremonies.ts";
import { type Ceremony, challengeLifetimeSeconds, issueChallenge, readChallenge } from "./challenges.ts";
import { findPasskey, type KnownPasskey, startPasskeySession } from "./sign-in.ts";
import {
  addPasskey,
  countFailedRegistration,
  listPasskeys,
  readOwnCredentials,
  removePasskey,
  renamePasskey,
} from "./store.ts";

const notVerified = () =>
  new AuthError(400, "webauthn_verification_failed", "The passkey could not be verified");

function makeChallenge(c: Context<AppEnv>, ceremony: Ceremony, accountId?: string) {
  const { environment } = c.var;
  return issueChallenge(environment.signingKeys, toIssuer(environment), ceremony, accountId);
}

function takeChallenge(c: Context<AppEnv>, ceremony: Ceremony, id: string, accountId?: string) {
  const { environment } = c.var;
  return readChallenge(environment.signingKeys, toIssuer(environment), ceremony, id, accountId);
}

// The authenticator signs 256 random bits, which identify its answer.
const toSignedRequest = async (challenge: string): Promise<SignedRequest> => ({
  hash: await sha256(`passkey challenge ${challenge}`),
  acceptanceId: crypto.randomUUID(),
});

async function startRegistration(c: Context<AppEnv>) {
  const { caller, environment } = c.var;
  const { email, credentials } = await readOwnCredentials(c.var);
  const { id, challenge, expiresAt } = await makeChallenge(c, "passkey-registration", caller.accountId);
  const user = { id: caller.accountId, email, credentials };
  const options = await creationOptions(environment.SITE_ORIGIN, user, challenge, challengeLifetimeSeconds);
  return { challenge_id: id, options, expires_at: expiresAt };
}

async function readRegistration(c: Context<AppEnv>) {
  const { challenge_id, credential: answer } = validate(passkeyRegistrationInput, await readJson(c));
  const { caller, environment } = c.var;
  const challenge = await takeChallenge(c, "passkey-registration", challenge_id, caller.accountId);
  const credential = await readNewPasskey(environment.SITE_ORIGIN, answer, challenge);
  if (!credential) throw notVerified();
  return { credential, challenge: await toSignedRequest(challenge) };
}

async function finishRegistration(c: Context<AppEnv>) {
  // A malformed or wrong answer counts against the limit. `addPasskey` checks that the session is recent.
  const change = await toSignInChange(c);
  const { credential, challenge } = await readRegistration(c).catch(async (error) => {
    await countFailedRegistration(change);
    throw error;
  });
  const passkey = await addPasskey(change, credential, challenge);
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  return passkey;
}

async function startSignIn(c: Context<AppEnv>) {
  const { id, challenge, expiresAt } = await makeChallenge(c, "passkey-sign-in");
  const options = requestOptions(c.var.environment.SITE_ORIGIN, challenge, challengeLifetimeSeconds);
  return { challenge_id: id, options, expires_at: expiresAt };
}

// Known and unknown passkeys take the same work and get the same response.
async function readSignIn(c: Context<AppEnv>, body: unknown, passkey: KnownPasskey | null) {
  const { challenge_id, credential: answer } = validate(passkeySignInInput, body);
  const challenge = await takeChallenge(c, "passkey-sign-in", challenge_id);
  const credential = passkey?.credential ?? decoyCredential;
  const signCount = await verifyPasskey(c.var.environment.SITE_ORIGIN, answer, challenge, credential);
  if (!passkey || signCount === null) throw notVerified();
  return { passkey, signCount, challenge: await toSignedRequest(challenge) };
}

const checkSignInLimit = createCallLimit();

async function finishSignIn(c: Context<AppEnv>) {
  checkSignInLimit(c);
  const body = await readJson(c);
  const { database, client } = c.var;
  const attempt = { id: crypto.randomUUID(), limits: await limitPasskeysFrom(client.network) };
  const input = v.safeParse(passkeySignInInput, body);
  // A malformed answer names no passkey and counts like a wrong one.
  const credentialId = input.success ? input.output.credential.id : null;
  const knownPasskey = await findPasskey(database, credentialId, attempt);
  const signIn = await readSignIn(c, body, knownPasskey).catch(async (error) => {
    await recordFailure(c.var, attempt, "passkeys", { accountId: knownPasskey?.account_id ?? null });
    throw error;
  });
  const session = await createSession();
  const account = await startPasskeySession(database, {
    ...session,
    method: "passkey",
    passkeyId: signIn.passkey.id,
    client,
    ...signIn,
    attempt,
  });
  if (!account) throw new AuthError(...challengeExpired);
  return toSessionResponse(c, { account, ...session });
}

function readPasskeyId(c: Context<AppEnv>): string {
  const id = (c.req.param("id") ?? "").toLowerCase();
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new AuthError(...noSuchPasskey);
  return id;
}

export const passkeys = new Hono<AppEnv>()
  .get("/", requireUser, async (c) => c.json(await listPasskeys(c.var)))
  .post("/registration/options", requireUser, async (c) => c.json(await startRegistration(c)))
  .post("/registration/verify", requireUser, async (c) => c.json(await finishRegistration(c)))
  .post("/authentication/options", async (c) => c.json(await startSignIn(c)))
  .post("/authentication/verify", async (c) => c.json(await finishSignIn(c)))
  .patch("/:id", requireAccountChange, async (c) => {
    const { friendly_name: name } = validate(passkeyNameInput, await readJson(c));
    return c.json(await renamePasskey(c.var, readPasskeyId(c), name));
  })
  .delete("/:id", requireAccountChange, async (c) => {
    await removePasskey(await toSignInChange(c), readPasskeyId(c));
    c.executionCtx.waitUntil(sendDueMails(c.var.environment));
    return c.body(null, 204);
  });
