import { useSyncExternalStore } from "react";
import { wide } from "#web/theme/media.ts";
import { tryStorage } from "#web/ui/storage.ts";

/** How much of the list is seen at once: rows of three lines, or of two. */
export type Density = "comfortable" | "compact";

const key = "inbox.density";
const listeners = new Set<() => void>();
let chosen: Density | null = null;
const desk = () => matchMedia(wide.laptop);

function choice(): Density {
  chosen ??= tryStorage(() => localStorage.getItem(key)) === "compact" ? "compact" : "comfortable";
  return chosen;
}

/**
 * How the rows of the list are now: as this browser's reader has chosen at a desk, and comfortable for a finger, where the
 * list and the message take turns.
 */
export const density = (): Density => (desk().matches ? choice() : "comfortable");

/** The same, as it changes. */
export const useDensity = () => useSyncExternalStore(listen, density);

/** Changes to the other one, for the next visits too; answers whether there is a choice here. */
export function switchDensity(): boolean {
  if (!desk().matches) return false;
  const next = choice() === "compact" ? "comfortable" : "compact";
  chosen = next;
  for (const changed of listeners) changed();
  tryStorage(() => (next === "compact" ? localStorage.setItem(key, next) : localStorage.removeItem(key)));
  return true;
}

function listen(changed: () => void): () => void {
  const watched = desk();
  watched.addEventListener("change", changed);
  listeners.add(changed);
  return () => {
    watched.removeEventListener("change", changed);
    listeners.delete(changed);
  };
}
