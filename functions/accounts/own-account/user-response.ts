import type { Account } from "#functions/accounts/store.ts";
import type { UserResponse } from "#functions/contract/account.ts";

// An account has one identity. It has no id of its own and takes the account's.
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
 * Returns an account in the format of Supabase Auth. `role` is a constant of the protocol, not the profile's role.
 * `extraMembers` are added to the response. `password_needed` is an addition: the owner has not chosen a password yet.
 */
export function toUserResponse(
  account: Account,
  extraMembers: { confirmation_sent_at?: string } = {},
): UserResponse {
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
    ...extraMembers,
  };
}
