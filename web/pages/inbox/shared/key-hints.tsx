import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { InboxIcon, type InboxIconName } from "./icons.tsx";

const key = "inbox.sign-keys";
const listeners = new Set<() => void>();
let isOn: boolean | null = null;

/** Returns whether single-character keys are on in this browser (WCAG 2.2, 2.1.4). They are on by default. */
export function signKeysAreOn(): boolean {
  isOn ??= tryStorage(() => localStorage.getItem(key)) !== "off";
  return isOn;
}

/** Switches single-character keys on or off, also for later visits. */
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
  /** The key as the dialog of keys shows it. */
  sign?: string | undefined;
  children: ReactNode;
};

/** Shows the name of a button, and its key unless single-character keys are off. */
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

/** Shows a button with an icon. Its tooltip shows its name and its key. */
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
