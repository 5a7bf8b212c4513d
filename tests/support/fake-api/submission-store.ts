import type {
  FullSubmission,
  SubmissionCounts,
  SubmissionStats,
} from "#functions/contract/answers.schema.ts";
import { toCountedMailbox } from "#functions/contract/email.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { toIdRange } from "#functions/contract/reference.ts";
import { matchesSearch, matchesSender, readSearch, splitSearch } from "#functions/contract/search-text.ts";
import type { Narrowing, SubmissionPatch } from "#functions/contract/submission.schema.ts";
import {
  type ActionInput,
  bulkSize,
  maxCountedHits,
  meetsCriteria,
  type SubmissionFilter,
  submissionMarks,
  toFieldChange,
} from "#functions/contract/submission.ts";

/** A submission as the fake API stores it. */
export type StoredSubmission = Omit<FullSubmission, "phone_numbers" | "sender_block">;

const changeableColumns = [...submissionMarks, "state", "assignee"] as const;

/** The filters of a request, as the contract's query schemas return them. `me` is the caller. */
export type Selection = Narrowing & {
  filter: SubmissionFilter;
  q: string;
  sender?: string | undefined;
  me?: string;
};

const isInFilter = (filter: SubmissionFilter, { read, spam }: StoredSubmission) =>
  filter === "spam" ? spam : !spam && (filter === "all" || read === (filter === "read"));

const compareNewestFirst = (a: StoredSubmission, b: StoredSubmission) =>
  b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

