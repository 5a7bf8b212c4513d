import type { MailPurpose } from "#functions/contract/account.ts";
import { sha256 } from "./digest.ts";
import type { SigningKeys } from "./keys.ts";
import { deriveOneTimeToken, sealCode } from "./links.ts";

/** How long each proof can be spent, in hours. */
const lifetimes: Record<MailPurpose, number> = { signup: 24, recovery: 1, email_change: 24 };

/** A proof that is about to be stored and mailed: hashes for the one, its id and key for the other. */
export type NewOneTimeToken = {
  purpose: MailPurpose;
  email: string;
  tokenHash: string;
  codeSeal: string;
  /** ISO 8601. */
  expiresAt: string;
  /** What the mail carries of it. */
  mailed: { token_id: string; kid: string; expires_at: string };
};

/** Draws a proof for an address, under the newest key. */
export async function drawOneTimeToken(
  { newest }: SigningKeys,
  purpose: MailPurpose,
  email: string,
): Promise<NewOneTimeToken> {
  const id = crypto.randomUUID();
  const { token, code } = await deriveOneTimeToken(newest.oneTimeSecret, id);
  const expiresAt = new Date(Date.now() + lifetimes[purpose] * 3_600_000).toISOString();
  return {
    purpose,
    email,
    tokenHash: await sha256(token),
    codeSeal: await sealCode(newest.oneTimeSecret, email, code),
    expiresAt,
    mailed: { token_id: id, kid: newest.kid, expires_at: expiresAt },
  };
}

/** What a code that was typed in may be stored as: one seal for each key that it may have been made under. */
export const sealsOf = ({ all }: SigningKeys, email: string, code: string): Promise<string[]> =>
  Promise.all(all.map(({ oneTimeSecret }) => sealCode(oneTimeSecret, email, code)));
