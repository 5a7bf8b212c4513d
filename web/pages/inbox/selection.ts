import { useCallback, useMemo, useState } from "react";

/**
 * What is selected: some of the loaded messages, all that were loaded then (`loaded`), or everything that the list's
 * filter and search let through (`everything`). `anchor` is where a range begins.
 */
export type Selected = {
  ids: ReadonlySet<string>;
  anchor: string | null;
  loaded: boolean;
  everything: boolean;
};

export const nothing: Selected = { ids: new Set(), anchor: null, loaded: false, everything: false };

/** One more or one less. Whoever takes one out of everything means the loaded others. */
export function toggled(selected: Selected, id: string): Selected {
  const ids = new Set(selected.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, loaded: false, everything: false };
}

/** The messages from the anchor to `id`, both of them, added to what is selected. */
export function extended(selected: Selected, order: readonly string[], id: string): Selected {
  const to = order.indexOf(id);
  const from = selected.anchor === null ? to : order.indexOf(selected.anchor);
  if (to === -1) return selected;
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const ids = new Set([...selected.ids, ...order.slice(first, last + 1)]);
  return { ids, anchor: from === -1 ? id : selected.anchor, loaded: false, everything: false };
}

/** All that are loaded. */
export const allOf = (order: readonly string[]): Selected => ({
  ids: new Set(order),
  anchor: null,
  loaded: true,
  everything: false,
});

/** What is left of a selection when some of it is no longer in the list. */
export function remaining(selected: Selected, order: readonly string[]): Selected {
  if (selected.ids.size === 0) return selected;
  const there = new Set(order);
  const ids = new Set([...selected.ids].filter((id) => there.has(id)));
  if (ids.size === selected.ids.size) return selected;
  return ids.size === 0 ? nothing : { ...selected, ids };
}

/**
 * What is selected in a list, of which `ids` are loaded. It belongs to that list: in another one, reached in whatever
 * way, something else is selected or nothing; back in the first it is there again.
 */
export function useSelection(list: string, ids: readonly string[], atFirst: (list: string) => Selected) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Selected>>(() => new Map([[list, atFirst(list)]]));
  const selected = useMemo(() => remaining(chosen.get(list) ?? nothing, ids), [chosen, list, ids]);
  const choose = useCallback(
    (next: Selected) => setChosen((known) => new Map(known).set(list, next)),
    [list],
  );
  return [selected, choose] as const;
}
