import { AccountRefusal } from "#functions/accounts/refusals.ts";
import type { MailPurpose } from "#functions/contract/account.ts";
import type { PasskeyResponse, Role } from "#functions/contract/answers.schema.ts";

/** An account of the fake API. */
export type FakeAccount = {
  id: string;
  email: string;
  password: string;
  role: Role;
  isConfirmed: boolean;
  metadata: Record<string, unknown>;
  newEmail: { address: string; sentAt: number } | null;
  passkeys: (PasskeyResponse & { credential: string })[];
  recoveryCodes: { code: string; isSpent: boolean }[];
  /** Whether the operator or another administrator has opened the first passkey. */
  mayAddFirstPasskey: boolean;
  /** End of the exemption from the passkey rule, in milliseconds since 1970. */
  passkeyGraceUntil: number;
  lastSignInAt: number | null;
  createdAt: number;
};

/** A session of the fake API. */
export type FakeSession = {
  id: string;
  accountId: string;
  refreshToken: string;
  method: "password" | "mail" | "recovery" | "passkey" | "recovery_code";
  /** Whether the session has presented a passkey or a recovery code, or has added a passkey. */
  isVerified: boolean;
  createdAt: number;
  lastUsedAt: number;
  userAgent: string | null;
};

/** A mail that the fake API would send, with the token of its link and its code. */
export type FakeMail = {
  to: string;
  purpose: MailPurpose;
  tokenHash: string;
  code: string;
  wrongCodes: number;
  accountId: string;
};

const wrongCodeLimit = 5;
const accessTokenSeconds = 600;
const toBase64Url = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Creates the accounts, sessions and mails of a fake API. */
export function createAccountStore(now: () => number) {
  let accounts: FakeAccount[] = [];
  let sessions: FakeSession[] = [];
  let mails: FakeMail[] = [];
  const accessTokens = new Map<string, { sessionId: string; expiresAt: number }>();
  // The successor of each exchanged refresh token.
  const successors = new Map<string, { successor: string; sessionId: string }>();

  const findAccount = (email: string) =>
    accounts.find((account) => account.email === email.trim().toLowerCase());
  /** Whether an account has a passkey or an unused recovery code. */
  const hasProof = ({ passkeys, recoveryCodes }: FakeAccount) =>
    passkeys.length > 0 || recoveryCodes.some(({ isSpent }) => !isSpent);
  const getAccount = (id: string) => {
    const account = accounts.find((stored) => stored.id === id);
    if (!account) throw new Error(`The fake API has no account ${id}.`);
    return account;
  };

  /** Makes an access token that looks like a JWT. Only this store reads it. */
  function issueAccessToken({ id, accountId }: FakeSession) {
    const issuedAt = Math.floor(now() / 1000);
    const expiresAt = issuedAt + accessTokenSeconds;
    const claims = {
      sub: accountId,
      session_id: id,
      iat: issuedAt,
      exp: expiresAt,
      aud: "authenticated",
      aal: "aal1",
    };
    const header = { alg: "ES256", typ: "JWT", kid: "fake" };
    const token = [header, claims, crypto.randomUUID()].map(toBase64Url).join(".");
    accessTokens.set(token, { sessionId: id, expiresAt });
    return { token, expiresAt, expiresInSeconds: accessTokenSeconds };
  }

  return {
    /** Whether anyone may sign up. */
    isSignUpOpen: true,
    /** Whether administrators have to present a passkey. */
    needPasskeys: false,
    getAccounts: () => accounts,
    getSessions: () => sessions,
    /** Returns the session of the caller of a route. */
    getSession(sessionId: string): FakeSession {
      const session = sessions.find(({ id }) => id === sessionId);
      if (!session) throw new Error("The caller of the fake API has no session.");
      return session;
    },
    getMails: () => mails,
    findAccount,
    getAccount,
    hasProof,
    issueAccessToken,
    addAccount(fields: Partial<FakeAccount> & Pick<FakeAccount, "email" | "password">): FakeAccount {
      const account: FakeAccount = {
        id: crypto.randomUUID(),
        role: "user",
        isConfirmed: true,
        metadata: {},
        newEmail: null,
        passkeys: [],
        recoveryCodes: [],
        mayAddFirstPasskey: false,
        passkeyGraceUntil: 0,
        lastSignInAt: null,
        createdAt: now(),
        ...fields,
      };
      accounts = [...accounts, account];
      return account;
    },
    removeAccount(id: string) {
      accounts = accounts.filter((account) => account.id !== id);
      sessions = sessions.filter(({ accountId }) => accountId !== id);
    },
    startSession(
      account: FakeAccount,
      method: FakeSession["method"],
      userAgent: string | null = null,
    ): FakeSession {
      const session: FakeSession = {
        id: crypto.randomUUID(),
        accountId: account.id,
        refreshToken: crypto.randomUUID(),
        method,
        isVerified: method === "passkey" || method === "recovery_code",
        createdAt: now(),
        lastUsedAt: now(),
        userAgent,
      };
      account.lastSignInAt = now();
      sessions = [...sessions, session];
      return session;
    },
    endSessions(isEnded: (session: FakeSession) => boolean) {
      sessions = sessions.filter((session) => !isEnded(session));
    },
    /** Finds the session of an access token: `invalid` for a token that is expired or not of this store. */
    findSession(token: string): FakeSession | "invalid" | "ended" {
      const issued = accessTokens.get(token);
      if (!issued || issued.expiresAt * 1000 <= now()) return "invalid";
      return sessions.find(({ id }) => id === issued.sessionId) ?? "ended";
    },
    /** Exchanges a refresh token. The parent stays valid until the child is used. @throws Refusal */
    exchange(token: string): FakeSession {
      const exchangedToken = successors.get(token);
      const session = sessions.find(
        ({ refreshToken }) => refreshToken === token || refreshToken === exchangedToken?.successor,
      );
      if (!session) {
        if (!exchangedToken) throw new AccountRefusal("refresh_token_not_found");
        sessions = sessions.filter(({ id }) => id !== exchangedToken.sessionId);
        throw new AccountRefusal("refresh_token_already_used");
      }
      if (session.refreshToken === token) {
        session.refreshToken = crypto.randomUUID();
        successors.set(token, { successor: session.refreshToken, sessionId: session.id });
      }
      session.lastUsedAt = now();
      return session;
    },
    sendMail(to: string, purpose: MailPurpose, accountId: string) {
      mails = mails.filter((mail) => mail.to !== to || mail.purpose !== purpose);
      const code = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
      mails.push({ to, purpose, accountId, code, wrongCodes: 0, tokenHash: crypto.randomUUID() });
    },
    /** Removes and returns the mail of a token, so that the token works once. */
    takeMail(isMail: (mail: FakeMail) => boolean): FakeMail | undefined {
      const mail = mails.find(isMail);
      mails = mails.filter((storedMail) => storedMail !== mail);
      return mail;
    },
    /** Checks a code against a mail. Five wrong codes invalidate the code, but not the link. */
    isCodeOf(mail: FakeMail, code: string): boolean {
      if (mail.wrongCodes >= wrongCodeLimit) return false;
      if (mail.code !== code) mail.wrongCodes += 1;
      return mail.code === code;
    },
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
