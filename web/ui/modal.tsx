import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import * as css from "./modal.css.ts";
import { Heading } from "./text.tsx";

type ModalProps = {
  title: string;
  /** Name of the button that closes it; without one it stays until what it asks for is done. */
  closeLabel?: string;
  onClose?: () => void;
  size?: keyof typeof css.size;
  children: ReactNode;
};

/**
 * Something to look at or to do before going on, for as long as it is rendered, with the focus inside. Escape and
 * a click beside it close it where it can be closed.
 */
export function Modal({ title, closeLabel, onClose, size = "narrow", children }: ModalProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed while it is still in the document, so that the focus goes back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const besides = (event: MouseEvent) => {
    if (event.target === dialog.current && event.detail > 0) onClose?.();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform's Escape is the key for it
    <dialog
      ref={dialog}
      className={`${css.modal} ${css.size[size]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={besides}
    >
      <div className={css.inside}>
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
    </dialog>
  );
}
