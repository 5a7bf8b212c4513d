import type { Matching } from "#web/pages/inbox/types.ts";
import { isStorageAvailable, tryStorage } from "#web/ui/storage.ts";

/** A deletion that was neither undone nor carried out. It names its messages by id or as all that match. */
export type HeldDeletion = {
  id: string;
  /** The time from which it may be sent, in milliseconds since 1970. */
  dueAt: number;
  ids: string[];
  matching: Matching | null;
};

const toKey = (administratorId: string) => `inbox.deletions.${administratorId}`;

/** Lists the held deletions of an administrator in this browser, without the contents of messages. */
export const listHeldDeletions = (administratorId: string): HeldDeletion[] =>
  tryStorage(() => JSON.parse(localStorage.getItem(toKey(administratorId)) ?? "[]")) ?? [];

/**
 * Creates the journal of an administrator's held deletions. It outlasts the page, so that a later visit carries them
 * out. All tabs share it: a deletion that one tab undoes is not in the journal of the others.
 */
export function createDeletionJournal(administratorId: string) {
  const key = toKey(administratorId);
  const list = () => listHeldDeletions(administratorId);
  const write = (deletions: HeldDeletion[]) =>
    tryStorage(() =>
      deletions.length === 0
        ? localStorage.removeItem(key)
        : localStorage.setItem(key, JSON.stringify(deletions)),
    );
  return {
    list,
    add: (deletion: HeldDeletion) => write([...list(), deletion]),
    remove: (id: string) => write(list().filter((deletion) => deletion.id !== id)),
    /** Returns whether a deletion still stands, which holds for all of them in a browser without storage. */
    has: (id: string) => !isStorageAvailable() || list().some((deletion) => deletion.id === id),
  };
}

export type DeletionJournal = ReturnType<typeof createDeletionJournal>;
