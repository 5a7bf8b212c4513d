// Passkeys, in the calls of Supabase Auth's clients.
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AuthError, refusalErrors } from "#functions/accounts/auth-error.ts";
import { recordFailure } from "#functions/accounts/events.ts";
import { limitPasskeysFrom } from "#functions/accounts/limits/attempts.ts";
import { settleQueries } from "#functions/accounts/limits/store.ts";
import { proveOwner } from "#functions/accounts/own-account/current-password.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { requireAccountChange, requireUser } from "#functions/accounts/require-user.ts";
import { createSession, toSessionResponse } from "#functions/accounts/sessions/session-response.ts";
import { toSignInChange } from "#functions/accounts/sign-in-changes.ts";
import {
  passkeyNameInput,
  passkeyOptionsInput,
  passkeyRegistrationInput,
  passkeySignInInput,
} from "#functions/contract/account.schema.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { SignedRequest } from "#functions/kernel/database/accepted-requests.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import {
  decoyCredential,
  getCreationOptions,
  getRequestOptions,
  readNewPasskey,
  verifyPasskey,
} from "./ceremonies.ts";
import { issueChallenge, readChallenge } from "./challenges.ts";
import { findPasskey, type StoredPasskey, startPasskeySession } from "./sign-in.ts";
import {
  addPasskey,
  countFailedRegistration,
  listPasskeys,
  type PasskeyAddition,
  readOwnCredentials,
  removePasskey,
  renamePasskey,
} from "./store.ts";

const notVerified = () =>
  new AuthError(400, "webauthn_verification_failed", "The passkey could not be verified");

/**
 * Returns the hash by which the database accepts an answer to a challenge only once, so that an intercepted answer
 * cannot be replayed. The challenge identifies the answer, because the authenticator signs its 256 random bits.
 */
const toSingleUseRequest = async (challenge: string): Promise<SignedRequest> => ({
  hash: await sha256(`passkey challenge ${challenge}`),
  acceptanceId: crypto.randomUUID(),
});

/**
 * Returns the options with which the signed-in user's browser creates a passkey, and the id of their challenge. The
 * current password belongs to this call, so a wrong one leaves no useless passkey on the device.
 */
async function startRegistration(c: Context<AppEnv>) {
  const { current_password } = validate(passkeyOptionsInput, await readJson(c));
  const { environment, caller } = c.var;
  const { attempt } = current_password ? await proveOwner(c, current_password) : { attempt: null };
  const { email, credentials } = await readOwnCredentials(c.var, attempt ? settleQueries(attempt) : []);
  const { accountId, sessionId } = caller;
  const isPasswordGiven = attempt !== null;
  const { id, challenge, expiresAt } = await issueChallenge(environment, {
    accountId,
    sessionId,
    isPasswordGiven,
  });
  const user = { id: accountId, email, credentials };
  const options = await getCreationOptions(environment.SITE_ORIGIN, user, challenge);
  return { challenge_id: id, options, expires_at: expiresAt };
}

/**
 * Reads the request that adds a passkey, and verifies the passkey against the challenge of this user. `challenge` lets
 * the database reject a replay of the request.
 * @throws Problem invalid_fields, AuthError webauthn_verification_failed and those of `readChallenge`
 */
async function readRegistration(c: Context<AppEnv>): Promise<PasskeyAddition> {
  const { challenge_id, credential: answer } = validate(passkeyRegistrationInput, await readJson(c));
  const { environment } = c.var;
  const { accountId, sessionId } = c.var.caller;
  const purposes = [true, false].map((isPasswordGiven) => ({ accountId, sessionId, isPasswordGiven }));
  const { clientDataJSON } = answer.response;
  const { challenge, purpose } = await readChallenge(environment, purposes, challenge_id, clientDataJSON);
  const credential = await readNewPasskey(environment.SITE_ORIGIN, answer, challenge);
  if (!credential) throw notVerified();
  const { isPasswordGiven } = purpose;
  return { credential, challenge: await toSingleUseRequest(challenge), isPasswordGiven };
}

async function finishRegistration(c: Context<AppEnv>) {
  // A malformed or wrong answer counts against the limit. `addPasskey` checks the caller's proof of identity.
  const change = await toSignInChange(c);
  const addition = await readRegistration(c).catch(async (error) => {
    await countFailedRegistration(c.var);
    throw error;
  });
  const passkey = await addPasskey(change, addition);
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  return passkey;
}

/** Returns the options with which a browser asks for any passkey of the site, and the id of their challenge. */
async function startSignIn(c: Context<AppEnv>) {
  const { environment } = c.var;
  const { id, challenge, expiresAt } = await issueChallenge(environment, "sign-in");
  const options = getRequestOptions(environment.SITE_ORIGIN, challenge);
  return { challenge_id: id, options, expires_at: expiresAt };
}

/**
 * Verifies the answer of a browser that signs in with a passkey. `passkey` is null if none has the answer's id. The
 * decoy gives unknown passkeys the same work and the same response, so an attacker cannot test ids.
 * @throws Problem invalid_fields, AuthError webauthn_verification_failed and those of `readChallenge`
 */
async function readSignIn(c: Context<AppEnv>, body: unknown, passkey: StoredPasskey | null) {
  const { environment } = c.var;
  const { challenge_id, credential: answer } = validate(passkeySignInInput, body);
  const { clientDataJSON } = answer.response;
  const { challenge } = await readChallenge(environment, ["sign-in"], challenge_id, clientDataJSON);
  const credential = passkey?.credential ?? decoyCredential;
  const signCount = await verifyPasskey(environment.SITE_ORIGIN, answer, challenge, credential);
  if (!passkey || signCount === null) throw notVerified();
  return { passkey, signCount, challenge: await toSingleUseRequest(challenge) };
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
  const storedPasskey = await findPasskey(database, credentialId, attempt);
  const signIn = await readSignIn(c, body, storedPasskey).catch(async (error) => {
    await recordFailure(c.var, attempt, "passkeys", { accountId: storedPasskey?.account_id ?? null });
    throw error;
  });
  const session = await createSession(c.var.environment.signingKeys);
  const account = await startPasskeySession(database, {
    ...session,
    passkeyId: signIn.passkey.id,
    client,
    ...signIn,
    attempt,
  });
  if (!account) throw new AccountRefusal("challenge_used");
  return toSessionResponse(c, { account, ...session });
}

function readPasskeyId(c: Context<AppEnv>): string {
  const id = (c.req.param("id") ?? "").toLowerCase();
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new AuthError(...refusalErrors.no_such_passkey);
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
