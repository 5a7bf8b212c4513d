// Recovery codes replace a lost passkey, in the calls of Supabase Auth's clients. They add to a password: the user
// signs in with the password before using a code.
import { type Context, Hono } from "hono";
import { createOwnPasswordAttempt } from "#functions/accounts/input.ts";
import { requireAccountChange, requireUser } from "#functions/accounts/require-user.ts";
import { createSession, toSessionResponse } from "#functions/accounts/sessions/session-response.ts";
import { toSignInChange } from "#functions/accounts/sign-in-changes.ts";
import { recoveryCodeInput } from "#functions/contract/account.schema.ts";
import type { RecoveryCodesResponse } from "#functions/contract/answers.schema.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { createRecoveryCodes, hashRecoveryCode, recoveryCodeCount } from "./codes.ts";
import { countRecoveryCodes, removeRecoveryCodes, spendRecoveryCode, storeRecoveryCodes } from "./store.ts";

/** Returns a set of recovery codes in the format of Supabase Auth. It has no id of its own and takes the account's. */
const toResponse = (
  { var: { caller } }: Context<AppEnv>,
  setDetails: Omit<RecoveryCodesResponse, "id" | "type">,
): RecoveryCodesResponse => ({ id: caller.accountId, type: "recovery_code", ...setDetails });

/** Creates and returns a set of codes. Only their hashes are stored, so the user sees the codes only this once. */
async function createCodeSet(c: Context<AppEnv>, replace: boolean) {
  const codes = createRecoveryCodes();
  const hashes = await Promise.all(codes.map(hashRecoveryCode));
  await storeRecoveryCodes(await toSignInChange(c), hashes, replace);
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  return toResponse(c, { total: recoveryCodeCount, codes });
}

/**
 * Spends a recovery code, which a signed-in user enters in place of a lost passkey. Responds with a verified session
 * that replaces the caller's.
 */
async function verifyCode(c: Context<AppEnv>) {
  const { code } = validate(recoveryCodeInput, await readJson(c));
  const { caller, client } = c.var;
  const attempt = await createOwnPasswordAttempt(client, caller);
  const session = await createSession(c.var.environment.signingKeys);
  const account = await spendRecoveryCode({ ...c.var, attempt }, await hashRecoveryCode(code), {
    ...session,
    client,
  });
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  return toSessionResponse(c, { account, ...session });
}

export const recoveryCodes = new Hono<AppEnv>()
  .get("/", requireUser, async (c) => c.json(toResponse(c, await countRecoveryCodes(c.var))))
  .post("/", requireAccountChange, async (c) => c.json(await createCodeSet(c, false)))
  .post("/regenerate", requireAccountChange, async (c) => c.json(await createCodeSet(c, true)))
  .post("/verify", requireUser, async (c) => c.json(await verifyCode(c)))
  .delete("/", requireAccountChange, async (c) => {
    await removeRecoveryCodes(await toSignInChange(c));
    c.executionCtx.waitUntil(sendDueMails(c.var.environment));
    return c.json({ id: c.var.caller.accountId });
  });
