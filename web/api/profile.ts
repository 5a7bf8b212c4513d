import type { Profile } from "#functions/contract/account.ts";
import type { Api } from "./client.ts";

/** The signed-in caller's profile, read from the database. */
export function readProfile(api: Api, signal?: AbortSignal): Promise<Profile> {
  return api("/api/profile", { signal });
}
