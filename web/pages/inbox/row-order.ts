import type { InboxState } from "./store.ts";

/** The row that takes over from the one that the keyboard was at, which has left the list. */
export const nextFocus = ({ focused }: InboxState, ids: readonly string[]): string | undefined =>
  focused ? ids[Math.min(focused.index, ids.length - 1)] : undefined;

/** The row that the tab key reaches. */
export function tabStop(state: InboxState, ids: readonly string[], opened: string | null): string | null {
  if (state.focused && ids.includes(state.focused.id)) return state.focused.id;
  if (opened !== null && ids.includes(opened)) return opened;
  return nextFocus(state, ids) ?? ids[0] ?? null;
}

/** The row to go on with when some are deleted: the next one after them, else the one before. */
export function focusAfterDeletion(ids: readonly string[], gone: ReadonlySet<string>): string | undefined {
  const last = ids.findLastIndex((id) => gone.has(id));
  const rest = (part: readonly string[]) => part.filter((id) => !gone.has(id));
  return rest(ids.slice(last + 1))[0] ?? rest(ids.slice(0, Math.max(0, last))).at(-1);
}

/**
 * The neighbour of `id` in the list, null at the ends. Once `id` has left the list, `lastIndex` is
 * where it was: its next one is what moved up there. Where it never was in the list the first comes next.
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
