import { type Context, Hono } from "hono";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { readEmail } from "#functions/accounts/input.ts";
import { readUserMetadata, withoutNulls } from "#functions/accounts/own-account/user-metadata.ts";
import { findPasswordFaults } from "#functions/accounts/passwords/rules.ts";
import { createRecoveryCodes, recoveryCodeCount } from "#functions/accounts/recovery-codes/codes.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { toUserResponse } from "#functions/accounts/store.ts";
import {
  accountChangeInput,
  accountDeletionInput,
  passkeyNameInput,
  passkeyOptionsInput,
  passkeyRegistrationInput,
  passkeySignInInput,
  passwordGrantInput,
  recoverInput,
  recoveryCodeInput,
  refreshGrantInput,
  resendInput,
  signUpInput,
  verifyInput,
} from "#functions/contract/account.schema.ts";
import { type MailPurpose, passkeyLimit } from "#functions/contract/account.ts";
import {
  emptyAnswer,
  ownSessionsAnswer,
  passkeyAnswer,
  passkeysAnswer,
  recoveryCodesAnswer,
  sessionAnswer,
  settingsAnswer,
  userAnswer,
} from "#functions/contract/answers.schema.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import type { AccountStore, FakeAccount, FakeSession } from "./account-store.ts";
import { answer } from "./answer.ts";
import type { Guards } from "./guards.ts";

const companyWords = ["Guaria Digital", "Guaria", "Digital", "guaria", "vitrina"];
const recentMs = 15 * 60_000;
const purposesByType: Record<string, MailPurpose[]> = {
  signup: ["signup"],
  email: ["signup", "recovery"],
  magiclink: ["recovery"],
  recovery: ["recovery"],
  invite: ["invite"],
};
const toTimestamp = (time: number) => new Date(time).toISOString();

async function requireStrongPassword(password: string, email: string): Promise<void> {
  const reasons = await findPasswordFaults(password, { email, company: companyWords });
  if (reasons.length > 0) throw new AuthError(422, "weak_password", "Password is weak", { reasons });
}

