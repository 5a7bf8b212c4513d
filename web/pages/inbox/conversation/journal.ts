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
  /** Whether a text was sent since, so that the edge may have emptied the draft. */
  isSavedOutdated?: boolean;
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

const tabKey = "inbox.tab";
const toTabLock = (tabId: string) => `inbox.tab.${tabId}`;

let tabId = "";

/**
 * Claims an id for this tab by a lock that the tab holds until it closes. A duplicated tab has the id of the first, whose
 * lock is held, and gets another id.
 */
function claimTab(id: string): void {
  tabId = id;
  tryStorage(() => sessionStorage.setItem(tabKey, id));
  void navigator.locks?.request(toTabLock(id), { ifAvailable: true }, (lock) => {
    if (lock) return new Promise<void>(() => {});
    claimTab(crypto.randomUUID());
  });
}

/** Returns the id of this tab, which outlasts a reload. */
function getTabId(): string {
  if (!tabId) claimTab(tryStorage(() => sessionStorage.getItem(tabKey)) ?? crypto.randomUUID());
  return tabId;
}

/** Returns the tabs that are open. Browsers without locks report none. */
async function listOpenTabs(): Promise<ReadonlySet<string | undefined>> {
  const locks = await navigator.locks?.query();
  return new Set(locks?.held?.map(({ name }) => name));
}

/**
 * Creates the journal of texts of an administrator that the edge does not have yet. It outlasts the page. The sign-out
 * removes it. All tabs share the queue of answers. Each tab has its own drafts, so that no tab overwrites another.
 */
export function createWritingJournal(administratorId: string, readTabId = getTabId) {
  const outgoingKey = `inbox.outgoing.${administratorId}`;
  const draftPrefix = `inbox.draft.${administratorId}.`;
  const toDraftKey = (submissionId: string) => `${draftPrefix}${submissionId}.${readTabId()}`;
  const listDraftKeys = (prefix = draftPrefix) =>
    (tryStorage(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(prefix));
  const listOtherKeys = (submissionId: string) =>
    listDraftKeys(`${draftPrefix}${submissionId}.`).filter((key) => key !== toDraftKey(submissionId));
  return {
    /** The key of the queue, which is also the name of the lock of the tab that sends it. */
    outgoingKey,
    readOutgoing: () => read<Outgoing[]>(outgoingKey) ?? [],
    writeOutgoing: (outgoing: readonly Outgoing[]) =>
      write(outgoingKey, outgoing.length === 0 ? null : outgoing),
    readDraft: (submissionId: string) => read<LocalDraft>(toDraftKey(submissionId)),
    /** Returns the draft of a tab that is closed; null without one. */
    async readDraftOfClosedTab(submissionId: string): Promise<LocalDraft | null> {
      const openTabs = await listOpenTabs();
      const closedKey = listOtherKeys(submissionId).find(
        (key) => !openTabs.has(toTabLock(key.slice(key.lastIndexOf(".") + 1))),
      );
      return closedKey === undefined ? null : read<LocalDraft>(closedKey);
    },
    /** Removes the drafts of other tabs whose text `text` contains. */
    removeOtherDrafts(submissionId: string, text: string) {
      for (const key of listOtherKeys(submissionId))
        if (text.startsWith(read<LocalDraft>(key)?.text ?? "")) write(key, null);
    },
    /** Lists the messages with a draft that only the browser has, of any tab. */
    listDrafts: () => listDraftKeys().map((key) => key.slice(draftPrefix.length).split(".", 1)[0] as string),
    writeDraft: (submissionId: string, draft: LocalDraft | null) => write(toDraftKey(submissionId), draft),
  };
}

export type WritingJournal = ReturnType<typeof createWritingJournal>;
