import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";

type PartProps = { title: string; lead: string; children: ReactNode };

/** Shows a subject of the account with its title and its controls. */
export function Part({ title, lead, children }: PartProps) {
  const id = useId();
  return (
    <section className={css.part} aria-labelledby={`${id}title`}>
      <div className={css.texts}>
        <Heading level={2} size="title" id={`${id}title`}>
          {title}
        </Heading>
        <Text tone="quiet">{lead}</Text>
      </div>
      {children}
    </section>
  );
}

type ConfirmButtonProps = Omit<ComponentProps<typeof Button>, "onClick" | "children"> & {
  label: string;
  /** Without a question the button acts at once. */
  question: string | null;
  warning: string;
  onConfirm: () => void;
};

/** Shows a button that asks `question` in a dialog before it acts; without a question it acts at once. */
export function ConfirmButton({ label, question, warning, onConfirm, ...button }: ConfirmButtonProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <>
      <Button {...button} onClick={question === null ? onConfirm : () => setAsking(true)}>
        {label}
      </Button>
      {isAsking && question !== null && (
        <ConfirmDialog
          title={question}
          description={warning}
          confirmLabel={label}
          cancelLabel={text("account.cancel")}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/**
 * Opens and closes a form that replaces its button. `container` is their parent: opening focuses the first field in it,
 * closing the button.
 */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const hasChanged = useRef(false);
  useEffect(() => {
    if (!hasChanged.current) return;
    const focusSelector = open ? "input:not([hidden]), select" : "button";
    container.current?.querySelector<HTMLElement>(focusSelector)?.focus();
  }, [open]);
  const change = (isOpen: boolean) => {
    hasChanged.current = true;
    setOpen(isOpen);
  };
  return { open, container, show: () => change(true), hide: () => change(false) };
}
