// The calls of the customer's page, for JSON and for forms.

import type { Context } from "hono";
import type { CustomerConversation } from "#functions/contract/conversation.schema.ts";
import { readUploads } from "#functions/files/uploads.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireLinkToken } from "#functions/kernel/http/link-token.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { addReply, getLinkedConversation } from "./customer.ts";

const checkReadLimit = createCallLimit({ burst: 120, perSecond: 2 });
const checkReplyLimit = createCallLimit({ burst: 30, perSecond: 0.5 });

/**
 * Returns the conversation of a token.
 * @throws Problem not_found, too_many_requests; Refusal missing
 */
export async function openLink(c: Context<AppEnv>, token: string): Promise<CustomerConversation> {
  checkReadLimit(c);
  return getLinkedConversation(c.var.database, requireLinkToken(token));
}

/**
 * Stores a reply, returns the conversation with it, and sends the notice to the company after the response.
 * @throws Problem not_found, too_many_requests, invalid_fields; Refusal missing, idempotency_conflict; TooManyAttempts
 */
export async function storeReply(
  c: Context<AppEnv>,
  { files: tokens, ...reply }: { token: string; text: string; files: string[] },
  options: { key: string | null; isTrapped?: boolean },
): Promise<CustomerConversation> {
  checkReplyLimit(c);
  requireLinkToken(reply.token);
  const files = await readUploads(c.var.environment, tokens);
  const conversation = await addReply(
    c.var.database,
    { ...reply, files },
    { ...options, network: c.var.client.network },
  );
  c.executionCtx.waitUntil(sendDueMails(c.var.environment));
  return conversation;
}
