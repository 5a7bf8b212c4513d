import * as v from "valibot";
import type { Profile } from "#functions/contract/profile.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { lacksPasskey } from "#functions/kernel/database/fresh-proofs.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";

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

/** The profile of the signed-in user. @throws Refusal unauthenticated */
export async function getProfile(
  authorised: Transaction,
  { accountId, sessionId }: Caller,
): Promise<Profile> {
  const { profile } = await authorised({
    profile: sql`
      select user_id, role, ${lacksPasskey} as lacks_passkey
      from profiles join sessions on account_id = user_id
      where user_id = ${accountId} and sessions.id = ${sessionId}`,
  });
  return toProfile(profile[0]);
}
