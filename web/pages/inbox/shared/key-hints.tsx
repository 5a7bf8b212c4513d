import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import { type SubmissionAction, submissionActions } from "#functions/contract/submission.ts";
import { Button } from "#web/ui/button.tsx";
import { LinePath } from "#web/ui/icon.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { messageActions } from "./actions.ts";
import { createStore } from "./hooks.ts";

const key = "inbox.sign-keys";
const signKeys = createStore(tryStorage(() => localStorage.getItem(key)) !== "off");

/** Returns whether single-character keys are on in this browser (WCAG 2.2, 2.1.4). They are on by default. */
export const areSignKeysOn = signKeys.get;

/** Switches single-character keys on or off, also for later visits. */
export function switchSignKeys(areOn: boolean): void {
  signKeys.set(areOn);
  tryStorage(() => (areOn ? localStorage.removeItem(key) : localStorage.setItem(key, "off")));
}

export const useSignKeys = () => useSyncExternalStore(signKeys.subscribe, areSignKeysOn);

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

/** Shows a button with an icon. Its tooltip shows its name, and its key unless single-character keys are off. */
export function IconButton({ label, icon, tooltip = label, sign, keys, ...button }: IconButtonProps) {
  const areSignKeysOn = useSignKeys();
  return (
    <KeyTooltip label={tooltip} sign={sign}>
      <Button
        tone="quiet"
        size="icon"
        aria-label={label}
        aria-keyshortcuts={areSignKeysOn ? keys : undefined}
        {...button}
      >
        <InboxIcon name={icon} />
      </Button>
    </KeyTooltip>
  );
}

const actionIcons = Object.fromEntries(
  submissionActions.map((action) => [action, messageActions[action].icon]),
) as Record<SubmissionAction, string>;

// Paths of Lucide (ISC licence, lucide.dev) on a 24 px grid, for the inbox only.
const paths = {
  search: "m21 21-4.3-4.3M11 3a8 8 0 1 0 0 16a8 8 0 0 0 0-16",
  back: "M19 12H5m7 7-7-7 7-7",
  reply: "M9 17 4 12l5-5M20 18v-2a4 4 0 0 0-4-4H4",
  block: "M4.9 4.9l14.2 14.2M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20",
  up: "m18 15-6-6-6 6",
  down: "m6 9 6 6 6-6",
  download: "M12 3v12m5-5-5 5-5-5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4",
  chart: "M3 3v16a2 2 0 0 0 2 2h16M8 17v-5M13 17V8M18 17V5",
  keyboard:
    "M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M6 9h.01M10 9h.01M14 9h.01M18 9h.01M8 12.5h.01M12 12.5h.01M16 12.5h.01M8 16h8",
  print:
    "M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6M6 14h12v8H6z",
  copy: "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2",
  account: "M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 3a4 4 0 1 0 0 8a4 4 0 0 0 0-8",
  filter: "M4 6h16M7 12h10M10 18h4",
  compact: "M3 5h18M3 9.7h18M3 14.3h18M3 19h18",
  comfortable:
    "M4 4h16a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1m0 10h16a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1",
  more: "M6 12a1 1 0 1 0-2 0a1 1 0 0 0 2 0m7 0a1 1 0 1 0-2 0a1 1 0 0 0 2 0m7 0a1 1 0 1 0-2 0a1 1 0 0 0 2 0",
  ...actionIcons,
  unlink: "M9 17H7A5 5 0 0 1 7 7M15 7h2a5 5 0 0 1 4 8M8 12h4M2 2l20 20",
  split: "M16 3h5v5M8 3H3v5M12 22v-8.3a4 4 0 0 0-1.2-2.9L3 3m12 6 6-6",
  leave: "M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4M16 17l5-5-5-5M21 12H9",
} as const;

export type InboxIconName = keyof typeof paths;

export const InboxIcon = ({ name }: { name: InboxIconName }) => (
  <LinePath path={paths[name]} width="20" height="20" />
);

/** Returns the key of an action as tooltips show it, and its keys as `aria-keyshortcuts` takes them. */
export function useActionKeys(): (action: SubmissionAction) => { sign: string; keys: string | undefined } {
  const areSignKeysOn = useSignKeys();
  return (action) => {
    const { keys } = messageActions[action];
    const activeKeys = keys.filter((key) => areSignKeysOn || key.length > 1);
    return { sign: keys[0].toUpperCase(), keys: activeKeys.join(" ") || undefined };
  };
}
