import { toCompanyDay } from "#functions/contract/meeting.ts";
import { toIdRange } from "#functions/contract/reference.ts";
import {
  bulkSize,
  type FullSubmission,
  type Narrowing,
  type SubmissionAction,
  type SubmissionCounts,
  type SubmissionFilter,
  type SubmissionStats,
} from "#functions/contract/submission.ts";

/** A submission as the fake API stores it. */
export type StoredSubmission = Omit<FullSubmission, "phone_number" | "sender_block"> & {
  first_read_at: string | null;
};

/** The filters of a request, as the contract's query schemas return them. */
export type Selection = Narrowing & { filter: SubmissionFilter; q: string; sender?: string | undefined };

type Marks = { spam: boolean; read: boolean | null };
const marksByFilter: Record<SubmissionFilter, Marks> = {
  all: { spam: false, read: null },
  unread: { spam: false, read: false },
  read: { spam: false, read: true },
  spam: { spam: true, read: null },
};
const marksByAction: Record<Exclude<SubmissionAction, "delete">, Partial<StoredSubmission>> = {
  read: { read: true },
  unread: { read: false },
  spam: { spam: true },
  not_spam: { spam: false },
};

const separator = "\u0001";

/** Returns a text as the search compares it: in lower case, without accents. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll(separator, " ")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o");

const toDialledNumber = (text: string) =>
  /^[+(]*\d(?:[\s().+/-]*\d){5,14}\)?$/.test(text) ? text.replace(/\D/g, "").slice(-8) : null;

const trimPunctuation = (word: string) =>
  word.replace(/^[,;:.!?'"()<>¿¡„“”‘’«»]+|[,;:.!?'"()<>¿¡„“”‘’«»]+$/g, "") || word;

/** Returns the words of a search. Adjacent groups of digits are one word if together they are a telephone number. */
function toWords(search: string): string[] {
  const runs: { isNumeric: boolean; parts: string[] }[] = [];
  for (const part of fold(search).split(/\s+/).filter(Boolean)) {
    const isNumeric = /^[\d().+/-]+$/.test(trimPunctuation(part));
    const last = runs.at(-1);
    if (last?.isNumeric === isNumeric) last.parts.push(part);
    else runs.push({ isNumeric, parts: [part] });
  }
  return runs.flatMap(({ parts }) => {
    const whole = trimPunctuation(parts.join(" "));
    const termWords = toDialledNumber(whole) === null ? parts.map(trimPunctuation) : [whole];
    return termWords.map((word) => toDialledNumber(word) ?? word);
  });
}

function toSearchedText({ name, email, message, company, phone }: StoredSubmission): string {
  const text = [name, email, message, company, phone].map((part) => fold(part ?? "") + separator).join("");
  const numbers = Array.from(text.matchAll(/\d(?:[\s().+/-]*\d){5,}/g), ([number]) =>
    number.replace(/\D/g, ""),
  );
  return `${text}${numbers.join(" ")}${separator}`;
}

const compareNewestFirst = (a: StoredSubmission, b: StoredSubmission) =>
  b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);

