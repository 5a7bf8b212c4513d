import type { Submission } from "#functions/contract/submission.ts";
import { useText } from "#web/language/use-text.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

type DeleteQuestionProps = {
  /** Null for everything that the list lets through. */
  submissions: readonly Submission[] | null;
  total: number | null;
  search: string;
  confirm: () => void;
  cancel: () => void;
};

/** Asks once before messages are gone for good, naming whose or how many they are. */
export function DeleteQuestion({ submissions, total, search, confirm, cancel }: DeleteQuestionProps) {
  const text = useText();
  const [only] = submissions ?? [];
  const count = submissions?.length ?? total;
  const title =
    count === 1 && only
      ? text("inbox.delete.title", { name: only.name })
      : count === null
        ? text("inbox.delete.foundTitle", { search })
        : text("inbox.delete.manyTitle", { count });
  const confirmLabel =
    count === null ? text("inbox.delete.confirmFound") : text("inbox.delete.confirm", { count });
  return (
    <ConfirmDialog
      title={title}
      description={text(count === 1 ? "inbox.delete.warning" : "inbox.delete.manyWarning")}
      confirmLabel={confirmLabel}
      cancelLabel={text("inbox.delete.cancel")}
      onConfirm={confirm}
      onCancel={cancel}
    />
  );
}
