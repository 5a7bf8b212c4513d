import { useEffect, useRef } from "react";

/**
 * For a part of the page whose controls come and go: when the one with the focus goes, the part's first has it. Where there is none,
 * `focusElsewhere` says where the focus goes instead of the beginning of the document.
 */
export function useKeptFocus(focusElsewhere: () => void) {
  const part = useRef<HTMLDivElement>(null);
  const had = useRef(false);
  useEffect(() => {
    const watch = (event: Event) => {
      had.current = event.type === "focusin" && part.current?.contains(event.target as Node) === true;
    };
    document.addEventListener("focusin", watch);
    document.addEventListener("pointerdown", watch);
    return () => {
      document.removeEventListener("focusin", watch);
      document.removeEventListener("pointerdown", watch);
    };
  }, []);
  // After every rendering: any of them may be the one that took the control away.
  useEffect(() => {
    if (!had.current || document.activeElement !== document.body) return;
    const first = part.current?.querySelector<HTMLElement>("input, button");
    if (first) first.focus();
    else focusElsewhere();
  });
  return part;
}
