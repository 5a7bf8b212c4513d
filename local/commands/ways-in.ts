import * as v from "valibot";
import { unknownPasswordHash } from "#functions/accounts/passwords/passwords.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";

const forgottenWays = v.object({
  password: v.boolean(),
  passkeys: v.array(v.nullable(v.string())),
  recovery_codes: v.number(),
  sessions: v.number(),
});

/**
 * The ways into an account that a change of its role has removed. `passkeys` has the name of each passkey, null for a
 * passkey without a name.
 */
export type ForgottenWays = v.InferOutput<typeof forgottenWays>;

export const toForgottenWays = rowParser(forgottenWays);

/** Selects the ways into an account that the change to another role removes. */
export const waysInQuery = (email: string, role: "admin" | "user") => sql`
  select password_hash <> ${unknownPasswordHash} as password,
    to_json(array(select name from passkeys where account_id = accounts.id order by created_at)) as passkeys,
    (select count(*)::integer from recovery_codes where account_id = accounts.id and used_at is null) as recovery_codes,
    (select count(*)::integer from sessions where account_id = accounts.id and ended_at is null) as sessions
  from accounts join profiles on user_id = accounts.id
  where email = ${email} and role <> ${role}`;

const countInWords = (count: number, unit: string): string[] =>
  count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];

/** Names the removed ways into an account in a sentence; an empty text if there were none. */
export function describeForgottenWays(forgotten: ForgottenWays): string {
  const names = forgotten.passkeys.map((name) => name ?? "unnamed").join(", ");
  const parts = [
    ...(forgotten.password ? ["the password"] : []),
    ...countInWords(forgotten.passkeys.length, "passkey").map((text) => `${text} (${names})`),
    ...countInWords(forgotten.recovery_codes, "recovery code"),
    ...countInWords(forgotten.sessions, "session"),
  ];
  return parts.length === 0 ? "" : `Removed from before: ${parts.join(", ")}.`;
}
