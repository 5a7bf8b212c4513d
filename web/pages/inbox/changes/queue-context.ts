import { createContext, useContext } from "react";
import type { ChangeQueue } from "./change-queue.ts";

/** The queue of pending changes; what is read agrees with it. */
export const ChangeQueueContext = createContext<ChangeQueue | null>(null);

/** @throws Error outside of a ChangesProvider */
export function useChangeQueue(): ChangeQueue {
  const queue = useContext(ChangeQueueContext);
  if (!queue) throw new Error("useChangeQueue needs a ChangesProvider");
  return queue;
}
