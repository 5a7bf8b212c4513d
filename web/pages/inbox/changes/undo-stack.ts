// No one remembers what was further back.
const most = 50;

/** Takes a change back, once; later calls do nothing. */
export type Undo = () => void;

/** What can be taken back, each thing once, by its own `Undo` or, the latest first, by `last`. */
export function createUndoStack() {
  let entries: readonly Undo[] = [];
  const forget = (undo: Undo) => {
    entries = entries.filter((each) => each !== undo);
  };
  return {
    /** Called with each change, confirmed or not. */
    push(takeBack: () => void): Undo {
      const undo = () => {
        if (!entries.includes(undo)) return;
        forget(undo);
        takeBack();
      };
      entries = [...entries, undo].slice(-most);
      return undo;
    },
    /** It can still be taken back. */
    has: (undo: Undo | null): undo is Undo => undo !== null && entries.includes(undo),
    /** It did not happen, so there is nothing to take back. */
    forget,
    /** What comes next cannot be taken back, and neither can what was before it: no one would mean that. */
    clear() {
      entries = [];
    },
    last: (): Undo | undefined => entries.at(-1),
  };
}

export type UndoStack = ReturnType<typeof createUndoStack>;
