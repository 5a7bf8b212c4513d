/** What the fragment of the page that shows a sender their own message names: the token of the mailed link. */
export const ownMessageFragment = "token";

/**
 * Answer of `POST /api/contact/own`: the reference of a message, when it arrived, and until when it is kept at most (ISO 8601). Nothing
 * that the sender wrote is in it: the link goes to whatever address was typed, which may be another person's.
 */
export type OwnMessage = { reference: string; created_at: string; kept_until: string };
