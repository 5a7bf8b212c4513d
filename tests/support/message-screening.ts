import { randomUUID } from "node:crypto";
import { hashNetwork } from "#functions/contact/form-stamp.ts";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { formStampHeader } from "#functions/contract/contact.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import { createClientAddress } from "./accounts.ts";
import type { Edge } from "./edge.ts";
import { json, origin } from "./requests.ts";

/** Returns the header of a request from this address. */
export const toAddressHeader = (address: string) => ({ "CF-Connecting-IP": address });

/** Returns an address that no other message has. */
export const createSender = () => `${randomUUID()}@cliente.example`;

/** Returns the headers of a form that was opened `seconds` ago at this address, signed with the key of the edge. */
export async function createAgedStamp(
  key: unknown,
  seconds: number,
  address = createClientAddress(),
): Promise<Record<string, string>> {
  const keys = await parseSigningKeys(JSON.stringify({ keys: [key] }));
  const purpose = { issuer: origin, typ: "form-stamp+jwt", audience: "contact-form" };
  const jti = randomUUID();
  const network = await hashNetwork(jti, toNetwork(address));
  const claims = { jti, opened: Date.now() - seconds * 1_000, network };
  return {
    ...toAddressHeader(address),
    [formStampHeader]: await signClaims(keys, purpose, claims, 2 * 86_400 - seconds),
  };
}

/**
 * Creates functions that send messages to an edge and read their doubts. `headers` are those of an administrator's
 * session.
 */
export function createScreening(edge: Edge, headers: Record<string, string>) {
  async function inbox(filter = "all"): Promise<FullSubmission[]> {
    const answer = await edge.fetch(`/api/submissions?filter=${filter}&include=doubts&limit=100`, {
      headers,
    });
    return ((await answer.json()) as { items: FullSubmission[] }).items;
  }

  return {
    inbox,
    doubtsIn: async (filter: string) => (await inbox(filter)).map(({ doubts }) => doubts),
    /** Lists the kinds of the waiting mails. */
    mails: async () =>
      (await edge.database.asOwner("select kind from outgoing_mails order by kind")).map(({ kind }) => kind),
    /** Sends a message as a program does, from a new network address unless the headers name one. */
    write: (fields: object = {}, headers: Record<string, string> = {}) =>
      edge.fetch("/api/contact", json({ name: "Ana", email: createSender(), ...fields }, headers)),
    /** Returns the headers of a form that was opened `seconds` ago, at a new network address by default. */
    openedAgo: (seconds: number, address?: string) => createAgedStamp(edge.signingKey, seconds, address),
  };
}
