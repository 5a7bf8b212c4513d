import type { SubmissionAction } from "#functions/contract/submission.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { type ActionRow, messageActions, toggles } from "#web/pages/inbox/shared/actions.ts";

const screenActions = {
  j: "next",
  k: "previous",
  o: "open",
  f: "oldest",
  x: "select",
  z: "undo",
  d: "density",
  r: "answer",
  n: "note",
  "/": "search",
  "?": "help",
  Escape: "close",
  ArrowDown: "enter_list",
} as const;

/** An action of a key: an action of the screen, or the actions on messages of a toggle. */
export type KeyAction =
  | (typeof screenActions)[keyof typeof screenActions]
  | "select_range"
  | readonly SubmissionAction[];

const actionOf: Partial<Record<string, KeyAction>> = {
  ...screenActions,
  ...Object.fromEntries(
    toggles.flatMap((toggle) =>
      toggle.flatMap((action) => messageActions[action].keys.map((key) => [key, toggle])),
    ),
  ),
};

const messageKeys = toggles.flatMap((toggle) => {
  const [{ keys, help }] = toggle.map((action) => messageActions[action]) as [ActionRow];
  return help ? [[keys.map((key) => (key.length === 1 ? key.toUpperCase() : key)), help] as const] : [];
});

/** The keys as the dialog of keys shows them, with the texts about their actions. */
export const keyList: readonly (readonly [readonly string[], MessageId])[] = [
  [["J", "K"], "inbox.key.move"],
  [["↓", "↑"], "inbox.key.arrows"],
  [["Enter", "O"], "inbox.key.open"],
  [["F"], "inbox.key.oldest"],
  [["R"], "inbox.key.answer"],
  [["N"], "inbox.key.note"],
  [["Ctrl Enter"], "inbox.key.send"],
  [["Ctrl Shift Enter"], "inbox.key.sendAndClose"],
  ...messageKeys,
  [["X"], "inbox.key.select"],
  [["Shift X"], "inbox.key.selectRange"],
  [["Z"], "inbox.key.undo"],
  [["/"], "inbox.key.search"],
  [["D"], "inbox.key.density"],
  [["Esc"], "inbox.key.close"],
  [["?"], "inbox.key.help"],
];

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
  // Cyrillic keyboards have this sign in the place of `#`.
  if (key === "№") return "#";
  const [, latin] = (foreignLetter.test(key) && /^Key([A-Z])$/.exec(code)) || [];
  return (latin ?? key).toLowerCase();
}

/**
 * Returns the action of a key, or null. No key acts while the user types or answers a question (`isBusy`). Users
 * of speech input can switch off single-character keys (`hasSignKeys`; WCAG 2.2, 2.1.4).
 */
export function toKeyAction(press: KeyPress, isBusy: boolean, hasSignKeys = true): KeyAction | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey, repeat } = press;
  // AltGr reports Ctrl and Alt. Some keyboards need it to write `#`.
  const altGraph = press.getModifierState("AltGraph");
  if (isBusy || metaKey || ((ctrlKey || altKey) && !altGraph)) return null;
  if (key.length === 1 && !hasSignKeys) return null;
  const action = actionOf[toSign(press)] ?? null;
  if (repeat && action !== "next" && action !== "previous") return null;
  // Some signs, such as `?`, need Shift.
  const isSign = /^[^\p{L}\d]$/u.test(key);
  if (!shiftKey || isSign) return action;
  return action === "select" ? "select_range" : null;
}
