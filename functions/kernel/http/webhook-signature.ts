import { decodeSignatureHeader, encodeSignatureHeader, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import type { Context } from "hono";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { readText } from "./body.ts";
import { Problem } from "./problem.ts";

/**
 * Maximum difference between now and the time of a signature, in milliseconds. An older signature may have been
 * intercepted.
 */
const toleranceMs = 300_000;

/**
 * Checks that the CMS signed the body within the last five minutes. The body is read only if the signature is recent.
 * @returns the hash of the signature, in hexadecimal, by which a repeated webhook is recognized
 * @throws Problem forged_signature, and those of `readText`
 */
export async function checkWebhookSignature(c: Context, secret: string): Promise<string> {
  const signature = c.req.header(SIGNATURE_HEADER_NAME) ?? "";
  let time: number;
  try {
    time = decodeSignatureHeader(signature).timestamp;
  } catch (cause) {
    throw new Problem("forged_signature", { cause });
  }
  if (Math.abs(Date.now() - time) > toleranceMs) throw new Problem("forged_signature");
  const body = await readText(c);
  // The CMS signs no empty body.
  if (!body) throw new Problem("forged_signature");
  const expectedSignature = await encodeSignatureHeader(body, time, secret);
  // The duration of comparing hashes reveals nothing about the signatures.
  const [hash, expectedHash] = await Promise.all([sha256(signature), sha256(expectedSignature)]);
  if (hash !== expectedHash) throw new Problem("forged_signature");
  return hash;
}
