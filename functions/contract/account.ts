import type { Language } from "#cms/content/site.ts";

const recover: Record<Language, string> = { es: "recuperar", en: "recover" };
const account: Record<Language, string> = { es: "cuenta", en: "account" };

/** The fragment of the sign-in page that opens it where a new password is asked for. */
export const recoverFragment = (language: Language) => recover[language];

/** The fragment of the sign-in page that shows one's own account. */
export const accountFragment = (language: Language) => account[language];

/** Answer of `GET /api/profile`, read from the database at every call. */
export type Profile = {
  user_id: string;
  role: Role;
  /** Administrators need a passkey here, and this session has shown none: it opens nothing that is theirs. */
  passkey_required?: true;
};

export type Role = "admin" | "user";

/** Answer of `POST /api/administrators/invitations`: the invited address, and the expiry of the invitation (ISO 8601). */
export type AdministratorInvitation = { email: string; expires_at: string };

/** Answer of `POST /api/sign-in-rules/first-passkeys`: the administrator, and until when the first passkey can be added, in ISO 8601. */
export type FirstPasskeyOpening = { email: string; expires_at: string };

/**
 * How administrators have to sign in, as `GET /api/sign-in-rules` answers. While passkeys are needed, who has shown none in their session gets
 * 403 `passkey_required` wherever an administrator is asked for.
 */
export type SignInRules = {
  administrators_need_passkeys: boolean;
  /** How many there are. */
  administrators: number;
  /** How many of them have a passkey. */
  administrators_with_passkeys: number;
};

/** Where the authentication service is, at the site's own origin. */
export const authPath = "/api/auth";

/** From this version on, named in `X-Supabase-Api-Version`, an error has a `code`. */
export const authApiVersion = "2024-01-01";

/** How many characters (code points, in NFC) a password has. */
export const passwordLength = { minimum: 8, maximum: 128 } as const;

/** How many passkeys an account has at most, and how many characters their names have. */
export const passkeyLimit = 10;
export const passkeyNameLength = 120;

/** Digits of a mailed code. */
export const codeLength = 6;

/** How long a mailed code can be typed, in minutes; the link beside it is good for longer. */
export const codeLifetime = 10;

/** Largest metadata of an account, in bytes of compact JSON in UTF-8. */
export const metadataLimit = 4096;

/** What a mailed link or code is for, as the protocol's `type` calls it. */
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
  /** `password_needed` is ours: the owner has yet to choose a password, because someone else had chosen one as well. */
  app_metadata: { provider: "email"; providers: string[]; password_needed?: true };
  user_metadata: Record<string, unknown>;
  identities: IdentityResponse[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
  /** The address that the account will have once both of its addresses have confirmed. */
  new_email?: string;
  email_change_sent_at?: string;
  confirmation_sent_at?: string;
};

/** The one way to sign in that an account has. */
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

/** A browser in which the caller is signed in, as `GET /api/auth/sessions` lists it; `country` is ISO 3166-1 alpha-2. */
export type OwnSession = {
  id: string;
  user_agent: string | null;
  city: string | null;
  country: string | null;
  created_at: string;
  last_used_at: string;
  /** How long ago that was, by the clock of the service. */
  idle_seconds: number;
  /** Whether it is the one that asks. */
  current: boolean;
};

/** A passkey of the caller, as `GET /api/auth/passkeys` lists it; without a name where none is known. Times are ISO 8601. */
export type PasskeyResponse = {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
};

/** The recovery codes of the caller, as `GET /api/auth/factors/recovery-codes` answers; the codes themselves where they have just been made. */
export type RecoveryCodesResponse = {
  id: string;
  type: "recovery_code";
  total: number;
  remaining?: number;
  codes?: string[];
};
