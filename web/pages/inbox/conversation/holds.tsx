import { type RefObject, useEffect, useRef } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { useText } from "#web/language/use-text.ts";
import { usePendingChanges } from "#web/pages/inbox/queries.ts";
import { Button } from "#web/ui/button.tsx";
import * as css from "./conversation.css.ts";
import { type Send, useDesk } from "./desk.tsx";

/** Shows the draft of another window that differs, until the user chooses one of the two. */
export function DraftConflict({ id }: { id: string }) {
  const text = useText();
  const { desk, conflict } = useDesk(id);
  if (!conflict) return null;
  return (
    <div className={css.hold} role="alert">
      <p className={css.holdTitle}>{text("inbox.compose.conflict")}</p>
      <div className={css.heldText} dir="auto">
        {conflict.text || text("inbox.compose.emptied")}
      </div>
      <div className={css.holdActions}>
        <Button size="small" tone="accent" onClick={() => desk.drafts.resolve(id, "own")}>
          {text("inbox.compose.keepMine")}
        </Button>
        <Button size="small" onClick={() => desk.drafts.resolve(id, "other")}>
          {text("inbox.compose.useOther")}
        </Button>
      </div>
    </div>
  );
}

type MovedProps = {
  id: string;
  submission: FullSubmission;
  send: Send;
  field: RefObject<HTMLTextAreaElement | null>;
};

/**
 * Shows the entries that the author of a held answer had not seen. The first button has the focus, so one key sends the
 * answer after all.
 */
export function MovedConversation({ id, submission, send, field }: MovedProps) {
  const text = useText();
  const { undos } = usePendingChanges();
  const { desk, rejection } = useDesk(id);
  const sendButton = useRef<HTMLDivElement>(null);
  const moved = rejection && "newer" in rejection ? rejection : null;
  const isHeld = moved !== null;
  const heldText = moved?.text;
  useEffect(() => {
    const { activeElement, body } = document;
    if (!isHeld || (activeElement !== body && activeElement !== field.current)) return;
    // The user who goes on writing keeps the focus.
    if (field.current?.value !== heldText) return;
    sendButton.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [isHeld, heldText, field]);
  if (!moved) return null;
  const sendAnyway = () => send({ isFinal: moved.isFinal });
  const discard = () => {
    const { text: draftText, kind } = desk.drafts.read(id);
    undos.push(() => desk.drafts.giveBack(id, { text: draftText, kind }));
    desk.setRejection(id, null);
    desk.drafts.write(id, { text: "", revision: null });
    field.current?.focus();
  };
  return (
    <div
      className={css.hold}
      role="alert"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        // On the other button the keys press that button.
        if (event.target !== sendButton.current?.querySelector("button")) return;
        event.preventDefault();
        sendAnyway();
      }}
    >
      <p className={css.holdTitle}>{text("inbox.compose.moved")}</p>
      {moved.newer.map((entry) => (
        <div key={entry.id} className={css.heldText} dir="auto">
          {`${entry.author?.name ?? (entry.kind === "customer" ? submission.name : "")}: ${entry.kind === "event" ? text("inbox.compose.movedEvent") : entry.text}`}
        </div>
      ))}
      <div className={css.holdActions} ref={sendButton}>
        <Button size="small" tone="accent" onClick={sendAnyway}>
          {text("inbox.compose.sendAnyway")}
        </Button>
        <Button size="small" onClick={discard}>
          {text("inbox.compose.discard")}
        </Button>
      </div>
    </div>
  );
}
