import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

/** Asks once before messages are gone for good, naming whose or how many they are. */
export function DeleteQuestion() {
  const text = useText();
  const { state, list, url, answer } = useInbox();
  const { deleting } = state;
  if (!deleting) return null;
  const [only] = deleting === "bulk" ? [] : deleting;
  const count = deleting === "bulk" ? list.total : deleting.length;
  const title =
    count === 1 && only
      ? text("inbox.delete.title", { name: only.name })
      : count === null
        ? text("inbox.delete.foundTitle", { search: url.search })
        : text("inbox.delete.manyTitle", { count });
  const confirmLabel =
    count === null ? text("inbox.delete.confirmFound") : text("inbox.delete.confirm", { count });
  return (
    <ConfirmDialog
      title={title}
      description={text(count === 1 ? "inbox.delete.warning" : "inbox.delete.manyWarning")}
      confirmLabel={confirmLabel}
      cancelLabel={text("inbox.delete.cancel")}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}
