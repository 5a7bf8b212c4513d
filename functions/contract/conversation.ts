/** The states of a conversation: the sender waits for the company, the company waits for the sender, or neither waits. */
export const conversationStates = ["unanswered", "waiting", "closed"] as const;
export type ConversationState = (typeof conversationStates)[number];

/** The kinds of entries. `customer` is a text of the sender. */
export const entryKinds = ["customer", "answer", "note", "event"] as const;

/** The actions on messages that a conversation shows as events. A reading is shown once for each administrator. */
export const recordedActions = [
  "read",
  "exported",
  "marked_spam",
  "marked_not_spam",
  "sender_blocked",
  "sender_unblocked",
] as const;

/** The changes that event entries record. */
export const entryEvents = [
  "assigned",
  "closed",
  "reopened",
  "awaiting",
  "answered_by_whatsapp",
  "answered_by_telephone",
  "bounced",
  "link_revoked",
  "automatic_reply",
  "more_automatic_replies",
  "joined",
  "moved",
  ...recordedActions,
] as const;
export type EntryEvent = (typeof entryEvents)[number];

/** The event that records that an administrator set a state. */
export const eventByState = {
  unanswered: "reopened",
  waiting: "awaiting",
  closed: "closed",
} as const satisfies Record<ConversationState, EntryEvent>;

/** The stages of an answer's mail. `failed`: the provider rejected it or could not be reached for a day. */
export const deliveries = ["waiting", "sent", "delivered", "bounced", "complained", "failed"] as const;

/** The senders of received mails: the customer with or without a proof, or somebody else. */
export const mailSenders = ["verified", "unverified", "other"] as const;

/** Ways to answer beside mail. */
export const otherWays = ["whatsapp", "telephone"] as const;

/** The kinds of drafts. */
export const draftKinds = ["answer", "note"] as const;

/** Maximum length of an answer, a note or a customer's reply, in characters. */
export const entryLimit = 10_000;

/** Maximum length of a draft, in characters. */
export const draftLimit = 50_000;

/** Time in which the author of an answer can take it back, in seconds. */
export const takeBackSeconds = 10;
