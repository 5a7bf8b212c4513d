// Recovery codes replace a lost passkey, in the calls of Supabase Auth's clients. They add to a password: the user
// signs in with the password before using a code. Access: signed in. Problems: AuthErrorCode.
import { type Context, Hono } from "hono";
import { createPasswordAttempt, toSignInChange } from "#functions/accounts/input.ts";
import { requireAccountChange, requireUser } from "#functions/accounts/require-user.ts";
import { createRefreshToken, toSessionResponse } from "#functions/accounts/sessions/session-response.ts";
import { getAddress } from "#functions/accounts/store.ts";
import { recoveryCodeInput } from "#functions/contract/account.schema.ts";
import type { RecoveryCodesResponse } from "#functions/contract/account.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import { readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { createRecoveryCodes, hashRecoveryCode, recoveryCodeCount } from "./codes.ts";
import { countRecoveryCodes, makeRecoveryCodes, removeRecoveryCodes, spendRecoveryCode } from "./store.ts";

// A set of codes has no id of its own and takes the account's.
const toResponse = (
  { var: { caller } }: Context<AppEnv>,
  setDetails: Omit<RecoveryCodesResponse, "id" | "type">,
): RecoveryCodesResponse => ({ id: caller.accountId, type: "recovery_code", ...setDetails });

async function storeNewCodes(c: Context<AppEnv>, replace: boolean) {
  const { database, caller, environment, authorised } = c.var;
  const codes = createRecoveryCodes();
  const hashes = await Promise.all(codes.map(hashRecoveryCode));
  await makeRecoveryCodes(database, caller, {
    hashes,
    replace,
    authorised,
    ...(await toSignInChange(c)),
  });
  c.executionCtx.waitUntil(sendDueMails(environment));
  return toResponse(c, { total: recoveryCodeCount, codes });
}

async function verify(c: Context<AppEnv>) {
  const { code } = validate(recoveryCodeInput, await readJson(c));
  const { database, caller, environment } = c.var;
  const client = readClient(c);
  const email = await getAddress(c.var.authorised, caller.accountId);
  const sessionId = crypto.randomUUID();
  const refreshToken = createRefreshToken();
  const account = await spendRecoveryCode(database, caller, {
    sessionId,
    refreshTokenHash: await sha256(refreshToken),
    method: "recovery_code",
    client,
    codeHash: await hashRecoveryCode(code),
    attempt: await createPasswordAttempt(client, email),
    limits: environment,
  });
  c.executionCtx.waitUntil(sendDueMails(environment));
  return toSessionResponse(c, { account, sessionId, refreshToken });
}

export const recoveryCodes = new Hono<AppEnv>()
  .get("/", requireUser, async (c) => {
    const { database, caller, authorised } = c.var;
    return c.json(toResponse(c, await countRecoveryCodes(database, caller, authorised)));
  })
  .post("/", requireAccountChange, async (c) => c.json(await storeNewCodes(c, false)))
  .post("/regenerate", requireAccountChange, async (c) => c.json(await storeNewCodes(c, true)))
  .post("/verify", requireUser, async (c) => c.json(await verify(c)))
  .delete("/", requireAccountChange, async (c) => {
    const { database, caller, environment, authorised } = c.var;
    await removeRecoveryCodes(database, caller, { authorised, ...(await toSignInChange(c)) });
    c.executionCtx.waitUntil(sendDueMails(environment));
    return c.json({ id: caller.accountId });
  });
