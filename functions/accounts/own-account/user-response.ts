import type { Account } from "#functions/accounts/store.ts";
import type { UserResponse } from "#functions/contract/account.ts";

// The one way to sign in that an account has. It is never a thing of its own, so that it goes by the account's id.
const toIdentity = (account: Account): UserResponse["identities"][number] => ({
  identity_id: account.id,
  id: account.id,
  user_id: account.id,
  identity_data: {
    email: account.email,
    email_verified: account.emailConfirmedAt !== null,
    phone_verified: false,
    sub: account.id,
  },
  provider: "email",
  last_sign_in_at: account.lastSignInAt?.toISOString(),
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
  email: account.email,
});

/**
 * An account as Supabase Auth writes it. Its `role` is the protocol's constant, not the profile's; `more` are members
 * that an answer has beside the account's own. `password_needed` is ours: its owner has yet to choose a password.
 */
export function toUserResponse(account: Account, more: { confirmation_sent_at?: string } = {}): UserResponse {
  const confirmedAt = account.emailConfirmedAt?.toISOString() ?? null;
  return {
    id: account.id,
    aud: "authenticated",
    role: "authenticated",
    email: account.email,
    phone: "",
    email_confirmed_at: confirmedAt,
    confirmed_at: confirmedAt,
    last_sign_in_at: account.lastSignInAt?.toISOString() ?? null,
    app_metadata: {
      provider: "email",
      providers: ["email"],
      ...(!account.hasPassword && { password_needed: true }),
    },
    user_metadata: account.userMetadata,
    identities: [toIdentity(account)],
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
    is_anonymous: false,
    ...(account.emailChange && {
      new_email: account.emailChange.newEmail,
      email_change_sent_at: account.emailChange.sentAt.toISOString(),
    }),
    ...more,
  };
}
