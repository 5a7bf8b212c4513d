/**
 * Faults of the company's own mails that a mail can report: its address bounces or complains, the provider rejects one
 * of the mails, or the daily limit is spent.
 */
export const mailedAlertKinds = [
  "address_failing",
  "address_complaining",
  "mail_refused",
  "budget_spent",
] as const;
export type MailedAlertKind = (typeof mailedAlertKinds)[number];

/** All faults. No mail can report `provider_refusing`, because the provider rejects every mail. */
export const mailAlertKinds = [...mailedAlertKinds, "provider_refusing"] as const;
export type MailAlertKind = (typeof mailAlertKinds)[number];

/**
 * A fault that keeps mails from arriving at the company. `subject` is its address, the provider's name of the
 * rejection, or the daily limit. Times are ISO 8601 in UTC.
 */
export type MailAlert = {
  id: string;
  kind: MailAlertKind;
  subject: string;
  occurrences: number;
  first_at: string;
  last_at: string;
};

/** Answer of `GET /api/mail-alerts`: the current faults, newest first. */
export type MailAlerts = { items: MailAlert[] };
