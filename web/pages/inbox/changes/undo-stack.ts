import { toReverseAction } from "#web/pages/inbox/shared/submissions.ts";
import type { Change } from "#web/pages/inbox/types.ts";

/** Undoes an action. Only the first call has an effect. */
export type Undo = () => void;

/** The outcome of an action on messages: `count` messages were changed before it failed or was stopped. */
export type ActionOutcome = { count: number; failed: boolean; stopped: boolean };

/** Shows a toast with the outcome of an action. Returns a function that hides it. */
export type Report = (action: Change["action"], outcome: ActionOutcome, undo: Undo | null) => () => void;

const maximumEntries = 50;

/** Stores the actions that the user can undo once: with the toast of the action, or latest first with `getLast`. */
export function createUndoStack(report: Report) {
  let entries: readonly Undo[] = [];

  const push = (revert: () => void) => {
    let hideToast = () => {};
    const forget = () => {
      entries = entries.filter((entry) => entry !== undo);
    };
    let isUndone = false;
    const isOffered = () => entries.includes(undo);
    const undo = () => {
      if (!isOffered()) return;
      isUndone = true;
      forget();
      hideToast();
      revert();
    };
    entries = [...entries, undo].slice(-maximumEntries);
    return {
      undo,
      isUndone: () => isUndone,
      /** Removes an action that did not happen. */
      forget,
      /** Shows a toast that offers the undo. The undo hides the toast. */
      show(toast: (undo: Undo | null) => () => void) {
        hideToast = toast(isOffered() ? undo : null);
      },
    };
  };

  return {
    /** Adds an action that `revert` reverses. `revert` may run before the edge has confirmed the action. */
    push,
    /**
     * Starts an action on messages. A deletion is permanent, and earlier actions cannot be undone after it.
     * Returns a function that reports the outcome, unless the user has undone the action meanwhile.
     */
    start(
      action: Change["action"],
      revert: (reverseAction: Change["action"]) => void,
    ): (outcome: ActionOutcome) => void {
      const reverseAction = toReverseAction(action);
      if (!reverseAction) {
        entries = [];
        return (outcome) => void report(action, outcome, null);
      }
      const entry = push(() => revert(reverseAction));
      return (outcome) => {
        if (entry.isUndone()) return;
        if (outcome.count === 0) entry.forget();
        entry.show((undo) => report(action, outcome, undo));
      };
    },
    getLast: (): Undo | undefined => entries.at(-1),
  };
}

export type UndoStack = ReturnType<typeof createUndoStack>;
