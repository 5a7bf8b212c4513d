import type { Language } from "#cms/content/site.ts";
import type { ContactMessage } from "./contract/contact.ts";

/** Who gets it, and in which language. */
type Addressed = { to: string; language: Language };

/** Which token the mail carries: its text is derived from the key `kid` when the mail is sent; `expires_at` is ISO 8601. */
type WithToken = Addressed & { token_id: string; kid: string; expires_at: string };

/** A mail that proves that its reader owns the address. */
export type MailWithToken =
  | { kind: "confirm_sign_up" | "recover"; payload: WithToken }
  /** One goes to each of the two addresses, and `half` says which one this is. */
  | { kind: "confirm_email_change"; payload: WithToken & { half: "current" | "new"; new_email: string } };

/** A mail about an account, as it waits to be sent: nothing in it can be spent. */
export type AccountMail =
  | MailWithToken
  | { kind: "account_exists" | "account_deleted"; payload: Addressed }
  | { kind: "email_changed"; payload: Addressed & { new_email: string } }
  /** `at` is ISO 8601. */
  | { kind: "password_changed"; payload: Addressed & { at: string } };

/** A mail that an attempt to send it has leased. */
export type OutgoingMail = { id: string; createdAt: Date } & (
  | { kind: "contact_notice"; payload: ContactMessage & { id: string } }
  | AccountMail
);
