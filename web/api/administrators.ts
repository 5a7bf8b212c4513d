import type { Language } from "#cms/content/site.ts";
import type { AdministratorInvitation } from "#functions/contract/account.ts";
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
