export type KeyAction =
  | "next"
  | "previous"
  | "open"
  | "toggle_read"
  | "toggle_spam"
  | "delete"
  | "select"
  | "select_range"
  | "undo"
  | "search"
  | "close"
  | "help";

const actions: Record<string, KeyAction> = {
  j: "next",
  k: "previous",
  o: "open",
  u: "toggle_read",
  s: "toggle_spam",
  x: "select",
  z: "undo",
  "#": "delete",
  Delete: "delete",
  "/": "search",
  "?": "help",
  Escape: "close",
};

/** The keys as the list of them shows them, and what each does. */
export const keyList = [
  [["J", "K"], "move"],
  [["↓", "↑"], "arrows"],
  [["Enter", "O"], "open"],
  [["U"], "read"],
  [["S"], "spam"],
  [["#", "Supr"], "delete"],
  [["X"], "select"],
  [["Shift X"], "selectRange"],
  [["Z"], "undo"],
  [["/"], "search"],
  [["Esc"], "close"],
  [["?"], "help"],
] as const;

type KeyPress = {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** AltGr is no modifier: some keyboards write `#` with it, and say that Ctrl and Alt are held. */
  altGraph: boolean;
  /** It is held down: what is meant once is not done ten times. */
  repeat: boolean;
};

/**
 * What a key means in the inbox, null for nothing; it means nothing while somebody writes or answers a question. Letters
 * and signs (`signs`) can be switched off, for those who speak to their computer (WCAG 2.1.4).
 */
export function keyAction(press: KeyPress, busy: boolean, signs = true): KeyAction | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey, altGraph, repeat } = press;
  if (busy || metaKey || ((ctrlKey || altKey) && !altGraph)) return null;
  if (key.length === 1 && !signs) return null;
  const action = actions[key.length === 1 ? key.toLowerCase() : key] ?? null;
  if (repeat && action !== "next" && action !== "previous") return null;
  const isSign = /^[^\p{L}\d]$/u.test(key);
  if (!shiftKey || isSign) return action;
  return action === "select" ? "select_range" : null;
}

/**
 * The neighbour of `id` in the list, null at the ends. Once `id` has left the list its place counts: `lastIndex` is
 * where it was, so that its next one is what moved up there. With no place at all the first comes next.
 */
export function neighbour(
  ids: readonly string[],
  id: string | null,
  step: 1 | -1,
  lastIndex = -1,
): string | null {
  const at = id === null ? -1 : ids.indexOf(id);
  if (at >= 0) return ids[at + step] ?? null;
  if (lastIndex < 0) return (step === 1 && ids[0]) || null;
  return ids[step === 1 ? lastIndex : lastIndex - 1] ?? null;
}
