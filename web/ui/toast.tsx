import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { Button, LinkButton } from "./button.tsx";
import { type FlashToast, takeFlash } from "./flash.ts";
import { Icon } from "./icon.tsx";
import { messageTone } from "./text.css.ts";
import * as css from "./toast.css.ts";
import { getDurationMs, nextToasts, type Toast, type VisibleToast } from "./toast-list.ts";

type ShowToast = (toast: Toast) => () => void;
const ToastContext = createContext<ShowToast | null>(null);

/**
 * Returns a function that shows a toast for some seconds and announces it to screen readers. That function returns
 * another one, which dismisses the toast.
 * @throws Error outside of a ToastProvider
 */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("No ToastProvider");
  return show;
}

type ToastProviderProps = {
  /** The name of the toast region, and of the button that dismisses a toast. */
  labels: { region: string; dismiss: string };
  children: ReactNode;
};

/**
 * Provides `useToast` to its children and shows the toasts, first those that the previous document has left. They stay
 * while the pointer is over them, while the focus is in one, and while the page is hidden.
 */
export function ToastProvider({ labels, children }: ToastProviderProps) {
  const [toasts, dispatch] = useReducer(nextToasts, []);
  const [isPaused, setPaused] = useState(false);
  const lastId = useRef(0);

  const dismiss = useCallback((id: number) => {
    dispatch({ type: "dismiss", id });
    setPaused(false);
  }, []);
  const show = useCallback(
    (toast: Toast) => {
      lastId.current += 1;
      const id = lastId.current;
      dispatch({ type: "show", toast: { ...toast, id } });
      return () => dismiss(id);
    },
    [dismiss],
  );

  useEffect(() => {
    for (const toast of takeFlash()) show(withoutLinkHere(toast));
  }, [show]);

  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
  };
  const card = (toast: VisibleToast) => (
    <ToastCard
      key={toast.id}
      toast={toast}
      isPaused={isPaused}
      dismissLabel={labels.dismiss}
      dismiss={dismiss}
    />
  );

  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label={labels.region}
        className={css.region}
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={leave}
      >
        {/* Screen readers announce a toast only if the status exists before it, and by default all toasts again. */}
        <div role="status" aria-atomic={false} className={css.group}>
          {toasts.filter((toast) => toast.tone !== "critical").map(card)}
        </div>
        <div className={css.group}>{toasts.filter((toast) => toast.tone === "critical").map(card)}</div>
      </section>
    </ToastContext>
  );
}

/** Removes the link of a toast that leads to the current page. */
function withoutLinkHere({ action, ...toast }: FlashToast): Toast {
  const leadsHere = action && new URL(action.href, location.href).pathname === location.pathname;
  return action && !leadsHere ? { ...toast, action } : toast;
}

type ToastCardProps = {
  toast: VisibleToast;
  isPaused: boolean;
  dismissLabel: string;
  dismiss: (id: number) => void;
};

function ToastCard({ toast, isPaused, dismissLabel, dismiss }: ToastCardProps) {
  const { id, title, description, action, tone = "success" } = toast;
  const hidden = usePageHidden();

  useEffect(() => {
    if (isPaused || hidden) return;
    const timer = setTimeout(() => dismiss(id), getDurationMs(toast));
    return () => clearTimeout(timer);
  }, [isPaused, hidden, id, toast, dismiss]);

  const close = () => dismiss(id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for the button inside
    <div
      className={css.toast}
      role={tone === "critical" ? "alert" : undefined}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <span className={`${css.mark} ${messageTone[tone]}`}>
        <Icon name={tone === "success" ? "check" : "alert"} />
      </span>
      <div className={css.content}>
        <div className={css.texts}>
          <p className={css.title}>{title}</p>
          {description && <p>{description}</p>}
        </div>
        {action && <ToastAction action={action} close={close} />}
      </div>
      <Button tone="quiet" size="icon" aria-label={dismissLabel} onClick={close}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

function ToastAction({ action, close }: { action: NonNullable<Toast["action"]>; close: () => void }) {
  if ("href" in action) {
    return (
      <LinkButton tone="quiet" size="small" href={action.href}>
        {action.label}
      </LinkButton>
    );
  }
  const { label, run } = action;
  return (
    <Button
      tone="quiet"
      size="small"
      onClick={() => {
        close();
        run();
      }}
    >
      {label}
    </Button>
  );
}

/** Returns whether the tab is hidden. Meanwhile no toast disappears, so the user does not miss it. */
function usePageHidden(): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const update = () => setHidden(document.hidden);
    update();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return hidden;
}
