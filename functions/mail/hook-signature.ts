import type { Context } from "hono";
import { readText } from "#functions/kernel/http/body.ts";
import { Problem } from "#functions/kernel/http/problem.ts";

/** How far from now a signature may have been made, in seconds: an older one may have been recorded on its way. */
const tolerance = 300;

const algorithm = { name: "HMAC", hash: "SHA-256" };
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Resend sends the headers under the name of Svix. */
const headerOf = (c: Context, name: string) =>
  c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? "";

/** Whether one of the signatures, `v1,base64` each with a space between them, is of the text. */
async function isSigned(text: string, signatures: string, secret: string): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace("whsec_", "")), algorithm, false, [
    "verify",
  ]);
  const signed = new TextEncoder().encode(text);
  const found = signatures.split(" ").flatMap((each) => /^v1,([A-Za-z\d+/]{43}=)$/.exec(each)?.[1] ?? []);
  const checked = found.map((signature) =>
    crypto.subtle.verify(algorithm.name, key, bytesOf(signature), signed),
  );
  return (await Promise.all(checked)).includes(true);
}

/**
 * Returns the body that the mail provider has signed, five minutes ago at most (standardwebhooks.com), and the id of the event, which is
 * the same each time the provider sends it. A body whose signature is too old is not read. `secret` is `whsec_…`.
 * @throws Problem forged_signature, body_too_large, malformed_request
 */
export async function readSignedMailEvent(c: Context, secret: string): Promise<{ id: string; body: string }> {
  const [id, time, signatures] = [headerOf(c, "id"), headerOf(c, "timestamp"), headerOf(c, "signature")];
  const age = Math.abs(Date.now() / 1_000 - Number(time));
  if (!id || !signatures || !/^\d{1,12}$/.test(time) || age > tolerance)
    throw new Problem("forged_signature");
  const body = await readText(c);
  if (!(await isSigned(`${id}.${time}.${body}`, signatures, secret))) throw new Problem("forged_signature");
  return { id, body };
}
