import type { Language } from "#cms/content/site.ts";
import type {
  AdministratorInvitation,
  FirstPasskeyOpening,
  SignInRules,
} from "#functions/contract/account.ts";
import type { Api } from "./client.ts";

/**
 * Invites the owner of an address as an administrator, by a mail in that language.
 * @throws ApiError `passkey_required` without a recent passkey, `not_found` if the address belongs to an administrator
 */
export function inviteAdministrator(
  api: Api,
  email: string,
  language: Language,
): Promise<AdministratorInvitation> {
  return api("/api/administrators/invitations", { method: "POST", body: { email, language } });
}

/** Returns the sign-in rules of administrators. @throws ApiError */
export function readSignInRules(api: Api, signal?: AbortSignal): Promise<SignInRules> {
  return api("/api/sign-in-rules", { signal });
}

/** Sets whether administrators need a passkey. @throws ApiError `passkey_required` without a recent passkey */
export function changeSignInRules(api: Api, administratorsNeedPasskeys: boolean): Promise<SignInRules> {
  return api("/api/sign-in-rules", {
    method: "PUT",
    body: { administrators_need_passkeys: administratorsNeedPasskeys },
  });
}

/**
 * Lets another administrator add a first passkey.
 * @throws ApiError `passkey_required` without a recent passkey, `not_found` without such an administrator
 */
export function openFirstPasskey(api: Api, email: string): Promise<FirstPasskeyOpening> {
  return api("/api/sign-in-rules/first-passkeys", { method: "POST", body: { email } });
}
