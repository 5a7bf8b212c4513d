import { useEffect, useState } from "react";

/** The maximum length of a text, its count, and its description: `remaining` is negative if the text is too long. */
export type TextLimit = {
  maximum: number;
  count(text: string): number;
  describe(remaining: number): string;
};

/** Returns the number of characters that still fit, or null while the text is shorter than nine tenths of the limit. */
export function useRemaining(controlId: string, limit: TextLimit | undefined): number | null {
  const [remaining, setRemaining] = useState<number | null>(null);
  const { maximum, count } = limit ?? {};
  useEffect(() => {
    const control = document.getElementById(controlId) as HTMLInputElement | HTMLTextAreaElement | null;
    if (!control || maximum === undefined || !count) return;
    const update = () => {
      const rest = maximum - count(control.value);
      setRemaining(rest <= maximum / 10 ? rest : null);
    };
    // The event is dispatched before the form is emptied.
    const updateLater = () => queueMicrotask(update);
    const { form } = control;
    update();
    control.addEventListener("input", update);
    form?.addEventListener("reset", updateLater);
    return () => {
      control.removeEventListener("input", update);
      form?.removeEventListener("reset", updateLater);
    };
  }, [controlId, maximum, count]);
  return remaining;
}

/** A proposal for the typed value, and its texts. */
export type Suggestion = {
  find(value: string): string | null;
  describe(value: string): string;
  /** The label of the button that accepts it. */
  take: string;
};

// The pause after which a text is checked: while the user types, `gmail.co` may become `gmail.com`.
const pauseMs = 700;

/**
 * Returns the proposal for a control and a function that accepts it. The result is null without a proposal, and
 * undefined before hydration or without `find`.
 */
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
      // The form handles it like a keystroke: it removes the error and keeps the draft.
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.focus();
    },
  };
}
