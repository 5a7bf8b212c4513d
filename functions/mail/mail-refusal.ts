/**
 * The provider refused a mail, and would do so again: `mail` for what is in it, `sender` because it takes none of ours, whatever is in
 * it. `reason` is its own name of the error, such as `validation_error`, or its status; never its words.
 */
export class MailRefusal extends Error {
  readonly scope: "mail" | "sender";
  readonly reason: string;

  constructor(scope: MailRefusal["scope"], reason: string) {
    super(`the mail provider refused ${scope === "mail" ? "the mail" : "to send for us"}: ${reason}`);
    this.name = "MailRefusal";
    this.scope = scope;
    this.reason = reason;
  }
}

// The key, the address of the API, the sender's domain or its bill are not as the provider wants them.
const ofSender = [401, 402, 403, 404, 405];
// The provider answers 429 also when the mails of a day or a month are spent, which no later attempt within minutes mends.
const spentQuota = /^(?:daily|monthly)_quota_exceeded$/;
// Asked too soon or at the same moment: it will be taken later.
const passing = [408, 425, 429];

/** The error of an answer that is not a success: a refusal, or one that may pass; `name` is the provider's for it. */
export function toMailFault(status: number, name: unknown): Error {
  const reason = typeof name === "string" && /^\w{1,60}$/.test(name) ? name : `status_${status}`;
  if (spentQuota.test(reason)) return new MailRefusal("sender", reason);
  const isPassing = status >= 500 || passing.includes(status) || reason === "concurrent_idempotent_requests";
  if (isPassing || status < 400) return new Error(`the mail provider answered ${status} (${reason})`);
  return new MailRefusal(ofSender.includes(status) ? "sender" : "mail", reason);
}
