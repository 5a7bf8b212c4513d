export type KeyAction = "next" | "previous" | "toggle_read" | "delete" | "search" | "close";

const actions: Record<string, KeyAction> = {
  j: "next",
  k: "previous",
  u: "toggle_read",
  Delete: "delete",
  Backspace: "delete",
  "/": "search",
  Escape: "close",
};

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** What a key means in the inbox, null for nothing; it means nothing while somebody writes or answers a question. */
export function keyAction(press: KeyPress, busy: boolean): KeyAction | null {
  if (busy || press.ctrlKey || press.metaKey || press.altKey) return null;
  return actions[press.key.length === 1 ? press.key.toLowerCase() : press.key] ?? null;
}

/** The neighbour of `id` in the list, the first one when none is chosen, null at the ends. */
export function neighbour(ids: readonly string[], id: string | null, step: 1 | -1): string | null {
  const at = id === null ? -1 : ids.indexOf(id);
  if (at === -1) return ids[0] ?? null;
  return ids[at + step] ?? null;
}
