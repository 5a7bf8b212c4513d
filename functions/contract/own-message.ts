import type { Submission, Wishes } from "./submission.ts";

/** What the fragment of the page that shows a sender their own message names: the token of the mailed link. */
export const ownMessageFragment = "token";

/** Answer of `POST /api/contact/own`: what is kept of a message, and until when (ISO 8601) it is at most. */
export type OwnMessage = Omit<Submission, "id" | "read" | "spam"> & Wishes & { kept_until: string };
