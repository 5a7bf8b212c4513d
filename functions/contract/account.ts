import type { Language } from "#cms/content/site.ts";

const recover: Record<Language, string> = { es: "recuperar", en: "recover" };
const account: Record<Language, string> = { es: "cuenta", en: "account" };

/** Returns the fragment that opens the sign-in page at the request for a new password. */
export const recoverFragment = (language: Language) => recover[language];

/** Returns the fragment that opens the sign-in page at the user's own account. */
export const accountFragment = (language: Language) => account[language];

/** Answer of `GET /api/profile`, read from the database at every call. */
export type Profile = {
  user_id: string;
  role: Role;
  /** Present if administrators need a passkey and this session has shown none. Administrator routes then reject it. */
  passkey_required?: true;
};

export type Role = "admin" | "user";

/**
 * Answer of `POST /api/administrators/invitations`: the invited address, and the expiry of the invitation (ISO 8601).
 */
export type AdministratorInvitation = { email: string; expires_at: string };

/**
 * Answer of `POST /api/sign-in-rules/first-passkeys`: the administrator, and the end of the time for the first passkey
 * (ISO 8601).
 */
export type FirstPasskeyOpening = { email: string; expires_at: string };

/**
 * Rules for the sign-in of administrators, as `GET /api/sign-in-rules` answers. While passkeys are needed,
 * administrator routes answer 403 `passkey_required` to a session that has shown none.
 */
export type SignInRules = {
  administrators_need_passkeys: boolean;
  /** Number of administrators. */
  administrators: number;
  /** Number of administrators with a passkey. */
  administrators_with_passkeys: number;
};

/** Path of the authentication service at the site's own origin. */
export const authPath = "/api/auth";

/** First version in `X-Supabase-Api-Version` whose errors have a `code`. */
export const authApiVersion = "2024-01-01";

/** Length of a password in code points, in NFC. */
export const passwordLength = { minimum: 8, maximum: 128 } as const;

/** Maximum number of passkeys of an account. */
export const passkeyLimit = 10;
export const passkeyNameLength = 120;

/** Digits of a mailed code. */
export const codeLength = 6;

/** Validity of a mailed code, in minutes. The link beside it is valid longer. */
export const codeLifetimeMinutes = 10;

/** Maximum size of an account's metadata, in bytes of compact JSON in UTF-8. */
export const metadataLimit = 4096;

/** Purposes of mailed links and codes: the protocol's values of `type`. */
export const mailPurposes = ["signup", "recovery", "email_change"] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** An account, as `GET /api/auth/user` answers. Times are ISO 8601, and `role` is the protocol's constant. */
export type UserResponse = {
  id: string;
  aud: "authenticated";
  role: "authenticated";
  email: string;
  phone: "";
  email_confirmed_at: string | null;
  confirmed_at: string | null;
  last_sign_in_at: string | null;
  /**
   * `password_needed` is not part of the protocol: the owner has yet to choose a password, because another person had
   * also chosen one.
   */
  app_metadata: { provider: "email"; providers: string[]; password_needed?: true };
  user_metadata: Record<string, unknown>;
  identities: IdentityResponse[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
  /** The requested address. It applies once both addresses have confirmed the change. */
  new_email?: string;
  email_change_sent_at?: string;
  confirmation_sent_at?: string;
};

/** The only identity of an account. */
type IdentityResponse = {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: { email: string; email_verified: boolean; phone_verified: false; sub: string };
  provider: "email";
  last_sign_in_at?: string | undefined;
  created_at: string;
  updated_at: string;
  email: string;
};

/** A session, as `POST /api/auth/token` answers: `expires_in` is in seconds, `expires_at` in seconds since 1970. */
export type SessionResponse = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserResponse;
};

/** A session of the caller, as `GET /api/auth/sessions` lists it; `country` is ISO 3166-1 alpha-2. */
export type OwnSession = {
  id: string;
  user_agent: string | null;
  city: string | null;
  country: string | null;
  created_at: string;
  last_used_at: string;
  /** Seconds since the last use, by the clock of the service. */
  idle_seconds: number;
  /** True for the session that sent the request. */
  current: boolean;
};

/**
 * A passkey of the caller, as `GET /api/auth/passkeys` lists it. `friendly_name` is absent if unknown. Times are ISO
 * 8601.
 */
export type PasskeyResponse = {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
};

/**
 * Recovery codes of the caller, as `GET /api/auth/factors/recovery-codes` answers. Only the answer that creates codes
 * has `codes`.
 */
export type RecoveryCodesResponse = {
  id: string;
  type: "recovery_code";
  total: number;
  remaining?: number;
  codes?: string[];
};
