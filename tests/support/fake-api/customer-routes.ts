import { Hono } from "hono";
import { linkInput } from "#functions/contract/contact.schema.ts";
import {
  type CustomerConversation,
  type CustomerItem,
  customerConversationAnswer,
  replyInput,
} from "#functions/contract/conversation.schema.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { readIdempotencyKey } from "#functions/kernel/http/idempotency-key.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { answer } from "./answer.ts";
import type { FakeUploads } from "./upload-routes.ts";

/** Creates the routes of the customer's page, and the conversations that they show. */
export function createCustomerRoutes(now: () => number, uploads: FakeUploads) {
  const conversations = new Map<string, CustomerConversation>();
  const replies = new Map<string, { token: string; item: CustomerItem }>();
  const toTime = () => new Date(now()).toISOString();
  const find = (token: string): CustomerConversation => {
    const conversation = conversations.get(token);
    if (!conversation) throw new Problem("not_found");
    return conversation;
  };
  const add = (token: string, newItem: Omit<CustomerItem, "created_at">): CustomerItem => {
    const item = { ...newItem, created_at: toTime() };
    find(token).items.push(item);
    return item;
  };

  const routes = new Hono<AppEnv>()
    .post("/", jsonBody(linkInput), (c) =>
      answer(c, customerConversationAnswer, find(c.req.valid("json").token)),
    )
    .post("/entries", jsonBody(replyInput), (c) => {
      const { token, text, files: tokens } = c.req.valid("json");
      const key = readIdempotencyKey(c) ?? crypto.randomUUID();
      const files = uploads.read(tokens);
      find(token);
      const reply = replies.get(key);
      if (reply && (reply.token !== token || reply.item.text !== text))
        throw new Problem("idempotency_conflict");
      if (!reply) {
        uploads.use(files);
        const names = files.map(({ name }) => name);
        const item = { kind: "customer", text, author: "Ana Mora" } as const;
        replies.set(key, {
          token,
          item: add(token, names.length > 0 ? { ...item, files: names } : item),
        });
      }
      return answer(c, customerConversationAnswer, find(token), 201);
    });

  return {
    routes,
    /** Stores a conversation and returns the token of its link. */
    addConversation(items: CustomerItem[] = [], reference = "8683-8C81"): string {
      const token = crypto.randomUUID().replaceAll("-", "").padEnd(43, "A");
      conversations.set(token, { reference, language: "es", items });
      return token;
    },
    /** Adds an answer, as an administrator would. */
    addAnswer: (token: string, text: string) => add(token, { kind: "answer", text, author: "Luis" }),
    endLink: (token: string) => conversations.delete(token),
    listTexts: (token: string) => find(token).items.map(({ text }) => text),
  };
}
