import type { Context } from "hono";
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
import { limitMailCallsFrom, limitMailsTo, limitSignUpsFrom } from "#functions/accounts/limits/attempts.ts";
import { resendEmailChange } from "#functions/accounts/own-account/email-changes.ts";
import { readUserMetadata, withoutNulls } from "#functions/accounts/own-account/user-metadata.ts";
import { toUserResponse } from "#functions/accounts/own-account/user-response.ts";
import { recoverInput, resendInput, signUpInput } from "#functions/contract/account.schema.ts";
import type { MailPurpose } from "#functions/contract/account.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import { readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { createOneTimeToken } from "./one-time-tokens.ts";
import { beginSignUp, type MailCall, recover, resendSignUp, signUp } from "./store.ts";

/**
 * Returns the outcome of `work`, but not before `milliseconds` have passed. The delay exceeds the duration of the work,
 * so the response time reveals nothing about the outcome.
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

async function createMailCall(c: Context<AppEnv>, email: string, purpose: MailPurpose): Promise<MailCall> {
  const client = readClient(c);
  return {
    email,
    language: readLanguage(c),
    token: await createOneTimeToken(c.var.environment.signingKeys, purpose, email),
    client,
    attemptId: crypto.randomUUID(),
    calls: await limitMailCallsFrom(client.network),
    mails: await limitMailsTo(email, purpose),
  };
}

// Mails leave after the response, whose time and content do not depend on them.
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

  const now = new Date();
  const accountId = crypto.randomUUID();
  await runInEvenTime(c, async () => {
    const { database, passwords } = c.var;
    const call = await createMailCall(c, email, "signup");
    const attempt = { id: call.attemptId, limits: await limitSignUpsFrom(call.client.network) };
    const pending = await beginSignUp(database, email, attempt);
    await takeHashingTurn(c, 2, attempt);
    // A repeated sign-up with the same password keeps the hash, because it comes from the same user.
    const isRepeatedSignUp = passwords.verifyPassword(password, pending).valid;
    // The hash is always computed, so that a repeated sign-up takes as long as a first one.
    const hash = passwords.hashPassword(password);
    const passwordHash = isRepeatedSignUp && pending ? pending : hash;
    return signUp(database, { ...call, calls: [], accountId, passwordHash, userMetadata });
  });
  const account = {
    id: accountId,
    email,
    emailConfirmedAt: null,
    lastSignInAt: null,
    emailChange: null,
    hasPassword: true,
    userMetadata,
    createdAt: now,
    updatedAt: now,
  };
  return toUserResponse(account, { confirmation_sent_at: now.toISOString() });
}

/** Mails the owner of an address a token to set a new password. @throws AuthError validation_failed, TooManyAttempts */
export async function takeRecovery(c: Context<AppEnv>) {
  const body = validate(recoverInput, await readJson(c));
  const submittedEmail = body.email;
  if (!submittedEmail) throw new AuthError(400, "validation_failed", "Password recovery requires an email");
  refusePkce(body);
  const email = readEmail(submittedEmail);
  await runInEvenTime(c, async () => recover(c.var.database, await createMailCall(c, email, "recovery")));
  return {};
}

/**
 * Mails a new one-time token for a sign-up or a change of address.
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
    if (type === "signup") return resendSignUp(c.var.database, call);
    return resendEmailChange(c.var.database, call, (address) =>
      createOneTimeToken(c.var.environment.signingKeys, type, address),
    );
  });
  return {};
}
