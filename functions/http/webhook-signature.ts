import { decodeSignatureHeader, encodeSignatureHeader, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import type { Context } from "hono";
import { sha256 } from "#functions/auth/digest.ts";
import { Problem } from "#functions/problem.ts";

/** How far from now a signature may have been made, in milliseconds: an older one may have been recorded on its way. */
const tolerance = 300_000;

/**
 * Checks that the CMS has signed the body, a moment ago. Answers with the signature's hash, in hexadecimal.
 * @throws Problem forged_signature
 */
export async function checkWebhookSignature(c: Context, body: string, secret: string): Promise<string> {
  const given = c.req.header(SIGNATURE_HEADER_NAME) ?? "";
  try {
    const { timestamp } = decodeSignatureHeader(given);
    const right = await encodeSignatureHeader(body, timestamp, secret);
    // How long it takes to compare hashes tells nothing of what was hashed.
    const [hash, rightHash] = await Promise.all([sha256(given), sha256(right)]);
    if (hash !== rightHash) throw new RangeError("The signature is another one");
    if (Math.abs(Date.now() - timestamp) > tolerance) throw new RangeError("The signature is not of now");
    return hash;
  } catch (cause) {
    throw new Problem("forged_signature", { cause });
  }
}
