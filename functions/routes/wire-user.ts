import type { Account } from "../data/accounts.ts";

/**
 * An account as Supabase Auth writes it. Its `role` is the protocol's constant, not the profile's; `more` are members
 * that an answer has beside the account's own. `password_needed` is ours: its owner has yet to choose a password.
 */
export function wireUser(account: Account, more: { confirmation_sent_at?: string } = {}) {
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
    user_metadata: {},
    identities: [],
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
