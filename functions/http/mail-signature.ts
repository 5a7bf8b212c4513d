import type { Context } from "hono";
import { Webhook } from "standardwebhooks";
import { Problem } from "#functions/problem.ts";
import { readText } from "./body.ts";

const names = ["id", "timestamp", "signature"];

/**
 * The body, which the mail provider has signed, five minutes ago at most (Standard Webhooks; Resend sends the headers under the
 * name of Svix). What nothing signs is not read. `secret` is `whsec_…`.
 * @throws Problem forged_signature, body_too_large, malformed_request
 */
export async function readSignedMailEvent(c: Context, secret: string): Promise<string> {
  const headers = Object.fromEntries(
    names.map((name) => [
      `webhook-${name}`,
      c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? "",
    ]),
  );
  if (!Object.values(headers).every(Boolean)) throw new Problem("forged_signature");
  const body = await readText(c);
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return body;
  } catch (cause) {
    throw new Problem("forged_signature", { cause });
  }
}
