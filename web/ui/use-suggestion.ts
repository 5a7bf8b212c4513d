import { useEffect, useState } from "react";

/** A value that is proposed for what was typed, and what is said of it. */
export type Suggestion = {
  find(value: string): string | null;
  describe(value: string): string;
  /** The words of the button that takes it. */
  take: string;
};

// Typing has come to a pause: `gmail.co` may be on its way to `gmail.com`.
const pauseMs = 700;

/** The value that is proposed for a control's, and what puts it there; null while there is none, undefined until the page is live. */
export function useSuggestion(
  controlId: string,
  find: Suggestion["find"] | undefined,
): { value: string; take(): void } | null | undefined {
  const [value, setValue] = useState<string | null>();
  useEffect(() => {
    const control = document.getElementById(controlId) as HTMLInputElement | null;
    if (!control || !find) return;
    let timer = 0;
    const hide = () => {
      clearTimeout(timer);
      setValue(null);
    };
    const lookLater = () => {
      hide();
      timer = window.setTimeout(() => setValue(find(control.value)), pauseMs);
    };
    const { form } = control;
    lookLater();
    control.addEventListener("input", lookLater);
    form?.addEventListener("reset", hide);
    return () => {
      clearTimeout(timer);
      control.removeEventListener("input", lookLater);
      form?.removeEventListener("reset", hide);
    };
  }, [controlId, find]);
  if (typeof value !== "string") return value;
  return {
    value,
    take() {
      const control = document.getElementById(controlId) as HTMLInputElement;
      control.value = value;
      // As if it was typed: the form forgets its error, and keeps the draft.
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.focus();
    },
  };
}
