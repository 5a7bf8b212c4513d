import type { Context } from "hono";
import type * as v from "valibot";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { phoneDisabled, readEmail } from "#functions/accounts/input.ts";
import { limitCodesOf, limitOneTimeTokensFrom } from "#functions/accounts/limits/attempts.ts";
import { createRefreshToken, toSessionResponse } from "#functions/accounts/sessions/session-response.ts";
import { verifyInput } from "#functions/contract/account.schema.ts";
import { codeLength, type MailPurpose } from "#functions/contract/account.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { isMacToken } from "#functions/kernel/crypto/links.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import { readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { createCodeHmacs } from "./one-time-tokens.ts";
import { type PresentedToken, spendOneTimeToken } from "./verifications.ts";

// In the protocol, `email` stands for both mails that sign a user in.
const purposes: Record<string, MailPurpose[]> = {
  signup: ["signup"],
  email: ["signup", "recovery"],
  magiclink: ["recovery"],
  recovery: ["recovery"],
  email_change: ["email_change"],
};

const codePattern = new RegExp(`^\\d{${codeLength}}$`);

const checkVerifyLimit = createCallLimit();

const malformed = (message: string) => new AuthError(400, "validation_failed", message);

async function readPresentedToken(
  c: Context<AppEnv>,
  body: v.InferOutput<typeof verifyInput>,
): Promise<PresentedToken> {
  const { token_hash, token, email: submittedEmail } = body;
  if (token_hash) {
    if (submittedEmail || token) throw malformed("Only the token_hash and type should be provided");
    if (!isMacToken(token_hash)) throw new Refusal("invalid_link");
    return { tokenHash: await sha256(token_hash) };
  }
  if (!token) throw malformed("Verify requires a token or a token hash");
  if (!submittedEmail) throw malformed("Only an email address or phone number should be provided on verify");
  const email = readEmail(submittedEmail);
  const code = token.trim();
  if (!codePattern.test(code)) throw new Refusal("invalid_code");
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
  const client = readClient(c);
  const limits = await limitOneTimeTokensFrom(client.network);
  if ("email" in token) limits.push(...(await limitCodesOf(token.email, client.network)));
  const sessionId = crypto.randomUUID();
  const refreshToken = createRefreshToken();
  const verification = await spendOneTimeToken(c.var.database, {
    token,
    purposes: requestedPurposes,
    sessionId,
    refreshTokenHash: await sha256(refreshToken),
    client,
    attempt: { id: crypto.randomUUID(), limits },
  });
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  if (verification.outcome === "half_confirmed") {
    return {
      msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      code: "200",
    };
  }
  return toSessionResponse(c, { account: verification.account, sessionId, refreshToken });
}
