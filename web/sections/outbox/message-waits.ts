/**
 * The key in local storage while a message waits in this browser (`waiting-messages.ts`). Its value is the last event.
 */
export const waitsKey = "contact-waits";

/** Whether a message waits in this browser. */
export function messageWaits(): boolean {
  try {
    return waitsKey in localStorage;
  } catch {
    return false;
  }
}
