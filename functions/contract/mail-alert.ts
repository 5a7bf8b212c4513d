/**
 * What can be wrong with the company's own mails: its address lets them come back, or calls them spam; the provider refuses one of them; or
 * there are more about messages than a day has.
 */
export const mailedAlertKinds = [
  "address_failing",
  "address_complaining",
  "mail_refused",
  "budget_spent",
] as const;
export type MailedAlertKind = (typeof mailedAlertKinds)[number];

/** The same, and what no mail can tell: that the provider refuses to send any. */
export const mailAlertKinds = [...mailedAlertKinds, "provider_refusing"] as const;
export type MailAlertKind = (typeof mailAlertKinds)[number];

/**
 * Something that keeps mails from arriving at the company. `subject` is its address, the provider's name of the refusal, or the number of
 * mails that a day may have; the times are ISO 8601 in UTC.
 */
export type MailAlert = {
  id: string;
  kind: MailAlertKind;
  subject: string;
  occurrences: number;
  first_at: string;
  last_at: string;
};

/** Answer of `GET /api/mail-alerts`: what is wrong now, the newest first. */
export type MailAlerts = { items: MailAlert[] };
