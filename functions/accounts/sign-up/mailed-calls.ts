import type { Context } from "hono";
import type * as v from "valibot";
import { AuthError } from "#functions/accounts/auth-error.ts";
import {
  missingCredentials,
  phoneDisabled,
  readEmail,
  readLanguage,
  refusePkce,
  requireStrongPassword,
  takeHashingTurn,
} from "#functions/accounts/input.ts";
import {
  limitCodesFrom,
  limitCodesOf,
  limitMailCallsFrom,
  limitMailsTo,
  limitOneTimeTokensFrom,
  limitSignUpsFrom,
} from "#functions/accounts/limits/attempts.ts";
import { resendEmailChange } from "#functions/accounts/own-account/email-changes.ts";
import { readUserMetadata, withoutNulls } from "#functions/accounts/own-account/user-metadata.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { createSession, toSessionResponse } from "#functions/accounts/sessions/session-response.ts";
import { toUserResponse } from "#functions/accounts/store.ts";
import { recoverInput, resendInput, signUpInput, verifyInput } from "#functions/contract/account.schema.ts";
import { codeLength, type MailPurpose } from "#functions/contract/account.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { isMacToken } from "#functions/kernel/crypto/links.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { createCodeHmacs, createOneTimeToken } from "./one-time-tokens.ts";
import { beginSignUp, type MailCall, recover, resendSignUp, signUp } from "./store.ts";
import { type PresentedToken, spendOneTimeToken } from "./verifications.ts";

/**
 * Returns the outcome of `work`, but not before `milliseconds` have passed. The delay exceeds the usual duration of the
 * work, so the response time reveals nothing about the outcome.
 */
