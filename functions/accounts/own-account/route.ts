import type { Context } from "hono";
import { AuthError } from "#functions/accounts/auth-error.ts";
import {
  phoneDisabled,
  readEmail,
  refusePkce,
  requireStrongPassword,
  takeHashingTurn,
} from "#functions/accounts/input.ts";
import {
  limitEmailChangesOf,
  limitMailsToNewAddress,
  limitSignInChangesOf,
} from "#functions/accounts/limits/attempts.ts";
import { type Attempt, settleQueries } from "#functions/accounts/limits/store.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { createOneTimeToken } from "#functions/accounts/sign-up/one-time-tokens.ts";
import { toUserResponse } from "#functions/accounts/store.ts";
import { accountChangeInput, accountDeletionInput } from "#functions/contract/account.schema.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { changeAccount, type EmailChange, type PasswordChange } from "./changes.ts";
import { type ProvenOwner, proveOwner } from "./current-password.ts";
import { deleteOwner, getOwner, type Owner } from "./store.ts";
import { readUserMetadata } from "./user-metadata.ts";

/**
 * Checks and hashes a new password, which `changeAccount` stores. One hash compares it with the old password, the other
 * is the new one.
 * @throws AuthError weak_password, same_password, over_request_rate_limit
 */
async function preparePasswordChange(
  c: Context<AppEnv>,
  { owner, attempt }: ProvenOwner,
  password: string,
): Promise<PasswordChange> {
  await requireStrongPassword(c, password, owner.account.email);
  await takeHashingTurn(c, 2, attempt);
  if (c.var.passwords.verifyPassword(password, owner.passwordHash).valid) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return {
    oldHash: owner.passwordHash,
    newHash: c.var.passwords.hashPassword(password),
    isRecovered: owner.hasPassword && !attempt && !owner.isVerified,
  };
}

/**
 * Creates the attempt that the limits of mails count: changes of the password and of the address. A new password after a
 * recovery does not count, because the recovery did.
 */
async function createChangeAttempt(
  { account: { id }, isMailboxProven }: Owner,
  { password, newEmail }: { password: string; newEmail: string },
): Promise<Attempt> {
  return {
    id: crypto.randomUUID(),
    limits: [
      ...(password && !isMailboxProven ? [await limitSignInChangesOf(id)] : []),
      ...(newEmail ? [...(await limitEmailChangesOf(id)), ...(await limitMailsToNewAddress(newEmail))] : []),
    ],
  };
}

/** Creates the tokens that `changeAccount` mails to both addresses, or only to the current one if the new is taken. */
async function prepareEmailChange(
  c: Context<AppEnv>,
  { owner }: ProvenOwner,
  newEmail: string,
): Promise<EmailChange> {
  const { signingKeys } = c.var.environment;
  return {
    newEmail,
    currentToken: await createOneTimeToken(signingKeys, "email_change", owner.account.email),
    newToken: await createOneTimeToken(signingKeys, "email_change", newEmail),
  };
}

/** Returns the account of the signed-in user. @throws Refusal unauthenticated */
export async function readUser(c: Context<AppEnv>) {
  const { account } = await getOwner(c.var, null);
  return toUserResponse(account);
}

/**
 * Changes the password and the metadata (`data`) of the signed-in user at once, and the address after both addresses
 * have confirmed.
 * @throws AuthError current_password_invalid, weak_password, same_password,
 * validation_failed, phone_provider_disabled
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, password_required, proof_required,
 * changed_elsewhere, metadata_too_large
 */
export async function changeOwnAccount(c: Context<AppEnv>) {
  const body = validate(accountChangeInput, await readJson(c));
  const { password, current_password, email, phone, data } = body;
  // Checks of the body come first, so that an invalid request is no attempt at the password.
  const newEmail = email && readEmail(email);
  if (phone) throw phoneDisabled();
  refusePkce(body);
  const metadata = readUserMetadata(data);
  const provenOwner = await proveOwner(c, password || newEmail ? current_password : "");
  const { owner, attempt } = provenOwner;
  const isNewAddress = newEmail !== "" && newEmail !== owner.account.email;
  const hasOtherChanges = isNewAddress || Object.keys(metadata).length > 0;
  if (owner.lacksPasskey && (hasOtherChanges || !password)) throw new Refusal("passkey_required");
  // Without the current password, a passkey, a recovery code or the mailbox proves the owner.
  if ((password || isNewAddress) && !attempt && !owner.isVerified && !owner.isMailboxProven) {
    throw new AccountRefusal(owner.hasPassword ? "password_required" : "proof_required");
  }
  const account = await changeAccount(c.var, {
    owner,
    attempt: await createChangeAttempt(owner, { password, newEmail: isNewAddress ? newEmail : "" }),
    password: password ? await preparePasswordChange(c, provenOwner, password) : null,
    email: isNewAddress ? await prepareEmailChange(c, provenOwner, newEmail) : null,
    metadata,
    settle: attempt ? settleQueries(attempt) : [],
  });
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  return toUserResponse(account);
}

/**
 * Deletes the account of the signed-in user.
 * @throws AuthError current_password_invalid, over_request_rate_limit
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, password_required, last_administrator, changed_elsewhere
 */
export async function deleteOwnAccount(c: Context<AppEnv>): Promise<void> {
  const { current_password } = validate(accountDeletionInput, await readJson(c));
  const { owner, attempt } = await proveOwner(c, current_password);
  // A recent passkey or recovery mail, which other changes accept instead, does not suffice for a deletion.
  if (!attempt) throw new AccountRefusal("password_required");
  await deleteOwner(c.var, owner, settleQueries(attempt));
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
}
