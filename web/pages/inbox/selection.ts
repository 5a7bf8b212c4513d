/**
 * What is selected: some of the loaded messages, all that were loaded then (`loaded`), or everything that the list's
 * filter and search let through (`bulk`). `anchor` is where a range begins.
 */
export type Selected = {
  ids: ReadonlySet<string>;
  anchor: string | null;
  loaded: boolean;
  bulk: boolean;
};

export const nothing: Selected = { ids: new Set(), anchor: null, loaded: false, bulk: false };

/** One more or one less. Without one of them, a bulk selection is the other loaded ones. */
export function toggled(selected: Selected, id: string): Selected {
  const ids = new Set(selected.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, loaded: false, bulk: false };
}

/** The messages from the anchor to `id`, both of them, added to what is selected. */
export function extended(selected: Selected, order: readonly string[], id: string): Selected {
  const to = order.indexOf(id);
  const from = selected.anchor === null ? to : order.indexOf(selected.anchor);
  if (to === -1) return selected;
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const ids = new Set([...selected.ids, ...order.slice(first, last + 1)]);
  return { ids, anchor: from === -1 ? id : selected.anchor, loaded: false, bulk: false };
}

/** All that are loaded. */
export const allOf = (order: readonly string[]): Selected => ({
  ids: new Set(order),
  anchor: null,
  loaded: true,
  bulk: false,
});

/** What is left of a selection when some of it is no longer in the list. */
export function remaining(selected: Selected, order: readonly string[]): Selected {
  if (selected.ids.size === 0) return selected;
  const there = new Set(order);
  const ids = new Set([...selected.ids].filter((id) => there.has(id)));
  if (ids.size === selected.ids.size) return selected;
  return ids.size === 0 ? nothing : { ...selected, ids };
}
