import { type ToggleEvent, useSyncExternalStore } from "react";
import { wide } from "#web/theme/media.ts";
import { tryStorage } from "#web/ui/storage.ts";
import { createStore } from "./hooks.ts";

/** The media query for phones and narrow tablets, where the list and the opened message share one pane. */
export const onePane = `not all and ${wide.laptop}`;

/** The height of the action bar below the opened message on these screens, without the device's safe area. */
export const actionBarHeight = "3.75rem";

/** The part of a phone's lower edge that the system uses for gestures. */
export const safeArea = "env(safe-area-inset-bottom, 0px)";

/** The name of the container that is as wide as the inbox. */
export const inboxContainer = "inbox";

/** The container condition of a phone on which the user has enlarged the text of the browser. */
export const largeText = "(inline-size < 16rem)";

/** The distance from the edge of a row in the list to its text. */
export const rowInset = "1.1875rem";

/** The density of the list: rows of three lines, or of two. */
export type Density = "comfortable" | "compact";

/** The height of every row in rem. Equal heights make measuring unnecessary. */
export const rowHeights: Record<Density, number> = { comfortable: 4.75, compact: 2.3125 };

const densityKey = "inbox.density";
const chosenDensity = createStore<Density>(
  tryStorage(() => localStorage.getItem(densityKey)) === "compact" ? "compact" : "comfortable",
);
const matchWideScreen = () => matchMedia(wide.laptop);

/**
 * Returns the density that the user chose on a wide screen. Other screens are comfortable, because touch needs room.
 */
export const getDensity = (): Density => (matchWideScreen().matches ? chosenDensity.get() : "comfortable");

/** Switches the density, also for later visits. Returns false on narrow screens, which are always comfortable. */
export function switchDensity(): boolean {
  if (!matchWideScreen().matches) return false;
  const next = chosenDensity.get() === "compact" ? "comfortable" : "compact";
  chosenDensity.set(next);
  tryStorage(() =>
    next === "compact" ? localStorage.setItem(densityKey, next) : localStorage.removeItem(densityKey),
  );
  return true;
}

/** Calls `listener` when the screen becomes wide or narrow, and when the user changes the density. */
function subscribeToLayout(listener: () => void): () => void {
  const screen = matchWideScreen();
  screen.addEventListener("change", listener);
  const unsubscribe = chosenDensity.subscribe(listener);
  return () => {
    screen.removeEventListener("change", listener);
    unsubscribe();
  };
}

/** Returns the density, and renders again when it changes. */
export const useDensity = () => useSyncExternalStore(subscribeToLayout, getDensity);

/** Returns whether the list and the opened message share one pane, and renders again when that changes. */
export const useOnePane = () => useSyncExternalStore(subscribeToLayout, () => !matchWideScreen().matches);

/** Returns the height of a row in pixels, at the user's density and font size. */
export const getRowPixels = () =>
  rowHeights[getDensity()] * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Sets the position of a popover that opens: `--top` below its button, `--left` at the start of the button. */
export function placeBelow({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  const button = document.querySelector(`[popovertarget="${currentTarget.id}"]`);
  if (newState !== "open" || !button) return;
  const { top, bottom, left } = button.getBoundingClientRect();
  const isBelow = top < innerHeight / 2;
  const position = {
    "--top": isBelow ? `${bottom + 8}px` : "auto",
    "--bottom": isBelow ? "auto" : `${innerHeight - top + 8}px`,
    "--room": `${isBelow ? innerHeight - bottom : top}px`,
    "--left": `${left}px`,
  };
  for (const [name, value] of Object.entries(position)) currentTarget.style.setProperty(name, value);
}
