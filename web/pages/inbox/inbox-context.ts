import { createContext, useContext } from "react";
import type { Inbox } from "./inbox-model.ts";

export const InboxContext = createContext<Inbox | null>(null);

/** What the rooms of the inbox share. @throws Error outside of the inbox's screen */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("useInbox needs the inbox's screen");
  return inbox;
}
