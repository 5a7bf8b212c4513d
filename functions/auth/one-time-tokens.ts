import type { MailPurpose } from "#functions/contract/account.ts";
import { sha256 } from "./digest.ts";
import type { SigningKeys } from "./keys.ts";
import { createCodeHmac, deriveOneTimeToken } from "./links.ts";

/** How long each token can be spent, in hours. */
const lifetimes: Record<MailPurpose, number> = { signup: 24, recovery: 1, email_change: 24 };

/** A one-time token to be stored (as hashes) and mailed (by its id and key). */
export type NewOneTimeToken = {
  purpose: MailPurpose;
  email: string;
  tokenHash: string;
  codeHmac: string;
  /** ISO 8601. */
  expiresAt: string;
  /** What the mail carries of it. */
  mailed: { token_id: string; kid: string; expires_at: string };
};

/** Creates a one-time token for an address, under the newest key. It expires after `hours`, by default after the hours of its purpose. */
export async function createOneTimeToken(
  { newest }: SigningKeys,
  purpose: MailPurpose,
  email: string,
  hours = lifetimes[purpose],
): Promise<NewOneTimeToken> {
  const id = crypto.randomUUID();
  const { token, code } = await deriveOneTimeToken(newest.oneTimeSecret, id);
  const expiresAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  return {
    purpose,
    email,
    tokenHash: await sha256(token),
    codeHmac: await createCodeHmac(newest.oneTimeSecret, email, code),
    expiresAt,
    mailed: { token_id: id, kid: newest.kid, expires_at: expiresAt },
  };
}

/** What a typed code may be stored as: one HMAC for each key that it may have been made under. */
export const createCodeHmacs = ({ all }: SigningKeys, email: string, code: string): Promise<string[]> =>
  Promise.all(all.map(({ oneTimeSecret }) => createCodeHmac(oneTimeSecret, email, code)));