/** Creates `/api/auth`. Passkeys are not verified: any well-formed answer to a challenge counts. */
export function createAccountRoutes(
  accounts: AccountStore,
  { isPasskeyMissing, requireUser }: Guards,
  now: () => number,
) {
  const challenges = new Set<string>();

  const toUser = (account: FakeAccount, extraFields: { confirmation_sent_at?: string } = {}) =>
    toUserResponse(
      {
        id: account.id,
        email: account.email,
        email_confirmed_at: account.isConfirmed ? toTimestamp(account.createdAt) : null,
        last_sign_in_at: account.lastSignInAt === null ? null : toTimestamp(account.lastSignInAt),
        new_email: account.newEmail?.address ?? null,
        email_change_sent_at: account.newEmail && toTimestamp(account.newEmail.sentAt),
        has_password: account.password !== "",
        user_metadata: account.metadata,
        created_at: toTimestamp(account.createdAt),
        updated_at: toTimestamp(account.createdAt),
      },
      extraFields,
    );
  const answerSession = (c: Context, session: FakeSession) => {
    const { token, expiresAt, expiresInSeconds } = accounts.issueAccessToken(session);
    return answer(c, sessionAnswer, {
      access_token: token,
      token_type: "bearer",
      expires_in: expiresInSeconds,
      expires_at: expiresAt,
      refresh_token: session.refreshToken,
      user: toUser(accounts.getAccount(session.accountId)),
    });
  };
  const startSession = (c: Context, account: FakeAccount, method: FakeSession["method"]) =>
    answerSession(c, accounts.startSession(account, method, c.req.header("User-Agent") ?? null));
  const getCaller = (c: Context<AppEnv>) => {
    const { accountId, sessionId } = c.var.caller;
    return { account: accounts.getAccount(accountId), session: accounts.getSession(sessionId) };
  };
  const isRecent = ({ createdAt }: FakeSession) => now() - createdAt < recentMs;
  const requireCurrentPassword = (account: FakeAccount, current: string) => {
    if (current && current !== account.password) {
      throw new AuthError(400, "current_password_invalid", "The current password is not correct.");
    }
  };

  async function signUp(c: Context) {
    if (!accounts.isSignUpOpen) throw new AuthError(422, "signup_disabled", "Signups not allowed");
    const { email: submittedEmail, password, data } = validate(signUpInput, await readJson(c));
    const email = readEmail(submittedEmail);
    await requireStrongPassword(password, email);
    const metadata = withoutNulls(readUserMetadata(data));
    const existingAccount = accounts.findAccount(email);
    const account = existingAccount ?? accounts.addAccount({ email, password, metadata, isConfirmed: false });
    if (!account.isConfirmed) accounts.sendMail(email, "signup", account.id);
    const answeredAccount = existingAccount
      ? {
          ...existingAccount,
          id: crypto.randomUUID(),
          metadata,
          isConfirmed: false,
          lastSignInAt: null,
          newEmail: null,
        }
      : account;
    const sentAt = toTimestamp(now());
    return answer(c, userAnswer, toUser(answeredAccount, { confirmation_sent_at: sentAt }));
  }

  async function verify(c: Context) {
    const { type, token_hash, token, email } = validate(verifyInput, await readJson(c));
    const purposes = purposesByType[type] ?? [];
    const recipient = token_hash ? "" : readEmail(email);
    const mail = accounts.takeMail(
      (sentMail) =>
        purposes.includes(sentMail.purpose) &&
        (token_hash
          ? sentMail.tokenHash === token_hash
          : sentMail.to === recipient && accounts.isCodeOf(sentMail, token.trim())),
    );
    if (!mail) throw new AccountRefusal("invalid_link");
    const account = accounts.getAccount(mail.accountId);
    account.isConfirmed = true;
    // The invited account has no way in from before.
    if (mail.purpose === "invite") Object.assign(account, { role: "admin", password: "", passkeys: [] });
    return startSession(c, account, mail.purpose === "recovery" ? "recovery" : "mail");
  }

  async function changeUser(c: Context<AppEnv>) {
    const input = validate(accountChangeInput, await readJson(c));
    const { password, current_password, data } = input;
    const email = input.email && readEmail(input.email);
    const metadata = readUserMetadata(data);
    const { account, session } = getCaller(c);
    const isMoving = email !== "" && email !== account.email;
    if (password || email) requireCurrentPassword(account, current_password);
    const mayOmitPassword =
      account.password === "" ||
      (isRecent(session) && ["mail", "recovery", "passkey"].includes(session.method));
    if ((password || isMoving) && !current_password && !mayOmitPassword) {
      throw new AuthError(400, "current_password_required", "Current password required for this change.");
    }
    if (password) {
      await requireStrongPassword(password, account.email);
      if (password === account.password)
        throw new AuthError(422, "same_password", "New password is the old one.");
      account.password = password;
      accounts.endSessions(({ id, accountId }) => accountId === account.id && id !== session.id);
    }
    if (isMoving) {
      account.newEmail = { address: email, sentAt: now() };
      accounts.sendMail(account.email, "email_change", account.id);
      if (!accounts.findAccount(email)) accounts.sendMail(email, "email_change", account.id);
    }
    account.metadata = withoutNulls({ ...account.metadata, ...metadata });
    return answer(c, userAnswer, toUser(account));
  }

  async function deleteUser(c: Context<AppEnv>) {
    const { current_password } = validate(accountDeletionInput, await readJson(c));
    const { account } = getCaller(c);
    requireCurrentPassword(account, current_password);
    if (!current_password) {
      throw new AuthError(400, "current_password_required", "Current password required for this change.");
    }
    if (
      account.role === "admin" &&
      accounts.getAccounts().filter(({ role }) => role === "admin").length === 1
    )
      throw new AccountRefusal("last_administrator");
    accounts.removeAccount(account.id);
    return c.body(null, 204);
  }

  const issueChallenge = () => {
    const id = crypto.randomUUID();
    challenges.add(id);
    const challenge = btoa(id).replaceAll("=", "");
    return { id, challenge, expiresAt: Math.floor(now() / 1000) + 300 };
  };
  const takeChallenge = (id: string) => {
    if (!challenges.delete(id))
      throw new AuthError(400, "webauthn_challenge_not_found", "There is no such challenge");
  };
  const toPasskey = ({ credential: _, ...passkey }: FakeAccount["passkeys"][number]) => passkey;
  const passkeys = new Hono<AppEnv>()
    .get("/", requireUser, (c) => answer(c, passkeysAnswer, getCaller(c).account.passkeys.map(toPasskey)))
    .post("/registration/options", requireUser, async (c) => {
      const { current_password } = validate(passkeyOptionsInput, await readJson(c));
      const { account, session } = getCaller(c);
      requireCurrentPassword(account, current_password);
      if (isPasskeyMissing(account, session)) {
        if (accounts.hasProof(account)) throw new Refusal("passkey_required");
        if (!account.mayAddFirstPasskey) throw new AccountRefusal("first_passkey_closed");
      }
      if (account.passkeys.length > 0 && !session.isVerified) throw new Refusal("passkey_required");
      if (!session.isVerified) {
        const isMailed = session.method === "mail" || session.method === "recovery";
        if (account.password === "" ? !isMailed || !isRecent(session) : session.method === "recovery")
          throw new AccountRefusal("proof_required");
        if (account.password !== "" && !current_password) throw new AccountRefusal("password_required");
      }
      if (account.passkeys.length >= passkeyLimit) throw new AccountRefusal("too_many_passkeys");
      const { id, challenge, expiresAt } = issueChallenge();
      const user = {
        id: btoa(account.id).replaceAll("=", ""),
        name: account.email,
        displayName: account.email,
      };
      const options = {
        challenge,
        rp: { name: "localhost", id: new URL(c.req.url).hostname },
        user,
        pubKeyCredParams: [-7, -257].map((alg) => ({ alg, type: "public-key" })),
        excludeCredentials: account.passkeys.map(({ credential }) => ({
          id: credential,
          type: "public-key",
        })),
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
      };
      return c.json({ challenge_id: id, options, expires_at: expiresAt });
    })
    .post("/registration/verify", requireUser, async (c) => {
      const { challenge_id, credential } = validate(passkeyRegistrationInput, await readJson(c));
      takeChallenge(challenge_id);
      const { account, session } = getCaller(c);
      session.isVerified = true;
      account.mayAddFirstPasskey = false;
      account.passkeyGraceUntil = 0;
      const passkey = {
        id: crypto.randomUUID(),
        created_at: toTimestamp(now()),
        credential: credential.id,
      };
      account.passkeys = [...account.passkeys, passkey];
      return answer(c, passkeyAnswer, toPasskey(passkey));
    })
    .post("/authentication/options", (c) => {
      const { id, challenge, expiresAt } = issueChallenge();
      const rpId = new URL(c.req.url).hostname;
      const options = { challenge, rpId, userVerification: "required", allowCredentials: [] };
      return c.json({ challenge_id: id, options, expires_at: expiresAt });
    })
    .post("/authentication/verify", async (c) => {
      const { challenge_id, credential } = validate(passkeySignInInput, await readJson(c));
      takeChallenge(challenge_id);
      const account = accounts
        .getAccounts()
        .find((stored) => stored.passkeys.some((passkey) => passkey.credential === credential.id));
      if (!account)
        throw new AuthError(400, "webauthn_verification_failed", "The passkey could not be verified");
      return startSession(c, account, "passkey");
    })
    .patch("/:id", requireUser, async (c) => {
      const { friendly_name } = validate(passkeyNameInput, await readJson(c));
      const id = c.req.param("id").toLowerCase();
      const passkey = getCaller(c).account.passkeys.find((stored) => stored.id === id);
      if (!passkey) throw new AccountRefusal("no_such_passkey");
      return answer(c, passkeyAnswer, toPasskey(Object.assign(passkey, { friendly_name })));
    });

  const toCodes = ({ id, recoveryCodes }: FakeAccount, isNew: boolean) => ({
    id,
    type: "recovery_code" as const,
    total: isNew ? recoveryCodeCount : recoveryCodes.length,
    ...(isNew
      ? { codes: recoveryCodes.map(({ code }) => code) }
      : { remaining: recoveryCodes.filter(({ isSpent }) => !isSpent).length }),
  });
  const makeCodes = (c: Context<AppEnv>, replace: boolean) => {
    const { account, session } = getCaller(c);
    if (!isRecent(session) || !session.isVerified) throw new Refusal("passkey_required");
    const hasCodes = account.recoveryCodes.length > 0;
    if (hasCodes !== replace)
      throw new AccountRefusal(hasCodes ? "recovery_codes_exist" : "no_recovery_codes");
    account.recoveryCodes = createRecoveryCodes().map((code) => ({ code, isSpent: false }));
    return answer(c, recoveryCodesAnswer, toCodes(account, true));
  };
  const recoveryCodes = new Hono<AppEnv>()
    .get("/", requireUser, (c) => answer(c, recoveryCodesAnswer, toCodes(getCaller(c).account, false)))
    .post("/", requireUser, (c) => makeCodes(c, false))
    .post("/regenerate", requireUser, (c) => makeCodes(c, true))
    .post("/verify", requireUser, async (c) => {
      const { code: submittedCode } = validate(recoveryCodeInput, await readJson(c));
      const { account, session } = getCaller(c);
      const code = account.recoveryCodes.find(
        ({ code, isSpent }) => !isSpent && code === submittedCode.trim(),
      );
      if (!code) throw new AccountRefusal("wrong_recovery_code");
      code.isSpent = true;
      accounts.endSessions(({ id }) => id === session.id);
      return startSession(c, account, "recovery_code");
    });

  return new Hono<AppEnv>()
    .get("/settings", (c) =>
      answer(c, settingsAnswer, {
        external: { email: true, phone: false, anonymous_users: false },
        disable_signup: !accounts.isSignUpOpen,
        mailer_autoconfirm: false,
        phone_autoconfirm: false,
        sms_provider: "",
        saml_enabled: false,
      }),
    )
    .post("/token", async (c) => {
      if (c.req.query("grant_type") === "refresh_token") {
        const { refresh_token } = validate(refreshGrantInput, await readJson(c));
        return answerSession(c, accounts.exchange(refresh_token));
      }
      const { email, password } = validate(passwordGrantInput, await readJson(c));
      const account = accounts.findAccount(email);
      if (!account || password === "" || account.password !== password)
        throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
      if (!account.isConfirmed) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
      return startSession(c, account, "password");
    })
    .post("/signup", signUp)
    .post("/recover", async (c) => {
      const { email } = validate(recoverInput, await readJson(c));
      const account = accounts.findAccount(readEmail(email));
      if (account?.isConfirmed) accounts.sendMail(account.email, "recovery", account.id);
      return answer(c, emptyAnswer, {});
    })
    .post("/resend", async (c) => {
      const { type, email } = validate(resendInput, await readJson(c));
      const account = accounts.findAccount(readEmail(email));
      if (account && type === "signup" && !account.isConfirmed)
        accounts.sendMail(account.email, "signup", account.id);
      return answer(c, emptyAnswer, {});
    })
    .post("/verify", verify)
    .post("/logout", requireUser, (c) => {
      const scope = c.req.query("scope") || "global";
      const { account, session } = getCaller(c);
      accounts.endSessions(
        ({ id, accountId }) =>
          accountId === account.id && (scope === "global" || (id === session.id) === (scope === "local")),
      );
      return c.body(null, 204);
    })
    .get("/user", requireUser, (c) => answer(c, userAnswer, toUser(getCaller(c).account)))
    .put("/user", requireUser, changeUser)
    .delete("/user", requireUser, deleteUser)
    .get("/sessions", requireUser, (c) => {
      const { account, session } = getCaller(c);
      const ownSessions = accounts.getSessions().filter(({ accountId }) => accountId === account.id);
      return answer(
        c,
        ownSessionsAnswer,
        ownSessions
          .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
          .map(({ id, userAgent, createdAt, lastUsedAt }) => ({
            id,
            user_agent: userAgent,
            city: null,
            country: null,
            created_at: toTimestamp(createdAt),
            last_used_at: toTimestamp(lastUsedAt),
            idle_seconds: Math.max(0, Math.round((now() - lastUsedAt) / 1000)),
            current: id === session.id,
          })),
      );
    })
    .delete("/sessions/:id", requireUser, (c) => {
      const endedSessionId = c.req.param("id").toLowerCase();
      const { account } = getCaller(c);
      const isOwn = ({ id, accountId }: FakeSession) => id === endedSessionId && accountId === account.id;
      if (!accounts.getSessions().some(isOwn)) throw new Refusal("missing");
      accounts.endSessions(isOwn);
      return c.body(null, 204);
    })
    .route("/passkeys", passkeys)
    .route("/factors/recovery-codes", recoveryCodes);
}
