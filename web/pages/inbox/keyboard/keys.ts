const actions = {
  j: "next",
  k: "previous",
  o: "open",
  u: "toggle_read",
  s: "toggle_spam",
  x: "select",
  z: "undo",
  d: "density",
  "#": "delete",
  // Cyrillic keyboards have this sign in the place of `#`.
  "№": "delete",
  Delete: "delete",
  "/": "search",
  "?": "help",
  Escape: "close",
  ArrowDown: "enter_list",
} as const;

export type KeyAction = (typeof actions)[keyof typeof actions] | "select_range";

const actionOf: Partial<Record<string, KeyAction>> = actions;

/** The keys as the dialog of keys shows them, with the names of their actions. */
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

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "getModifierState"
>;

// A letter that no Latin keyboard has.
const foreignLetter = /^(?!\p{Script=Latin})[\p{L}\p{M}]$/u;

/**
 * Returns the Latin letter or the sign of a key. Keyboards of other scripts, such as Cyrillic and Greek, report their own
 * letter, so the position of the key has to name the Latin one. Latin layouts, such as Dvorak, name theirs themselves.
 */
function toSign({ key, code }: Pick<KeyPress, "key" | "code">): string {
  if (key.length > 1) return key;
  const [, latin] = (foreignLetter.test(key) && /^Key([A-Z])$/.exec(code)) || [];
  return (latin ?? key).toLowerCase();
}

/**
 * Returns the action of a key, or null. No key acts while the user types or answers a question (`busy`). Users of
 * speech input can switch off single-character keys (`signs`; WCAG 2.2, 2.1.4).
 */
export function toKeyAction(press: KeyPress, busy: boolean, signs = true): KeyAction | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey, repeat } = press;
  // AltGr reports Ctrl and Alt. Some keyboards need it to write `#`.
  const altGraph = press.getModifierState("AltGraph");
  if (busy || metaKey || ((ctrlKey || altKey) && !altGraph)) return null;
  if (key.length === 1 && !signs) return null;
  const action = actionOf[toSign(press)] ?? null;
  if (repeat && action !== "next" && action !== "previous") return null;
  // Some signs, such as `?`, need Shift.
  const isSign = /^[^\p{L}\d]$/u.test(key);
  if (!shiftKey || isSign) return action;
  return action === "select" ? "select_range" : null;
}
