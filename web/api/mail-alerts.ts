import type { MailAlert, MailAlerts } from "#functions/contract/mail-alert.ts";
import type { Api } from "./client.ts";

/** What keeps mails from arriving at the company, the newest first. */
export async function listMailAlerts(api: Api, signal?: AbortSignal): Promise<MailAlert[]> {
  return (await api<MailAlerts>("/api/mail-alerts", { signal })).items;
}

/** Takes an alert away that was seen to. @throws ApiError `not_found` when it is gone already */
export function removeMailAlert(api: Api, id: string): Promise<null> {
  return api(`/api/mail-alerts/${encodeURIComponent(id)}`, { method: "DELETE" });
}
