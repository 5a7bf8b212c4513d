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
  | "density"
  | "close"
  | "help"
  | "enter_list";

const actions: Record<string, KeyAction> = {
  j: "next",
  k: "previous",
  o: "open",
  u: "toggle_read",
  s: "toggle_spam",
  x: "select",
  z: "undo",
  d: "density",
  "#": "delete",
  Delete: "delete",
  "/": "search",
  "?": "help",
  Escape: "close",
  ArrowDown: "enter_list",
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
  [["D"], "density"],
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
 * What a key means in the inbox, null for nothing; it means nothing while the user writes or answers a question. Letters
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
