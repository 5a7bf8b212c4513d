/** The seconds that an answer asks to wait before the next call; null where it does not say. */
export function readRetryAfter(response: Response): number | null {
  const header = response.headers.get("Retry-After");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}
