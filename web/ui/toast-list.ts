/** A short message about an event. `action` offers the next step: a function or a link. */
export type Toast = {
  /** The subject. A later toast about the same subject replaces this one, so that no error outlives its cause. */
  about?: string;
  title: string;
  description?: string;
  tone?: "success" | "caution" | "critical";
  action?: { label: string; run: () => void } | { label: string; href: string };
};

export type VisibleToast = Toast & { id: number };

export type ToastEvent = { type: "show"; toast: VisibleToast } | { type: "dismiss"; id: number };

const isCritical = ({ tone }: Toast) => tone === "critical";

/**
 * Returns the visible toasts after an event, oldest first. A new toast replaces the last one, so that toasts never
 * cover their subject. Critical and other toasts do not replace each other, unless their subject is the same.
 */
export function nextToasts(toasts: readonly VisibleToast[], event: ToastEvent): readonly VisibleToast[] {
  if (event.type === "dismiss") return toasts.filter((toast) => toast.id !== event.id);
  const { toast } = event;
  const isReplaced = (visibleToast: Toast) =>
    isCritical(visibleToast) === isCritical(toast) ||
    (visibleToast.about !== undefined && visibleToast.about === toast.about);
  return [...toasts.filter((visibleToast) => !isReplaced(visibleToast)), toast];
}

/** Returns the milliseconds for which a toast stays. Critical toasts and toasts with an action stay longer. */
export function getDurationMs(toast: Toast): number {
  return toast.tone === "critical" || toast.action ? 12_000 : 6_000;
}
