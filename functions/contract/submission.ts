import type { Language } from "#cms/content/site.ts";
import type { ContactField, ContactMessage, submissionNames, WishField } from "./contact.ts";
import type { Doubt } from "./doubt.ts";
import { isDay } from "./meeting.ts";
import { type Service, type Source, services } from "./options.ts";

type StoredFields<Fields extends ContactField> = {
  [Field in Fields as (typeof submissionNames)[Field]]: ContactMessage[Field];
};

/** A contact message in the inbox. Absent optional fields are null; `created_at` is ISO 8601 in UTC. */
export type Submission = StoredFields<Exclude<ContactField, WishField>> & {
  id: string;
  read: boolean;
  spam: boolean;
  created_at: string;
};

/** The sender's wishes beside a service. `include=wishes` adds them. */
export type Wishes = StoredFields<WishField>;

/** A telephone number in E.164, with an extension of digits (RFC 3966 §5.3). */
export type PhoneNumber = { number: string; extension: string | null };

/** The first number in the text of `phone`, null without one. `include=phone_number` adds it. */
type WithPhoneNumber = { phone_number: PhoneNumber | null };

/** Id of the sender's block, null if the sender is not blocked. `include=sender_block` adds it. */
type WithSenderBlock = { sender_block: string | null };

/** Values of `include`: additions to a submission. */
export const inclusions = ["doubts", "wishes", "phone_number", "sender_block"] as const;
export type Inclusion = (typeof inclusions)[number];

/** A submission with all inclusions: its doubts (usually none), its wishes, its phone number and the sender's block. */
export type FullSubmission = Submission & Wishes & WithPhoneNumber & WithSenderBlock & { doubts: Doubt[] };

/** Answer of `POST /api/submissions/:id/block`: the sender's messages that moved to spam, and the id of the block. */
export type BlockOutcome = { ids: string[]; sender_block: string };

/**
 * A sender whose messages go to spam. `messages` is the number of them in spam. `email` is null without such a message,
 * because the database stores only hashes of senders. `blocked_at` is ISO 8601 in UTC.
 */
export type BlockedSender = { id: string; email: string | null; messages: number; blocked_at: string };

/** Answer of `GET /api/blocked-senders`: the 500 most recent blocks, newest first. */
export type BlockedSenders = { items: BlockedSender[] };
export const maxBlockedSenders = 500;

/** Line break between the records of an export and at its end. A file that does not end with it is incomplete. */
export const csvLineBreak = "\r\n";

/** The folders of the inbox. */
export const submissionFilters = ["all", "unread", "read", "spam"] as const;
/** A folder of the inbox. `all`, `unread` and `read` exclude spam. */
export type SubmissionFilter = (typeof submissionFilters)[number];

/** Services by which a list can be narrowed. `none` selects messages without a service. */
export const serviceFilters = [...services, "none"] as const;
type ServiceFilter = (typeof serviceFilters)[number];

/**
 * Criteria that narrow a list beside folder and search: a service, a language, and days of the company's time zone,
 * both included.
 */
export type Narrowing = {
  service?: ServiceFilter | undefined;
  language?: Language | undefined;
  /** `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
};

/** Returns whether a text is a calendar day of the years 1900 to 2999. The database accepts all of them. */
export const isNarrowingDay = (text: string) => /^(?:19|2)/.test(text) && isDay(text);

/** Maximum length of a search (`q`), in characters. */
export const searchLimit = 200;

/** The form of a submission's id: a UUID. */
export const submissionIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Rows of an inbox page: the default and the maximum. */
export const pageSize = { default: 50, maximum: 100 } as const;

/** Maximum number of submissions in one bulk call: by ids, and by a search. */
export const bulkSize = { ids: 500, matching: 2_000 } as const;

/** Days that statistics cover, today included: the default and the maximum. */
export const statisticsDays = { default: 30, maximum: 366 } as const;

/** A page of the inbox, newest first; `next_cursor` is null on the last page. */
export type SubmissionPage = { items: Submission[]; next_cursor: string | null };
/** A page of the inbox with all inclusions. */
export type FullPage = Omit<SubmissionPage, "items"> & { items: FullSubmission[] };

export type SubmissionCounts = { all: number; unread: number; read: number; spam: number };

/** Body of `PATCH /api/submissions/:id`, with at least one of the two fields. */
export type SubmissionPatch = { read?: boolean | undefined; spam?: boolean | undefined };

export const submissionActions = ["read", "unread", "spam", "not_spam", "delete"] as const;
/** An action on one or many submissions. */
export type SubmissionAction = (typeof submissionActions)[number];

/**
 * Body of a bulk call: ids, or the criteria of a list up to the arrival time of its newest submission (`created_at`).
 */
export type SubmissionBulkInput = { action: SubmissionAction } & (
  | { ids: string[] }
  | { matching: Narrowing & { filter?: SubmissionFilter; q?: string; sender?: string; until: string } }
);

/** Number of the named submissions that were changed or deleted. */
export type SubmissionBulkOutcome = { affected: number };

/**
 * The submissions that this call changed or deleted, at most 2,000. `more` says whether the call has to be repeated.
 * Submissions that arrived after `until` or already had the requested marks are excluded.
 */
export type SubmissionMatchingOutcome = SubmissionBulkOutcome & { ids: string[]; more: boolean };

/** A bar of the inbox's statistics. */
type ByDay = { day: string; count: number };
type ByService = { service_type: Service | null; count: number };
type BySource = { source: Source | null; count: number };

/**
 * Messages of the last `days` days, without spam. `by_day` has every day (`YYYY-MM-DD` in the company's time zone),
 * oldest first. Services and sources occur at least once, most frequent first. The median is in seconds, null if no
 * message was read.
 */
export type SubmissionStats = {
  days: number;
  by_day: ByDay[];
  by_service: ByService[];
  by_source: BySource[];
  median_seconds_to_first_read: number | null;
};
