import type { FirstPasskeyOpening, SignInRules } from "#functions/contract/account.ts";
import type { Api } from "./client.ts";

/** How administrators have to sign in. @throws ApiError */
export function readSignInRules(api: Api, signal?: AbortSignal): Promise<SignInRules> {
  return api("/api/sign-in-rules", { signal });
}

/** Decides whether administrators need a passkey. @throws ApiError `passkey_required` for who has shown none */
export function changeSignInRules(api: Api, administratorsNeedPasskeys: boolean): Promise<SignInRules> {
  return api("/api/sign-in-rules", {
    method: "PUT",
    body: { administrators_need_passkeys: administratorsNeedPasskeys },
  });
}

/** Lets another administrator add a first passkey. @throws ApiError `passkey_required` for who has shown none, `not_found` */
export function openFirstPasskey(api: Api, email: string): Promise<FirstPasskeyOpening> {
  return api("/api/sign-in-rules/first-passkeys", { method: "POST", body: { email } });
}
