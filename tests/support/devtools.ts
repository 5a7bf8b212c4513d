import { cdp } from "vitest/browser";

// Vitest's own type of the session is empty: the provider's augmentation does not reach re-exported interfaces.
type CdpSession = { send: (method: string, parameters: object) => Promise<unknown> };

/** Sends a command of the Chrome DevTools Protocol to the browser of the component tests. */
export const sendToBrowser = (method: string, parameters: object = {}) =>
  (cdp() as unknown as CdpSession).send(method, parameters);
