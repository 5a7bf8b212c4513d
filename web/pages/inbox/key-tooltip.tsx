import type { ReactNode } from "react";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { useSignKeys } from "./sign-keys.ts";

type KeyTooltipProps = {
  label: string;
  /** The letter or sign that does the same, as the list of keys shows it. */
  sign: string;
  children: ReactNode;
};

/** What a button is for, and its key unless letters and signs are switched off. */
export function KeyTooltip({ label, sign, children }: KeyTooltipProps) {
  return <Tooltip label={useSignKeys() ? `${label} (${sign})` : label}>{children}</Tooltip>;
}
