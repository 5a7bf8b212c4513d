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
