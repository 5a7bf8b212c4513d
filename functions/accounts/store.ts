import * as v from "valibot";
import type { Profile, UserResponse } from "#functions/contract/answers.schema.ts";
import { columnParser, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { lacksPasskey } from "./fresh-proofs.ts";
import { unknownPasswordHash } from "./passwords/passwords.ts";

const toProfile = rowParser(
  v.pipe(
    v.object({ user_id: v.string(), role: v.picklist(["admin", "user"]), lacks_passkey: v.boolean() }),
    v.transform(
      ({ lacks_passkey, ...profile }): Profile => ({
        ...profile,
        ...(lacks_passkey && { passkey_required: true }),
      }),
    ),
  ),
);

/** The parts of a request that a call about the caller's own account needs. */
export type AccountCall = Pick<
  AppEnv["Variables"],
  "authorized" | "caller" | "client" | "database" | "environment"
>;

/** Returns the profile of the signed-in user. @throws Refusal unauthenticated */
export async function getProfile({ authorized, caller }: AccountCall): Promise<Profile> {
  const { profile } = await authorized({
    profile: sql`
      select user_id, role, ${lacksPasskey} as lacks_passkey
      from profiles join sessions on account_id = user_id
      where user_id = ${caller.accountId} and sessions.id = ${caller.sessionId}`,
  });
  return toProfile(profile[0]);
}

/**
 * Selects a column of an account's latest change of address that is not complete and not expired. Each change has two
 * tokens, of which the one for the current address represents it.
 */
const pendingChangeQuery = (column: Query): Query => sql`(
  select ${column} from one_time_tokens change
  where change.account_id = accounts.id and change.purpose = 'email_change' and change.half = 'current'
    and change.new_email <> accounts.email and change.expires_at > now()
  order by change.created_at desc limit 1
)`;

/** The columns that `toAccount` reads. Row-level security shows all of them to the service `auth` only. */
export const accountColumns: Query = sql`
  accounts.id, accounts.email, accounts.email_confirmed_at, accounts.last_sign_in_at, accounts.created_at,
  accounts.updated_at, accounts.user_metadata, accounts.password_hash <> ${unknownPasswordHash} as has_password, ${pendingChangeQuery(sql`change.new_email`)} as new_email,
  ${pendingChangeQuery(sql`change.created_at`)} as email_change_sent_at`;

const accountRow = v.object({
  id: v.string(),
  email: v.string(),
  email_confirmed_at: v.nullable(instant),
  last_sign_in_at: v.nullable(instant),
  // The latest change of address that is not confirmed yet.
  new_email: v.nullable(v.string()),
  email_change_sent_at: v.nullable(instant),
  // False until the owner has chosen a password.
  has_password: v.boolean(),
  user_metadata: v.record(v.string(), v.unknown()),
  created_at: instant,
  updated_at: instant,
});

/** An account without its password hash. Times are ISO 8601. */
export type Account = v.InferOutput<typeof accountRow>;

export const toAccount = rowParser(accountRow);

/**
 * Returns the identity of an account, which the responses of Supabase Auth contain. An account has only this one. It
 * has no id of its own and takes the account's.
 */
const toIdentity = (account: Account): UserResponse["identities"][number] => ({
  identity_id: account.id,
  id: account.id,
  user_id: account.id,
  identity_data: {
    email: account.email,
    email_verified: account.email_confirmed_at !== null,
    phone_verified: false,
    sub: account.id,
  },
  provider: "email",
  last_sign_in_at: account.last_sign_in_at ?? undefined,
  created_at: account.created_at,
  updated_at: account.updated_at,
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
  const { has_password, new_email, email_change_sent_at, ...user } = account;
  return {
    ...user,
    aud: "authenticated",
    role: "authenticated",
    phone: "",
    confirmed_at: user.email_confirmed_at,
    app_metadata: {
      provider: "email",
      providers: ["email"],
      ...(!has_password && { password_needed: true }),
    },
    identities: [toIdentity(account)],
    is_anonymous: false,
    ...(new_email !== null && email_change_sent_at !== null && { new_email, email_change_sent_at }),
    ...extraMembers,
  };
}

export const toPasswordHash = columnParser("password_hash", v.string());

/**
 * Locks the accounts that match the condition until the transaction ends, so that calls about one account take turns.
 * All calls lock in one order, which prevents deadlocks: the limits of attempts, the account, its sessions, their
 * tokens. Only a sign-in with a passkey locks its limits last, which no call with a lock on an account waits for. A
 * transaction that writes to an account or to several of its sessions takes this lock before it does. A call about one
 * session may lock only that session, and must not lock the account afterwards.
 */
export const lockAccountsQuery = (condition: Query): Query =>
  sql`select id from accounts where ${condition} order by id for update`;
