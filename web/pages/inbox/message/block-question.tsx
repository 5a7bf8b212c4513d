import { useText } from "#web/language/use-text.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

/** Asks once before a sender is blocked, saying what follows and how that ends. */
export function BlockQuestion() {
  const text = useText();
  const { state, answerBlock } = useInbox();
  if (!state.blocking) return null;
  return (
    <ConfirmDialog
      title={text("inbox.block.title", { email: state.blocking.email })}
      description={text("inbox.block.warning")}
      confirmLabel={text("inbox.block")}
      cancelLabel={text("inbox.delete.cancel")}
      onConfirm={() => answerBlock(true)}
      onCancel={() => answerBlock(false)}
    />
  );
}