export async function notBefore<Outcome>(
  milliseconds: number,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const delay = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [outcome] = await Promise.allSettled([work(), delay]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

// Exceeds the duration of all these calls on a healthy database, including the hash.
const evenTimeMs = 250;

const checkMailCallLimit = createCallLimit();

/**
 * Creates the token and the attempts of a call that mails a token. The network's limit rejects the call; the limit of
 * the address only stops the mail, so the response reveals nothing about the address.
 */
async function createMailCall(c: Context<AppEnv>, email: string, purpose: MailPurpose): Promise<MailCall> {
  const { client, database, environment } = c.var;
  const id = crypto.randomUUID();
  return {
    database,
    email,
    language: readLanguage(c),
    token: await createOneTimeToken(environment.signingKeys, purpose, email),
    client,
    callAttempt: { id, limits: await limitMailCallsFrom(client.network) },
    mailAttempt: { id, limits: await limitMailsTo(email, purpose) },
  };
}

/**
 * Runs the work of a call that may send a mail, in a time that does not depend on the address. Mails leave after the
 * response.
 * @throws TooManyAttempts in a flood from one network
 */
async function runInEvenTime(c: Context<AppEnv>, work: () => Promise<void>): Promise<void> {
  checkMailCallLimit(c);
  await notBefore(evenTimeMs, work);
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
}

/**
 * Handles a sign-up. Known and unknown addresses get the same response. Its new id is an account's only if the address
 * was unknown.
 * @throws AuthError signup_disabled, validation_failed, anonymous_provider_disabled, phone_provider_disabled,
 * weak_password, over_request_rate_limit
 */
export async function takeSignUp(c: Context<AppEnv>) {
  // The check precedes the body, so no response depends on an address.
  if (c.var.environment.SIGN_UP === "closed") {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const body = validate(signUpInput, await readJson(c));
  const { email: submittedEmail, phone, password, data } = body;
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone signups are disabled");
  // Clients request an anonymous user by sending metadata only.
  if (!submittedEmail && !password && data !== undefined) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (!submittedEmail || !password) throw missingCredentials();
  refusePkce(body);
  const email = readEmail(submittedEmail);
  await requireStrongPassword(c, password, email);
  const userMetadata = withoutNulls(readUserMetadata(data));

  const now = new Date().toISOString();
  const accountId = crypto.randomUUID();
  await runInEvenTime(c, async () => {
    const { database, passwords } = c.var;
    const call = await createMailCall(c, email, "signup");
    const { id } = call.callAttempt;
    const attempt = { id, limits: await limitSignUpsFrom(call.client.network) };
    const pendingHash = await beginSignUp(database, email, attempt);
    await takeHashingTurn(c, 2, attempt);
    // A repeated sign-up with the same password keeps the hash, because it comes from the same user.
    const isRepeatedSignUp = passwords.verifyPassword(password, pendingHash).valid;
    // The hash is always computed, so that a repeated sign-up takes as long as a first one.
    const hash = passwords.hashPassword(password);
    const passwordHash = isRepeatedSignUp && pendingHash ? pendingHash : hash;
    // The call was charged before the hash.
    const callAttempt = { id, limits: [] };
    return signUp({ ...call, callAttempt, accountId, passwordHash, userMetadata });
  });
  const account = {
    id: accountId,
    email,
    email_confirmed_at: null,
    last_sign_in_at: null,
    new_email: null,
    email_change_sent_at: null,
    has_password: true,
    user_metadata: userMetadata,
    created_at: now,
    updated_at: now,
  };
  return toUserResponse(account, { confirmation_sent_at: now });
}

/**
 * Mails a token to set a new password if the address is that of a confirmed account. Every address gets the same
 * response.
 * @throws AuthError validation_failed, TooManyAttempts
 */
export async function takeRecovery(c: Context<AppEnv>) {
  const body = validate(recoverInput, await readJson(c));
  const submittedEmail = body.email;
  if (!submittedEmail) throw new AuthError(400, "validation_failed", "Password recovery requires an email");
  refusePkce(body);
  const email = readEmail(submittedEmail);
  await runInEvenTime(c, async () => {
    const lastToken = await createOneTimeToken(c.var.environment.signingKeys, "recovery", email, 24);
    return recover({ ...(await createMailCall(c, email, "recovery")), lastToken });
  });
  return {};
}

/**
 * Mails a new one-time token for a sign-up or a change of address. The response does not tell whether the address has
 * an account.
 * @throws AuthError validation_failed, phone_provider_disabled, over_request_rate_limit
 */
export async function takeResend(c: Context<AppEnv>) {
  const body = validate(resendInput, await readJson(c));
  const { type, email: submittedEmail, phone } = body;
  if (phone) throw phoneDisabled();
  if (type !== "signup" && type !== "email_change") {
    throw new AuthError(400, "validation_failed", "Missing one of these types: signup, email_change");
  }
  if (!submittedEmail)
    throw new AuthError(400, "validation_failed", "Type provided requires an email address");
  refusePkce(body);
  const email = readEmail(submittedEmail);
  await runInEvenTime(c, async () => {
    const call = await createMailCall(c, email, type);
    if (type === "signup") return resendSignUp(call);
    return resendEmailChange(call, (address) =>
      createOneTimeToken(c.var.environment.signingKeys, type, address),
    );
  });
  return {};
}

// In the protocol, `email` stands for both mails that sign a user in.
const purposes: Record<string, MailPurpose[]> = {
  signup: ["signup"],
  email: ["signup", "recovery"],
  magiclink: ["recovery"],
  recovery: ["recovery"],
  invite: ["invite"],
  email_change: ["email_change"],
};

const codePattern = new RegExp(`^\\d{${codeLength}}$`);

const checkVerifyLimit = createCallLimit();

const malformed = (message: string) => new AuthError(400, "validation_failed", message);

/**
 * Returns the lookup key of a presented one-time token: the hash of a link's token, or the HMACs of a code with its
 * address.
 * @throws AuthError validation_failed, Refusal invalid_link, invalid_code
 */
async function readPresentedToken(
  c: Context<AppEnv>,
  body: v.InferOutput<typeof verifyInput>,
): Promise<PresentedToken> {
  const { token_hash, token, email: submittedEmail } = body;
  if (token_hash) {
    if (submittedEmail || token) throw malformed("Only the token_hash and type should be provided");
    if (!isMacToken(token_hash)) throw new AccountRefusal("invalid_link");
    return { tokenHash: await sha256(token_hash) };
  }
  if (!token) throw malformed("Verify requires a token or a token hash");
  if (!submittedEmail) throw malformed("Only an email address or phone number should be provided on verify");
  const email = readEmail(submittedEmail);
  const code = token.trim();
  if (!codePattern.test(code)) throw new AccountRefusal("invalid_code");
  return { email, codeHmacs: await createCodeHmacs(c.var.environment.signingKeys, email, code) };
}

/**
 * Spends a mailed link or code. Returns a session, or the next step after the first half of a change of address.
 * @throws AuthError validation_failed, phone_provider_disabled, TooManyAttempts, Refusal invalid_link, invalid_code
 */
export async function takeOneTimeToken(c: Context<AppEnv>) {
  const body = validate(verifyInput, await readJson(c));
  if (body.phone) throw phoneDisabled();
  const requestedPurposes = Object.hasOwn(purposes, body.type) ? purposes[body.type] : undefined;
  if (!requestedPurposes) throw malformed("Verify requires a verification type");
  checkVerifyLimit(c);
  const token = await readPresentedToken(c, body);
  const { client } = c.var;
  const limits =
    "email" in token
      ? [...(await limitCodesFrom(client.network)), await limitCodesOf(token.email)]
      : await limitOneTimeTokensFrom(client.network);
  const session = await createSession(c.var.environment.signingKeys);
  const account = await spendOneTimeToken(c.var.database, {
    token,
    purposes: requestedPurposes,
    ...session,
    client,
    attempt: { id: crypto.randomUUID(), limits },
  });
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  if (!account) {
    return {
      msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      code: "200",
    };
  }
  return toSessionResponse(c, { account, ...session });
}
