/** Brings what has to be seen next to the middle of the window, with the focus. */
export function goTo(within: HTMLElement | null, selector: string): void {
  const next = within?.querySelector<HTMLElement>(selector);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "center" });
}
