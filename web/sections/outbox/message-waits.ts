/**
 * The key in local storage while a message waits in this browser (`waiting-messages.ts`). Its value is the last event.
 */
export const waitingKey = "contact-waits";

/** Whether a message waits in this browser, so that the loader starts React to send it. */
export function hasWaitingMessage(): boolean {
  try {
    return waitingKey in localStorage;
  } catch {
    return false;
  }
}
