import { useInbox } from "#web/pages/inbox/inbox-context.ts";

/** How much of the list is selected: how many, some of them, all of them. */
export function useExtent() {
  const { list, selected } = useInbox();
  const shown = list.ids.length;
  const count = selected.bulk ? (list.total ?? shown) : selected.ids.size;
  const some = count > 0;
  return { shown, count, some, all: some && (selected.bulk || selected.ids.size >= shown) };
}
