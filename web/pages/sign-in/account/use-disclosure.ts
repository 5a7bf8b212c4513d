import { useEffect, useRef, useState } from "react";

/** A form behind a button: opening it moves the focus to its first field, closing it back to the button. */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    const target = open ? "input:not([hidden]), select" : "button";
    place.current?.querySelector<HTMLElement>(target)?.focus();
  }, [open]);
  const change = (next: boolean) => {
    moved.current = true;
    setOpen(next);
  };
  return { open, place, show: () => change(true), hide: () => change(false) };
}
