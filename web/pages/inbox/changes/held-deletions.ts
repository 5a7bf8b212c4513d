import type { DeletionJournal, HeldDeletion } from "#web/pages/inbox/shared/deletion-journal.ts";
import type { Change } from "#web/pages/inbox/types.ts";
import type { ChangeQueue } from "./change-queue.ts";
import type { Undo, UndoEntry } from "./undo-stack.ts";

/** The time for which a deletion can be undone. */
const deletionDelayMs = 10_000;

export type HoldPorts = {
  /** Shows that a deletion of `count` messages, null if unknown, is sent after a delay. Returns a function that hides it. */
  announceDeletion: (count: number | null, delayMs: number, undo: Undo | null) => () => void;
  /** Called after a change has ended. The messages may differ now. */
  onEnd: (change: Change, error: unknown) => void;
  now: () => number;
  /** Calls a function after a delay. Returns a function that prevents that. */
  delay: (run: () => void, delayMs: number) => () => void;
};

/**
 * Creates the deletions that the queue holds for `deletionDelayMs`, in which the user can undo them. The journal keeps
 * them when the page closes. `ports` is read at every use.
 */
export function createHeldDeletions(ports: () => HoldPorts, queue: ChangeQueue, journal: DeletionJournal) {
  const holds = new Map<Change, { id: string; cancelRelease: () => void }>();

  const holdUntilDue = (change: Change, { id, dueAt }: HeldDeletion, entry: UndoEntry) => {
    queue.hold(change);
    const delayMs = Math.min(deletionDelayMs, Math.max(0, dueAt - ports().now()));
    const count = change.matching ? change.matching.total : change.ids.size;
    if (delayMs > 0) entry.show((undo) => ports().announceDeletion(count, delayMs, undo));
    const release = () => {
      if (journal.has(id)) return queue.release(change);
      // Another tab has undone the deletion, or carried it out.
      queue.cancel(change);
      entry.close();
      ports().onEnd(change, undefined);
    };
    holds.set(change, { id, cancelRelease: ports().delay(release, delayMs) });
  };

  return {
    /** Holds a deletion. `entry` is its undo. */
    hold(change: Change, entry: UndoEntry) {
      const { ids, matching = null } = change;
      const dueAt = ports().now() + deletionDelayMs;
      const deletion = { id: crypto.randomUUID(), dueAt, ids: [...ids], matching };
      journal.add(deletion);
      holdUntilDue(change, deletion, entry);
    },
    /** Ends the hold of a deletion that was undone, carried out or rejected. */
    end(change: Change) {
      const { id, cancelRelease } = holds.get(change) ?? {};
      holds.delete(change);
      cancelRelease?.();
      if (id !== undefined) journal.remove(id);
    },
    /** Holds the deletions of earlier visits. Returns a function that stops all timers. */
    resume(addUndo: (change: Change) => UndoEntry) {
      for (const deletion of journal.list()) {
        const { ids, matching } = deletion;
        const named: Change = { action: "delete", submissions: [], ids: new Set(ids) };
        const change = matching ? { ...named, matching } : named;
        holdUntilDue(change, deletion, addUndo(change));
      }
      return () => {
        for (const { cancelRelease } of holds.values()) cancelRelease();
      };
    },
  };
}
