import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { InboxIcon, type InboxIconName } from "./icons.tsx";

const key = "inbox.sign-keys";
const listeners = new Set<() => void>();
let isOn: boolean | null = null;

/** Returns whether letters and signs are keys of the inbox in this browser (WCAG 2.1.4). They are by default. */
export function signKeysAreOn(): boolean {
  isOn ??= tryStorage(() => localStorage.getItem(key)) !== "off";
  return isOn;
}

/** Switches these keys on or off, also for later visits. */
export function switchSignKeys(next: boolean): void {
  isOn = next;
  for (const listener of listeners) listener();
  tryStorage(() => (next ? localStorage.removeItem(key) : localStorage.setItem(key, "off")));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSignKeys = () => useSyncExternalStore(subscribe, signKeysAreOn);

type KeyTooltipProps = {
  label: string;
  /** The key as the list of keys shows it. */
  sign?: string | undefined;
  children: ReactNode;
};

/** Shows the name of a button, and its key unless letters and signs are switched off. */
export function KeyTooltip({ label, sign, children }: KeyTooltipProps) {
  return <Tooltip label={useSignKeys() && sign ? `${label} (${sign})` : label}>{children}</Tooltip>;
}

type IconButtonProps = Pick<ComponentProps<typeof Button>, "aria-pressed" | "disabled" | "onClick"> & {
  label: string;
  icon: InboxIconName;
  /** The text of the tooltip, if it says more than the label. */
  tooltip?: string;
  sign?: string;
  /** The key as `aria-keyshortcuts` takes it. */
  keys?: string;
};

/** A button with a drawing, whose tooltip shows its name and its key. */
export function IconButton({ label, icon, tooltip = label, sign, keys, ...button }: IconButtonProps) {
  const signs = useSignKeys();
  return (
    <KeyTooltip label={tooltip} sign={sign}>
      <Button
        tone="quiet"
        size="icon"
        aria-label={label}
        aria-keyshortcuts={signs ? keys : undefined}
        {...button}
      >
        <InboxIcon name={icon} />
      </Button>
    </KeyTooltip>
  );
}
