// Passkeys, as clients of Supabase Auth ask for them.
// Who: anyone to sign in with one, signed in for the rest. Problems: AuthErrorCode.
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { limitPasskeysFrom } from "#functions/auth/attempts.ts";
import { AuthError } from "#functions/auth/auth-error.ts";
import { sha256 } from "#functions/auth/digest.ts";
import {
  type Ceremony,
  type Challenge,
  challengeLifetime,
  issueChallenge,
  readChallenge,
} from "#functions/auth/passkey-challenges.ts";
import {
  creationOptions,
  noSuchPasskey,
  readNewPasskey,
  requestOptions,
  verifyPasskey,
} from "#functions/auth/passkeys.ts";
import { createRefreshToken } from "#functions/auth/refresh-tokens.ts";
import type { AppEnv } from "#functions/context.ts";
import {
  passkeyNameInput,
  passkeyRegistrationInput,
  passkeySignInInput,
} from "#functions/contract/account.schema.ts";
import type { PasskeyResponse } from "#functions/contract/account.ts";
import { findPasskey, recordPasskeyFailure, startPasskeySession } from "#functions/data/passkey-sign-in.ts";
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  readOwnCredentials,
  removePasskey,
  renamePasskey,
} from "#functions/data/passkeys.ts";
import { readJson, validate } from "#functions/http/body.ts";
import { readClient } from "#functions/http/client.ts";
import { requireUser } from "#functions/http/require-user.ts";
import { toIssuer } from "#functions/http/session.ts";
import { sendDueMails } from "#functions/send-due-mails.ts";
import { toSessionResponse } from "./session-response.ts";
import { toSignInChange } from "./sign-in-change.ts";

const toResponse = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyResponse => ({
  id,
  ...(name !== null && { friendly_name: name }),
  created_at: createdAt,
  ...(lastUsedAt !== null && { last_used_at: lastUsedAt }),
});

const notVerified = () =>
  new AuthError(400, "webauthn_verification_failed", "The passkey could not be verified");
const expired = () =>
  new AuthError(400, "webauthn_challenge_expired", "The challenge is over: ask for another one");

function makeChallenge(c: Context<AppEnv>, ceremony: Ceremony, accountId?: string) {
  const { environment } = c.var;
  return issueChallenge(environment.signingKeys, toIssuer(environment), ceremony, accountId);
}

async function takeChallenge(
  c: Context<AppEnv>,
  ceremony: Ceremony,
  id: string,
  accountId?: string,
): Promise<Challenge> {
  const { environment } = c.var;
  const challenge = await readChallenge(
    environment.signingKeys,
    toIssuer(environment),
    ceremony,
    id,
    accountId,
  );
  if (challenge === "expired") throw expired();
  if (!challenge) throw new AuthError(400, "webauthn_challenge_not_found", "There is no such challenge");
  return challenge;
}

async function startRegistration(c: Context<AppEnv>) {
  const { database, caller, environment } = c.var;
  const { email, credentials } = await readOwnCredentials(database, caller, environment);
  const { id, challenge, expiresAt } = await makeChallenge(c, "passkey-registration", caller.accountId);
  const user = { id: caller.accountId, email, credentials };
  const options = await creationOptions(c.var.environment.SITE_ORIGIN, user, challenge, challengeLifetime);
  return { challenge_id: id, options, expires_at: expiresAt };
}

async function finishRegistration(c: Context<AppEnv>) {
  const { challenge_id, credential: answer } = validate(passkeyRegistrationInput, await readJson(c));
  const { database, caller, environment } = c.var;
  const { challenge, madeAt } = await takeChallenge(
    c,
    "passkey-registration",
    challenge_id,
    caller.accountId,
  );
  const credential = await readNewPasskey(c.var.environment.SITE_ORIGIN, answer, challenge);
  if (!credential) throw notVerified();
  const passkey = await addPasskey(database, caller, {
    credential,
    answeredAt: madeAt,
    ...(await toSignInChange(c)),
  });
  c.executionCtx.waitUntil(sendDueMails(environment));
  return toResponse(passkey);
}

async function startSignIn(c: Context<AppEnv>) {
  const { id, challenge, expiresAt } = await makeChallenge(c, "passkey-sign-in");
  const options = requestOptions(c.var.environment.SITE_ORIGIN, challenge, challengeLifetime);
  return { challenge_id: id, options, expires_at: expiresAt };
}

async function finishSignIn(c: Context<AppEnv>) {
  const { challenge_id, credential: answer } = validate(passkeySignInInput, await readJson(c));
  const { challenge, madeAt } = await takeChallenge(c, "passkey-sign-in", challenge_id);
  const { database } = c.var;
  const client = readClient(c);
  const attempt = { id: crypto.randomUUID(), limits: await limitPasskeysFrom(client.network) };
  const passkey = await findPasskey(database, answer.id, attempt);
  const signCount =
    passkey && (await verifyPasskey(c.var.environment.SITE_ORIGIN, answer, challenge, passkey.credential));
  if (!passkey || signCount === null) {
    await recordPasskeyFailure(database, client, { accountId: passkey?.accountId ?? null, attempt });
    throw passkey ? notVerified() : noSuchPasskey();
  }
  const sessionId = crypto.randomUUID();
  const refreshToken = createRefreshToken();
  const account = await startPasskeySession(database, {
    sessionId,
    refreshTokenHash: await sha256(refreshToken),
    method: "passkey",
    client,
    passkey,
    signCount,
    answeredAt: madeAt,
    attempt,
  });
  // It has answered a later challenge, this one perhaps.
  if (!account) throw expired();
  return toSessionResponse(c, { account, sessionId, refreshToken });
}

function readPasskeyId(c: Context<AppEnv>): string {
  const id = (c.req.param("id") ?? "").toLowerCase();
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw noSuchPasskey();
  return id;
}

export const passkeys = new Hono<AppEnv>()
  .get("/", requireUser, async (c) => {
    const { database, caller, authorised } = c.var;
    return c.json((await listPasskeys(database, caller, authorised)).map(toResponse));
  })
  .post("/registration/options", requireUser, async (c) => c.json(await startRegistration(c)))
  .post("/registration/verify", requireUser, async (c) => c.json(await finishRegistration(c)))
  .post("/authentication/options", async (c) => c.json(await startSignIn(c)))
  .post("/authentication/verify", async (c) => c.json(await finishSignIn(c)))
  .patch("/:id", requireUser, async (c) => {
    const { database, caller, authorised } = c.var;
    const { friendly_name: name } = validate(passkeyNameInput, await readJson(c));
    return c.json(
      toResponse(await renamePasskey(database, caller, { id: readPasskeyId(c), name, authorised })),
    );
  })
  .delete("/:id", requireUser, async (c) => {
    const { database, caller, environment } = c.var;
    await removePasskey(database, caller, {
      id: readPasskeyId(c),
      ...(await toSignInChange(c)),
    });
    c.executionCtx.waitUntil(sendDueMails(environment));
    return c.body(null, 204);
  });
