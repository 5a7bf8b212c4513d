import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import * as css from "./dialog.css.ts";
import { Heading, Text } from "./text.tsx";

type ConfirmDialogProps = {
  /** The question, naming what it is about. */
  title: string;
  /** What follows from a yes. */
  description: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks once before something that cannot be undone, for as long as it is rendered. The focus starts at the
 * way out; Escape and a click beside the dialog cancel.
 */
export function ConfirmDialog({ confirmLabel, cancelLabel, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <FormDialog {...rest}>
      <div className={css.buttons}>
        <Button onClick={rest.onCancel}>{cancelLabel}</Button>
        <Button tone="critical" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </FormDialog>
  );
}

type FormDialogProps = Pick<ConfirmDialogProps, "title" | "description" | "onCancel"> & {
  /** What answers the question. The focus starts at its first control. */
  children: ReactNode;
};

/** A question whose answer takes more than a button, for as long as it is rendered; otherwise like ConfirmDialog. */
export function FormDialog({ title, description, onCancel, children }: FormDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed while it is still in the document, so that the focus goes back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const besides = (event: MouseEvent) => {
    if (event.target === dialog.current && isOutside(event, dialog.current)) onCancel();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform's Escape is the key for it
    <dialog
      ref={dialog}
      className={css.dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}description`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClick={besides}
    >
      <div className={css.words}>
        <Heading level={2} size="title" id={`${id}title`}>
          {title}
        </Heading>
        <Text tone="quiet" id={`${id}description`}>
          {description}
        </Text>
      </div>
      {children}
    </dialog>
  );
}

// The backdrop belongs to the dialog: only the place of the click tells them apart.
function isOutside(event: MouseEvent, element: HTMLElement): boolean {
  const box = element.getBoundingClientRect();
  const inside =
    event.clientX >= box.left &&
    event.clientX <= box.right &&
    event.clientY >= box.top &&
    event.clientY <= box.bottom;
  return !inside;
}
