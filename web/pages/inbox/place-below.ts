import type { ToggleEvent } from "react";

const distance = 8;

/**
 * Tells a popover that opens where its button stands: `--top` is below it, `--left` where it begins. On a phone the style of the popover says
 * where it is, whatever is written here.
 */
export function placeBelow({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  const button = document.querySelector(`[popovertarget="${currentTarget.id}"]`);
  if (newState !== "open" || !button) return;
  const { bottom, left } = button.getBoundingClientRect();
  currentTarget.style.setProperty("--top", `${bottom + distance}px`);
  currentTarget.style.setProperty("--left", `${left}px`);
}
