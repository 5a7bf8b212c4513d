import { useEffect, useState } from "react";

/** The longest text that a field takes, by a count of its own, and what to say of it: `remaining` is negative when it is exceeded. */
export type TextLimit = {
  maximum: number;
  count(text: string): number;
  describe(remaining: number): string;
};

/** How many characters a control still takes once its text is near or over its limit; null before that. */
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
    // The event comes before the form is emptied.
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
