import { Hono } from "hono";
import { linkInput } from "#functions/contract/contact.schema.ts";
import {
  type CustomerConversation,
  type CustomerItem,
  customerConversationAnswer,
  replyInput,
} from "#functions/contract/conversation.schema.ts";
import { readUploadTokens } from "#functions/contract/upload-tokens.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { answer } from "./answer.ts";

/** Returns the names of uploaded files. */
export const listFileNames = (tokens: string[]): string[] =>
  readUploadTokens(tokens.join(" ")).map(({ file }) => file.name);

/** Creates the routes of the customer's page, and the conversations that they show. */
export function createCustomerRoutes(now: () => number) {
  const conversations = new Map<string, CustomerConversation>();
  const replies = new Map<string, string>();
  const toTime = () => new Date(now()).toISOString();
  const find = (token: string): CustomerConversation => {
    const conversation = conversations.get(token);
    if (!conversation) throw new Problem("not_found");
    return conversation;
  };
  const add = (token: string, item: Omit<CustomerItem, "created_at">) =>
    find(token).items.push({ ...item, created_at: toTime() });

  const routes = new Hono<AppEnv>()
    .post("/", jsonBody(linkInput), (c) =>
      answer(c, customerConversationAnswer, find(c.req.valid("json").token)),
    )
    .post("/entries", jsonBody(replyInput), (c) => {
      const { token, text, files: tokens } = c.req.valid("json");
      const files = listFileNames(tokens);
      const key = c.req.header("Idempotency-Key") ?? crypto.randomUUID();
      find(token);
      if ((replies.get(key) ?? text) !== text) throw new Problem("idempotency_conflict");
      if (!replies.has(key))
        add(token, { kind: "customer", text, author: "Ana Mora", ...(files.length > 0 && { files }) });
      replies.set(key, text);
      return answer(c, customerConversationAnswer, find(token), 201);
    });

  return {
    routes,
    /** Stores a conversation and returns the token of its link. */
    addConversation(items: CustomerItem[] = []): string {
      const token = crypto.randomUUID().replaceAll("-", "").padEnd(43, "A");
      conversations.set(token, { reference: "8683-8C81", language: "es", items });
      return token;
    },
    /** Adds an answer, as an administrator would. */
    addAnswer: (token: string, text: string) => add(token, { kind: "answer", text, author: "Luis" }),
    endLink: (token: string) => conversations.delete(token),
    listTexts: (token: string) => find(token).items.map(({ text }) => text),
  };
}
