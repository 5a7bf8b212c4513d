/** A short message about what just happened. `action` offers the next step: something to run or somewhere to go. */
export type Toast = {
  /** What it is about: a later toast about the same takes its place, so that no error outlives its cause. */
  about?: string;
  title: string;
  description?: string;
  tone?: "success" | "caution" | "critical";
  action?: { label: string; run: () => void } | { label: string; href: string };
};

export type ShownToast = Toast & { id: number };

export type ToastEvent = { type: "show"; toast: ShownToast } | { type: "dismiss"; id: number };

const isCritical = ({ tone }: Toast) => tone === "critical";

/**
 * The toasts on screen, oldest first. A new one takes the place of the last, so that they never cover what they are
 * about; only what went wrong is not replaced by what went well, nor the other way round, unless both are about the same.
 */
export function nextToasts(toasts: readonly ShownToast[], event: ToastEvent): readonly ShownToast[] {
  if (event.type === "dismiss") return toasts.filter((toast) => toast.id !== event.id);
  const { toast } = event;
  const isReplaced = (shown: Toast) =>
    isCritical(shown) === isCritical(toast) || (shown.about !== undefined && shown.about === toast.about);
  return [...toasts.filter((shown) => !isReplaced(shown)), toast];
}

/** How long a toast stays, in milliseconds: longer when it says what went wrong or offers a next step. */
export function duration(toast: Toast): number {
  return toast.tone === "critical" || toast.action ? 12_000 : 6_000;
}
