/**
 * Faults of the company's own mails that a mail can report: its address bounces or complains, the provider rejects one
 * of the mails, the daily limit is spent, or too many received mails belong to no conversation.
 */
export const mailedAlertKinds = [
  "address_failing",
  "address_complaining",
  "mail_refused",
  "budget_spent",
  "mails_limited",
] as const;
export type MailedAlertKind = (typeof mailedAlertKinds)[number];

/** All faults. No mail can report `provider_refusing`, because the provider rejects every mail. */
export const mailAlertKinds = [...mailedAlertKinds, "provider_refusing"] as const;
export type MailAlertKind = (typeof mailAlertKinds)[number];
