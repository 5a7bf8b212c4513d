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
