/** In local storage while a message waits in this browser (`waiting-messages.ts`); its value says what happened last. */
export const waitsKey = "contact-waits";

/** Whether a message waits in this browser to be handed over. */
export function messageWaits(): boolean {
  try {
    return waitsKey in localStorage;
  } catch {
    return false;
  }
}
