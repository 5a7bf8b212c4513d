import { createHash, randomUUID } from "node:crypto";
import { type Row, toInsert } from "../database.ts";

export const replyDomain = "reply.guaria.example";

/** Adds a conversation with a customer. Returns its id, and the reply address of the customer. */
export async function addConversation(
  database: { asOwner(text: string, values?: unknown[]): Promise<Row[]> },
  customer: string,
): Promise<{ id: string; address: string }> {
  const [id, token] = [randomUUID(), randomUUID().replaceAll("-", "")];
  const token_hash = `\\x${createHash("sha256").update(token).digest("hex")}`;
  const message = { id, name: "Ricardo", email: customer, message: "Hola" };
  const address = { token_hash, submission_id: id, role: "customer", kid: "a", generation: 0 };
  await database.asOwner(...toInsert("contact_submissions", message));
  await database.asOwner(...toInsert("reply_addresses", address));
  return { id, address: `reply+${token}@${replyDomain}` };
}
