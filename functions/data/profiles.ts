import type { Profile } from "#functions/contract/profile.ts";
import { sql, type Transaction } from "./database.ts";

/** The profile of the signed-in person. @throws Problem unauthenticated */
export async function readProfile(authorised: Transaction, accountId: string): Promise<Profile> {
  const [[profile] = []] = await authorised([
    sql`select user_id, role from profiles where user_id = ${accountId}`,
  ]);
  return profile as Profile;
}
