/**
 * Calls a server as `fetch` does, but follows no redirect. Secrets and personal data reach only the configured address.
 * A redirect is an answer without success.
 */
export const fetchDirectly = (address: string | URL, init: RequestInit): Promise<Response> =>
  // workerd does not know `redirect: "error"`.
  fetch(address, { ...init, redirect: "manual" });
