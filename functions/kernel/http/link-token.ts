import { isMacToken } from "#functions/kernel/crypto/links.ts";
import { Problem } from "./problem.ts";

/**
 * Returns the token of a mailed link.
 * @throws Problem not_found for a text that cannot be a token, without a database call
 */
export function requireLinkToken(token: string): string {
  if (!isMacToken(token)) throw new Problem("not_found");
  return token;
}
