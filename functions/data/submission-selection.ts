import type { SubmissionFilter } from "#functions/contract/submission.ts";

/** Which submissions are meant. */
export type Selection = {
  filter: SubmissionFilter;
  /** Words that are in the name, address, message, company or number, whatever their case and accents; empty for all. */
  q: string;
  /** The whole address of the sender, in any case. */
  sender?: string | undefined;
};

/** A place in the inbox's order. */
export type Position = { createdAt: Date; id: string };

/** The least and the greatest id that there can be. */
export const firstId = "00000000-0000-0000-0000-000000000000";
export const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The marks that the submissions of a folder have; `read` is null where both do. */
export type Marks = { spam: boolean; read: boolean | null };

/** The marks of what a filter shows. */
export const marksByFilter: Record<SubmissionFilter, Marks> = {
  all: { spam: false, read: null },
  unread: { spam: false, read: false },
  read: { spam: false, read: true },
  spam: { spam: true, read: null },
};
