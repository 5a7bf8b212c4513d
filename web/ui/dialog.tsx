import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import * as css from "./dialog.css.ts";
import { Icon } from "./icon.tsx";
import { Heading, Text } from "./text.tsx";

type DialogProps = {
  className: string;
  role?: "alertdialog";
  labelledBy: string;
  describedBy?: string;
  onCancel: (() => void) | undefined;
  children: ReactNode;
};

/** Shows a dialog that is modal for as long as it is rendered. Escape and a click outside the dialog cancel. */
function Dialog({ className, role, labelledBy, describedBy, onCancel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closes it before React removes it, so that the focus returns to the element that had it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes it with Escape
    <dialog
      ref={dialog}
      className={className}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      // `detail` is 0 for a click without a pointer.
      onClick={(event) => event.target === dialog.current && event.detail > 0 && onCancel?.()}
    >
      {children}
    </dialog>
  );
}

type ConfirmDialogProps = {
  title: string;
  /** The consequence of a confirmation. */
  description: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks before an action that cannot be undone. The focus starts at the button that cancels. Escape and a click outside
 * the dialog cancel, too.
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
  /** The controls that answer the question. The focus starts at the first one. */
  children: ReactNode;
};

/** Shows a question with the caller's controls, such as a form. Escape and a click outside the dialog cancel. */
export function FormDialog({ title, description, onCancel, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      className={css.dialog}
      role="alertdialog"
      labelledBy={`${id}title`}
      describedBy={`${id}description`}
      onCancel={onCancel}
    >
      <div className={css.inside}>
        <div className={css.intro}>
          <Heading level={2} size="title" id={`${id}title`}>
            {title}
          </Heading>
          <Text tone="quiet" id={`${id}description`}>
            {description}
          </Text>
        </div>
        {children}
      </div>
    </Dialog>
  );
}

type ModalProps = {
  title: string;
  /** The name of the button that closes it. */
  closeLabel?: string;
  onClose?: () => void;
  size?: keyof typeof css.size;
  children: ReactNode;
};

/** Shows a modal window. Escape and a click outside close it if `onClose` is set. */
export function Modal({ title, closeLabel, onClose, size = "narrow", children }: ModalProps) {
  const id = useId();
  return (
    <Dialog className={`${css.dialog} ${css.size[size]}`} labelledBy={id} onCancel={onClose}>
      <div className={css.modal}>
        <div className={css.head}>
          <Heading level={2} size="title" id={id}>
            {title}
          </Heading>
          {onClose && (
            <Button tone="quiet" size="icon" aria-label={closeLabel} onClick={onClose}>
              <Icon name="close" />
            </Button>
          )}
        </div>
        {children}
      </div>
    </Dialog>
  );
}
