import type { Context } from "hono";
import { Webhook } from "standardwebhooks";
import { Problem } from "#functions/problem.ts";

const names = ["id", "timestamp", "signature"];

/**
 * Checks that the mail provider has signed the body, five minutes ago at most (Standard Webhooks; Resend sends the headers under the
 * name of Svix). `secret` is `whsec_…`.
 * @throws Problem forged_signature
 */
export function checkMailSignature(c: Context, body: string, secret: string): void {
  const headers = Object.fromEntries(
    names.map((name) => [
      `webhook-${name}`,
      c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? "",
    ]),
  );
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
  } catch (cause) {
    throw new Problem("forged_signature", { cause });
  }
}