/** Creates the submissions of a fake API, which behave like those of the database. */
export function createSubmissionStore() {
  let submissions: StoredSubmission[] = [];
  let revision = 1;
  let endsCountsEarly = false;
  /** The time at which each sender was blocked, in milliseconds since 1970, by address. */
  const blockedSenders = new Map<string, number>();

  const isNarrowed = ({ from, to, ...properties }: Narrowing) => {
    return (submission: StoredSubmission) => {
      const day = from || to ? toCompanyDay(new Date(submission.created_at)) : "";
      return (
        meetsCriteria(submission, properties) &&
        (from === undefined || day >= from) &&
        (to === undefined || day <= to)
      );
    };
  };

  /** Lists the submissions of a selection, newest first. */
  function select({ me = "", ...selection }: Selection) {
    const { filter, q, sender, name: senderWords, ...narrowing } = readSearch(selection, me);
    const searchWords = splitSearch(q);
    const reference = sender === undefined ? toIdRange(q) : null;
    const isInNarrowing = isNarrowed(narrowing);
    return submissions.filter((submission) => {
      const { id, email } = submission;
      if (!isInFilter(filter, submission) || !isInNarrowing(submission)) return false;
      if (sender !== undefined && email.toLowerCase() !== sender.toLowerCase()) return false;
      if (senderWords && !matchesSender(submission, splitSearch(senderWords))) return false;
      if (reference && id >= reference.first && id <= reference.last) return true;
      const { name, message, company, phone } = submission;
      return matchesSearch([name, email, message, company, phone], searchWords);
    });
  }

  /** Sets marks of a submission. Returns whether one of them changed. */
  function mark(id: string, marks: SubmissionPatch): boolean {
    const submission = submissions.find((stored) => stored.id === id);
    if (!submission) return false;
    const marked = { ...submission, ...marks };
    if (changeableColumns.every((name) => marked[name] === submission[name])) return false;
    if (submission.spam && !marked.spam) blockedSenders.delete(toCountedMailbox(submission.email));
    Object.assign(submission, marks);
    revision += 1;
    return true;
  }

  function remove(id: string): boolean {
    const before = submissions.length;
    submissions = submissions.filter((submission) => submission.id !== id);
    if (submissions.length === before) return false;
    revision += 1;
    return true;
  }

  /** Returns what an action sets; null for a deletion. */
  function toPatch(action: ActionInput): SubmissionPatch | null {
    const change = toFieldChange(action);
    return change && { [change[0]]: change[1] };
  }
  const applyAction = (id: string, action: ActionInput) => {
    const patch = toPatch(action);
    return patch ? mark(id, patch) : remove(id);
  };
  const isChangedBy = (submission: StoredSubmission, action: ActionInput) => {
    const patch = toPatch(action);
    return !patch || changeableColumns.some((name) => name in patch && patch[name] !== submission[name]);
  };

  return {
    list: () => submissions,
    find: (id: string) => submissions.find((submission) => submission.id === id),
    getRevision: () => revision,
    isBlocked: (email: string) => blockedSenders.has(toCountedMailbox(email)),
    /** Replaces fields of a submission, as the entries of its conversation do. */
    update(id: string, fields: Partial<StoredSubmission>) {
      Object.assign(submissions.find((submission) => submission.id === id) ?? {}, fields);
      revision += 1;
    },
    select,
    mark,
    remove,
    add(added: readonly StoredSubmission[]) {
      submissions = [...submissions, ...added].sort(compareNewestFirst);
      revision += 1;
    },
    listUnanswered: () => submissions.filter(({ spam, state }) => !spam && state === "unanswered"),
    /** Makes counts of a search end early, as those of a long search do. */
    endCountsEarly() {
      endsCountsEarly = true;
    },
    count(criteria: Omit<Selection, "filter">): SubmissionCounts {
      const maximum = criteria.q || criteria.sender ? maxCountedHits + 1 : Number.POSITIVE_INFINITY;
      const count = (filter: SubmissionFilter) => Math.min(select({ ...criteria, filter }).length, maximum);
      return {
        ...{ all: count("all"), unread: count("unread"), read: count("read"), spam: count("spam") },
        ...(endsCountsEarly && criteria.q && { incomplete: true }),
      };
    },
    changeNamed: (ids: readonly string[], action: ActionInput) =>
      ids.filter((id) => applyAction(id, action)).length,
    changeMatching(
      selection: Selection,
      until: string,
      { include, ...action }: ActionInput & { include?: "previous" | undefined },
    ) {
      const latest = Date.parse(until);
      const matching = select(selection).filter(
        (submission) => Date.parse(submission.created_at) <= latest && isChangedBy(submission, action),
      );
      const changed = matching.slice(0, bulkSize.matching);
      const ids = changed.map(({ id }) => id);
      const [field] = toFieldChange(action) ?? [];
      const previous =
        include && (field === "state" || field === "assignee") && changed.map((stored) => stored[field]);
      for (const id of ids) applyAction(id, action);
      const next = matching[bulkSize.matching];
      return {
        ...{ affected: ids.length, ids, more: next !== undefined },
        ...(next && { until: next.created_at }),
        ...(previous && { previous }),
      };
    },
    /** Blocks a sender. Returns the ids of the submissions that become spam. */
    block(sender: string): string[] {
      const ids = select({ filter: "all", q: "", sender }).map(({ id }) => id);
      for (const id of ids) mark(id, { spam: true });
      blockedSenders.set(toCountedMailbox(sender), Date.now());
      return ids;
    },
    unblock: (email: string) => blockedSenders.delete(email),
    /** Lists the blocked senders, the latest first. */
    listBlocked: () =>
      [...blockedSenders]
        .sort(([, a], [, b]) => b - a)
        .map(([address, blockedAt]) => {
          const messages = select({ filter: "spam", q: "", sender: address }).length;
          const email = messages > 0 ? address : null;
          return { address, email, messages, blocked_at: new Date(blockedAt).toISOString() };
        }),
    /** Returns statistics that count every message for today. No screen compares them with the messages. */
    getStats(days: number): SubmissionStats {
      const today = Date.parse(`${toCompanyDay(new Date())}T00:00:00Z`);
      const count = submissions.filter(({ spam }) => !spam).length;
      return {
        days,
        by_day: Array.from({ length: days }, (_, index) => ({
          day: new Date(today - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
          count: index === days - 1 ? count : 0,
        })),
        by_service: [{ service_type: null, count }],
        by_source: [{ source: null, count }],
        median_seconds_to_first_answer: null,
        p90_seconds_to_first_answer: null,
        share_answered_within_hour: null,
        answers_by_service: [],
        answers_by_source: [],
        unanswered: submissions.filter(({ spam, state }) => !spam && state === "unanswered").length,
        oldest_unanswered_at:
          submissions.findLast(({ spam, state }) => !spam && state === "unanswered")?.created_at ?? null,
      };
    },
  };
}

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;
