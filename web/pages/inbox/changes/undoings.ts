import type { Change } from "./change.ts";
import { createUndoStack, type Undo } from "./undo-stack.ts";

/** Which changes can be taken back, and the word on the screen that says so of each. */
export function createUndoings() {
  const undos = createUndoStack();
  const undoings = new WeakMap<Change, { undo: Undo; hideWord?: () => void }>();
  return {
    undos,
    /** The change can be taken back by this. */
    offer(change: Change, takeBack: () => void) {
      undoings.set(change, { undo: undos.push(takeBack) });
    },
    /** What was taken back meanwhile is not what the person wants to hear of. */
    isTakenBack(change: Change): boolean {
      const undoing = undoings.get(change);
      return undoing !== undefined && !undos.has(undoing.undo);
    },
    /** Shows a word with the way to undo the change; what `word` answers hides it again. */
    say(change: Change, word: (undo: Undo | null) => () => void) {
      const undoing = undoings.get(change);
      const hideWord = word(undoing?.undo ?? null);
      if (undoing) undoing.hideWord = hideWord;
    },
    hideWord(change: Change) {
      undoings.get(change)?.hideWord?.();
    },
    /** It did not happen, so there is nothing to take back. */
    forget(change: Change) {
      const undoing = undoings.get(change);
      if (undoing) undos.forget(undoing.undo);
    },
  };
}