/** Creates the submissions of a fake API, which behave like those of the database. */
export function createSubmissionStore(now: () => number) {
  let submissions: StoredSubmission[] = [];
  let revision = 1;
  const searchedTexts = new WeakMap<StoredSubmission, string>();
  /** The time at which each sender was blocked, in milliseconds since 1970, by address. */
  const blockedSenders = new Map<string, number>();

  const getSearchedText = (submission: StoredSubmission) => {
    const text = searchedTexts.get(submission) ?? toSearchedText(submission);
    searchedTexts.set(submission, text);
    return text;
  };

  const isNarrowed = ({ service, language, from, to }: Narrowing) => {
    return ({ service_type, language: submissionLanguage, created_at }: StoredSubmission) => {
      const day = from || to ? toCompanyDay(new Date(created_at)) : "";
      return (
        (service === undefined || (service_type ?? "none") === service) &&
        (language === undefined || submissionLanguage === language) &&
        (from === undefined || day >= from) &&
        (to === undefined || day <= to)
      );
    };
  };

  /** Lists the submissions of a selection, newest first. `marks` replace those of its filter. */
  function select({ filter, q, sender, ...narrowing }: Selection, marks = marksByFilter[filter]) {
    const searchWords = toWords(q);
    const reference = sender === undefined ? toIdRange(q) : null;
    const isInNarrowing = isNarrowed(narrowing);
    return submissions.filter((submission) => {
      const { id, email, read, spam } = submission;
      if (spam !== marks.spam || (marks.read !== null && read !== marks.read) || !isInNarrowing(submission))
        return false;
      if (sender !== undefined && email.toLowerCase() !== sender.toLowerCase()) return false;
      if (reference && id >= reference.first && id <= reference.last) return true;
      const text = searchWords.length > 0 ? getSearchedText(submission) : "";
      return searchWords.every((word) => text.includes(word));
    });
  }

  /** Sets marks of a submission. Returns whether one of them changed. */
  function mark(id: string, marks: { read?: boolean | undefined; spam?: boolean | undefined }): boolean {
    const submission = submissions.find((stored) => stored.id === id);
    if (!submission) return false;
    const { read = submission.read, spam = submission.spam } = marks;
    if (read === submission.read && spam === submission.spam) return false;
    if (submission.spam && !spam) blockedSenders.delete(submission.email.toLowerCase());
    const first_read_at = submission.first_read_at ?? (read ? new Date(now()).toISOString() : null);
    Object.assign(submission, { read, spam, first_read_at });
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

  const applyAction = (id: string, action: SubmissionAction) =>
    action === "delete" ? remove(id) : mark(id, marksByAction[action]);

  // Returns the marks of the part of a folder that an action changes, or null if it changes nothing.
  function toChangedPart(folder: Marks, action: SubmissionAction): Marks | null {
    const { read, spam } = action === "delete" ? {} : marksByAction[action];
    if (spam === folder.spam || (read !== undefined && read === folder.read)) return null;
    return read === undefined ? folder : { ...folder, read: !read };
  }

  return {
    list: () => submissions,
    find: (id: string) => submissions.find((submission) => submission.id === id),
    getRevision: () => revision,
    isBlocked: (email: string) => blockedSenders.has(email.toLowerCase()),
    select,
    mark,
    remove,
    add(added: readonly StoredSubmission[]) {
      submissions = [...submissions, ...added].sort(compareNewestFirst);
      revision += 1;
    },
    count(narrowing: Narrowing): SubmissionCounts {
      const narrowedSubmissions = submissions.filter(isNarrowed(narrowing));
      const inInbox = narrowedSubmissions.filter(({ spam }) => !spam);
      const read = inInbox.filter((submission) => submission.read).length;
      return {
        all: inInbox.length,
        unread: inInbox.length - read,
        read,
        spam: narrowedSubmissions.length - inInbox.length,
      };
    },
    changeNamed: (ids: readonly string[], action: SubmissionAction) =>
      ids.filter((id) => applyAction(id, action)).length,
    changeMatching(selection: Selection, until: string, action: SubmissionAction) {
      const changedPart = toChangedPart(marksByFilter[selection.filter], action);
      const latest = Date.parse(until);
      const matching = changedPart
        ? select(selection, changedPart).filter(({ created_at }) => Date.parse(created_at) <= latest)
        : [];
      const ids = matching.slice(0, bulkSize.matching).map(({ id }) => id);
      for (const id of ids) applyAction(id, action);
      return { affected: ids.length, ids, more: matching.length > bulkSize.matching };
    },
    /** Blocks the sender of a submission. Returns the ids of the submissions that become spam. */
    block(id: string): string[] | null {
      const email = submissions.find((submission) => submission.id === id)?.email.toLowerCase();
      if (email === undefined) return null;
      const ids = submissions
        .filter((submission) => !submission.spam && submission.email.toLowerCase() === email)
        .map((submission) => submission.id);
      for (const submissionId of ids) mark(submissionId, { spam: true });
      blockedSenders.set(email, now());
      return ids;
    },
    unblock: (email: string) => blockedSenders.delete(email),
    /** Lists the blocked senders, the latest first. */
    listBlocked: () =>
      [...blockedSenders]
        .sort(([, a], [, b]) => b - a)
        .map(([email, blockedAt]) => {
          const messages = submissions.filter(
            (submission) => submission.spam && submission.email.toLowerCase() === email,
          );
          return {
            address: email,
            email: messages.length > 0 ? email : null,
            messages: messages.length,
            blocked_at: new Date(blockedAt).toISOString(),
          };
        }),
    getStats(days: number): SubmissionStats {
      const today = toCompanyDay(new Date(now()));
      const dayList = Array.from({ length: days }, (_, index) => {
        const date = new Date(`${today}T00:00:00Z`);
        date.setUTCDate(date.getUTCDate() - (days - 1 - index));
        return date.toISOString().slice(0, 10);
      });
      const recent = submissions.filter(
        ({ spam, created_at }) => !spam && toCompanyDay(new Date(created_at)) >= (dayList[0] ?? today),
      );
      const countBy = <Key extends string | null>(toKey: (submission: StoredSubmission) => Key) => {
        const counts = new Map<Key, number>();
        for (const submission of recent)
          counts.set(toKey(submission), (counts.get(toKey(submission)) ?? 0) + 1);
        // Null comes last among equals, as in the database.
        return [...counts].sort(
          ([key, count], [otherKey, otherCount]) =>
            otherCount - count || (key ?? "\uffff").localeCompare(otherKey ?? "\uffff"),
        );
      };
      const byDay = new Map(countBy(({ created_at }) => toCompanyDay(new Date(created_at))));
      const seconds = recent
        .flatMap(({ first_read_at, created_at }) =>
          first_read_at === null ? [] : [(Date.parse(first_read_at) - Date.parse(created_at)) / 1000],
        )
        .sort((a, b) => a - b);
      const middle = (seconds.length - 1) / 2;
      const [low = 0, high = 0] = [seconds[Math.floor(middle)], seconds[Math.ceil(middle)]];
      return {
        days,
        by_day: dayList.map((day) => ({ day, count: byDay.get(day) ?? 0 })),
        by_service: countBy(({ service_type }) => service_type).map(([service_type, count]) => ({
          service_type,
          count,
        })),
        by_source: countBy(({ source }) => source).map(([source, count]) => ({ source, count })),
        median_seconds_to_first_read: seconds.length > 0 ? (low + high) / 2 : null,
      };
    },
  };
}

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;
