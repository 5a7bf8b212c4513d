import type { ActionInput } from "#functions/contract/submission.ts";
import type { PreviousValues } from "#web/pages/inbox/types.ts";

/** Undoes an action. Only the first call has an effect. */
export type Undo = () => void;

/**
 * The outcome of an action on messages. The action changed the `count` messages with these ids before it ended, failed
 * or was stopped. `previous` has values that the browser did not know before.
 */
export type ActionOutcome = {
  count: number;
  ids: readonly string[];
  previous: PreviousValues;
  hasFailed: boolean;
  isStopped: boolean;
};

/** Shows a toast with the outcome of an action. Returns a function that hides it. */
export type Report = (
  action: ActionInput,
  outcome: Omit<ActionOutcome, "ids" | "previous">,
  undo: Undo | null,
) => () => void;

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
    const show = (toast: (undo: Undo | null) => () => void) => {
      hideToast = toast(isOffered() ? undo : null);
    };
    return {
      undo,
      /** Removes an action that did not happen. */
      forget,
      /** Shows a toast that offers the undo. The undo hides the toast. */
      show,
      /** Ends the undo, because the action becomes permanent, and that of earlier actions, which it would skip. */
      close() {
        entries = entries.slice(entries.indexOf(undo) + 1);
        hideToast();
      },
      /** Reports the outcome of the action, unless the user has undone it meanwhile. */
      report(action: ActionInput, outcome: ActionOutcome) {
        if (isUndone) return;
        if (outcome.count === 0) forget();
        show((offeredUndo) => report(action, outcome, offeredUndo));
      },
    };
  };

  return {
    /** Adds an action that `revert` reverses. `revert` may run before the edge has confirmed the action. */
    push,
    getLast: (): Undo | undefined => entries.at(-1),
  };
}

export type UndoStack = ReturnType<typeof createUndoStack>;
export type UndoEntry = ReturnType<UndoStack["push"]>;
