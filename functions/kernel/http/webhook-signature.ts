import { decodeSignatureHeader, encodeSignatureHeader, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import type { Context } from "hono";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { readText } from "./body.ts";
import { Problem } from "./problem.ts";

/** How far from now a signature may have been made, in milliseconds: an older one may have been recorded on its way. */
const tolerance = 300_000;

// When a signature says that it was made.
function readTime(signature: string): number {
  try {
    return decodeSignatureHeader(signature).timestamp;
  } catch (cause) {
    throw new Problem("forged_signature", { cause });
  }
}

/**
 * Checks that the CMS has signed the body, a moment ago; a body that nothing of now signs is not read. Answers with the
 * signature's hash, in hexadecimal.
 * @throws Problem forged_signature, body_too_large, malformed_request
 */
export async function checkWebhookSignature(c: Context, secret: string): Promise<string> {
  const given = c.req.header(SIGNATURE_HEADER_NAME) ?? "";
  const time = readTime(given);
  if (Math.abs(Date.now() - time) > tolerance) throw new Problem("forged_signature");
  const body = await readText(c);
  // An empty body is not signed.
  if (!body) throw new Problem("forged_signature");
  const right = await encodeSignatureHeader(body, time, secret);
  // How long it takes to compare hashes tells nothing of what was hashed.
  const [hash, rightHash] = await Promise.all([sha256(given), sha256(right)]);
  if (hash !== rightHash) throw new Problem("forged_signature");
  return hash;
}
