import { callApi } from "./client.ts";

/** Whether visitors may create an account now, after the public settings of the authentication service. */
export async function readSignUpOpen(signal?: AbortSignal): Promise<boolean> {
  const settings = await callApi<{ disable_signup?: boolean }>("/api/auth/settings", { signal });
  return settings.disable_signup === false;
}
