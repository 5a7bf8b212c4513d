import type { Draft } from "#functions/contract/conversation.schema.ts";
import { tryStorage } from "#web/ui/storage.ts";

/** An answer or a note that the edge has not confirmed. `revision` is that of the conversation as the author saw it. */
export type Outgoing = {
  /** The idempotency key. */
  key: string;
  submissionId: string;
  kind: Draft["kind"];
  text: string;
  revision: number;
  isFinal: boolean;
  isForced: boolean;
  /** Whether an earlier call may have reached the edge. */
  isUncertain?: boolean;
};

/**
 * The text of the composer. `revision` is that of the conversation when the author began to write, and `saved` the draft
 * that the edge stored last.
 */
export type LocalDraft = {
  text: string;
  kind: Draft["kind"];
  revision: number | null;
  saved: Draft | null;
  /** The text that was sent last and its key, so that a repeated call stores it once. */
  sent?: { text: string; key: string };
};

const read = <Value>(key: string): Value | null =>
  tryStorage(() => JSON.parse(localStorage.getItem(key) ?? "null") as Value) ?? null;

/** Stores a value, or removes it if it is null. Returns whether the browser has stored it. */
const write = (key: string, value: unknown): boolean =>
  tryStorage(() => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  }) === true;

/**
 * Creates the journal of what an administrator wrote and the edge does not have yet. It outlasts the page. The sign-out
 * removes it. All tabs share it.
 */
export function createWritingJournal(administratorId: string) {
  const outgoingKey = `inbox.outgoing.${administratorId}`;
  const draftPrefix = `inbox.draft.${administratorId}.`;
  const toDraftKey = (submissionId: string) => draftPrefix + submissionId;
  return {
    readOutgoing: () => read<Outgoing[]>(outgoingKey) ?? [],
    writeOutgoing: (outgoing: readonly Outgoing[]) =>
      write(outgoingKey, outgoing.length === 0 ? null : outgoing),
    readDraft: (submissionId: string) => read<LocalDraft>(toDraftKey(submissionId)),
    /** Lists the messages whose draft only the browser has. */
    listDrafts: () =>
      (tryStorage(() => Object.keys(localStorage)) ?? [])
        .filter((key) => key.startsWith(draftPrefix))
        .map((key) => key.slice(draftPrefix.length)),
    writeDraft: (submissionId: string, draft: LocalDraft | null) => write(toDraftKey(submissionId), draft),
  };
}

export type WritingJournal = ReturnType<typeof createWritingJournal>;
