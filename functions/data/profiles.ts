import * as v from "valibot";
import type { Profile } from "#functions/contract/profile.ts";
import type { Transaction } from "./named-results.ts";
import { rowParser } from "./rows.ts";
import { sql } from "./sql.ts";

const toProfile = rowParser(v.object({ user_id: v.string(), role: v.picklist(["admin", "user"]) }));

/** The profile of the signed-in user. @throws Refusal unauthenticated */
export async function getProfile(authorised: Transaction, accountId: string): Promise<Profile> {
  const { profile } = await authorised({
    profile: sql`select user_id, role from profiles where user_id = ${accountId}`,
  });
  return toProfile(profile[0]);
}
