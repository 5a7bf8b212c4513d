// The calls of the customer's page, for JSON and for forms.

import type { Context } from "hono";
import type { CustomerConversation } from "#functions/contract/conversation.schema.ts";
import { isMacToken } from "#functions/kernel/crypto/links.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { addReply, getLinkedConversation } from "./customer.ts";

const checkReadLimit = createCallLimit({ burst: 120, perSecond: 2 });
const checkReplyLimit = createCallLimit({ burst: 30, perSecond: 0.5 });

/** Rejects a text that cannot be a token, without a database call. @throws Problem not_found */
export function requireToken(token: string): void {
  if (!isMacToken(token)) throw new Problem("not_found");
}

/**
 * Returns the conversation of a token.
 * @throws Problem not_found, too_many_requests; Refusal missing
 */
export async function openLink(c: Context<AppEnv>, token: string): Promise<CustomerConversation> {
  checkReadLimit(c);
  requireToken(token);
  return getLinkedConversation(c.var.database, token);
}

/**
 * Stores a reply and sends the notice to the company after the response.
 * @throws Problem not_found, too_many_requests; Refusal missing, idempotency_conflict; TooManyAttempts
 */
export async function storeReply(
  c: Context<AppEnv>,
  reply: { token: string; text: string },
  options: { key: string | null; isTrapped?: boolean },
): Promise<void> {
  checkReplyLimit(c);
  requireToken(reply.token);
  await addReply(c.var.database, reply, { ...options, network: c.var.client.network });
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
}
