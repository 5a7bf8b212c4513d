import type { Language } from "#cms/content/site.ts";
import type { ContactField, ContactMessage, submissionNames, WishField } from "./contact.ts";
import type { Doubt } from "./doubt.ts";
import { isDay } from "./meeting.ts";
import { type Service, type Source, services } from "./options.ts";

type Stored<Fields extends ContactField> = {
  [Field in Fields as (typeof submissionNames)[Field]]: ContactMessage[Field];
};

/** A contact message as the inbox sees it; absent optional fields are null, `created_at` is ISO 8601 in UTC. */
export type Submission = Stored<Exclude<ContactField, WishField>> & {
  id: string;
  read: boolean;
  spam: boolean;
  created_at: string;
};

/** What its sender wishes beside a service: what a call with `include=wishes` adds. */
export type Wishes = Stored<WishField>;

/** A telephone number in E.164, with an extension of digits (RFC 3966 §5.3). */
export type PhoneNumber = { number: string; extension: string | null };

/** The first number in the text of `phone`, null if it has none: what a call with `include=phone_number` adds. */
type Callable = { phone_number: PhoneNumber | null };

/** The id of the block of its sender, null if the sender is not blocked: what a call with `include=sender_block` adds. */
type FromSender = { sender_block: string | null };

/** What can be asked for beside a submission itself. */
export const inclusions = ["doubts", "wishes", "phone_number", "sender_block"] as const;
export type Inclusion = (typeof inclusions)[number];

/** A submission with why it may be spam, empty for most, its wishes, its number and its block: what all inclusions together answer with. */
export type ScreenedSubmission = Submission & Wishes & Callable & FromSender & { doubts: Doubt[] };

/** Answer of `POST /api/submissions/:id/block`: the messages of its sender that went to spam, and the id of the block. */
export type BlockOutcome = { ids: string[]; sender_block: string };

/**
 * A sender whose messages go to spam. `messages` is how many of them are in spam; `email` is null where none is: of senders there are
 * hashes only. `blocked_at` is ISO 8601 in UTC.
 */
export type BlockedSender = { id: string; email: string | null; messages: number; blocked_at: string };

/** Answer of `GET /api/blocked-senders`: the 500 that were blocked last, the latest first. */
export type BlockedSenders = { items: BlockedSender[] };
export const mostBlockedSenders = 500;

/** Between the records of an export, and at the end of a whole one: a file that does not end with it was broken off. */
export const csvLineBreak = "\r\n";

/** The folders of the inbox. */
export const submissionFilters = ["all", "unread", "read", "spam"] as const;
/** `all`, `unread` and `read` leave spam out. */
export type SubmissionFilter = (typeof submissionFilters)[number];

/** What a list can be narrowed to as a service; `none` is of those that ask about no service. */
export const askedServices = [...services, "none"] as const;
type AskedService = (typeof askedServices)[number];

/** What a list is narrowed to beside its folder and its search: a service, a language, and days of the company's time zone, both included. */
export type Narrowing = {
  service?: AskedService | undefined;
  language?: Language | undefined;
  /** `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
};

/** Whether a text is a day as a narrowing takes it: one of the calendar, of no year that no database has. */
export const isNarrowingDay = (text: string) => /^(?:19|2)/.test(text) && isDay(text);

/** Longest search (`q`), in characters. */
export const searchLimit = 200;

/** What the id of a submission looks like: a UUID. */
export const submissionIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Rows a page of the inbox has, when nothing is said and at most. */
export const pageSize = { default: 50, maximum: 100 } as const;

/** Submissions that one bulk call takes: as ids, and of those that match a search. */
export const bulkSize = { ids: 500, matching: 2_000 } as const;

/** Days that statistics look back, today included, when nothing is said and at most. */
export const statisticsDays = { default: 30, maximum: 366 } as const;

/** One page of the inbox, newest first; `next_cursor` is null on the last. */
export type SubmissionPage = { items: Submission[]; next_cursor: string | null };
/** The same for a call with all inclusions. */
export type ScreenedPage = Omit<SubmissionPage, "items"> & { items: ScreenedSubmission[] };

export type SubmissionCounts = { all: number; unread: number; read: number; spam: number };

/** Body of `PATCH /api/submissions/:id`: at least one of the two. */
export type SubmissionPatch = { read?: boolean | undefined; spam?: boolean | undefined };

export const submissionActions = ["read", "unread", "spam", "not_spam", "delete"] as const;
/** What can be done to many submissions at once. */
export type SubmissionAction = (typeof submissionActions)[number];

/** Which submissions bulk work is for: some that are named, or what a list shows up to the time of its newest (`created_at`). */
export type SubmissionBulkInput = { action: SubmissionAction } & (
  | { ids: string[] }
  | { matching: Narrowing & { filter?: SubmissionFilter; q?: string; sender?: string; until: string } }
);

/** How many of the named submissions were really changed or deleted. */
export type SubmissionBulkOutcome = { affected: number };

/**
 * The submissions that this call changed or deleted, 2,000 at most, and whether it has to be repeated for the rest.
 * What came after `until`, and what was already as wanted, is never among them.
 */
export type SubmissionMatchingOutcome = SubmissionBulkOutcome & { ids: string[]; more: boolean };

/** A bar of the inbox's statistics. */
type ByDay = { day: string; count: number };
type ByService = { service_type: Service | null; count: number };
type BySource = { source: Source | null; count: number };

/**
 * What came in during the last `days` days, spam left out. Days are `YYYY-MM-DD` in the company's time zone, each one
 * there, oldest first; services and sources are those that occur, most frequent first; the median is in seconds, null
 * when none of the messages was read.
 */
export type SubmissionStats = {
  days: number;
  by_day: ByDay[];
  by_service: ByService[];
  by_source: BySource[];
  median_seconds_to_first_read: number | null;
};
