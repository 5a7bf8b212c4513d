import * as v from "valibot";
import { mailEventTypes } from "#functions/mail/mail-event.schema.ts";
import type { ProviderCall } from "./api.ts";

const record = v.object({
  type: v.picklist(["MX", "TXT", "CNAME"]),
  name: v.string(),
  value: v.string(),
  priority: v.optional(v.number()),
});
const domain = v.object({
  id: v.string(),
  name: v.string(),
  status: v.string(),
  records: v.optional(v.array(record), []),
});
const key = v.object({ id: v.string(), name: v.string() });
const webhook = v.object({
  id: v.string(),
  endpoint: v.string(),
  events: v.nullish(v.array(v.string()), []),
});
const webhookSecret = v.object({ signing_secret: v.string() });

/** A DNS record that proves a mail domain; its name is below the registered domain. */
export type MailRecord = v.InferOutput<typeof record>;
export type MailDomain = v.InferOutput<typeof domain>;

/** Opens the part of Resend's API that a deployment calls: the mail domain, its key, and the webhook for outcomes. */
export function openResend(call: ProviderCall) {
  const get = async (id: string) => v.parse(domain, await call("GET", `/domains/${id}`));
  const list = async <Item extends v.GenericSchema>(item: Item, path: string) =>
    v.parse(v.object({ data: v.array(item) }), await call("GET", path)).data;
  return {
    /**
     * Returns the mail domain of that name with the DNS records that it needs, and creates it if it is missing.
     * @param purpose whether the domain sends mails or receives them
     */
    async findOrCreateDomain(
      name: string,
      purpose: "sending" | "receiving" = "sending",
    ): Promise<MailDomain> {
      const capabilities = { sending: "disabled", receiving: "enabled" };
      const request = { name, ...(purpose === "receiving" && { capabilities }) };
      const existingDomain = (await list(domain, "/domains")).find((candidate) => candidate.name === name);
      return existingDomain
        ? get(existingDomain.id)
        : v.parse(domain, await call("POST", "/domains", request));
    },
    get,
    verify: (id: string) => call("POST", `/domains/${id}/verify`),
    /**
     * Creates a key that can only send from one domain, or without one a key that can read received mails, which needs
     * full access. It removes a key of the same name, whose value is lost.
     */
    async renewKey(name: string, domainId?: string): Promise<string> {
      for (const { id } of (await list(key, "/api-keys")).filter((candidate) => candidate.name === name))
        await call("DELETE", `/api-keys/${id}`);
      const request = domainId
        ? { name, permission: "sending_access", domain_id: domainId }
        : { name, permission: "full_access" };
      return v.parse(v.object({ token: v.string() }), await call("POST", "/api-keys", request)).token;
    },
    /**
     * Sends the outcome of each mail to `endpoint`, as the events that the site knows. Returns the secret that signs
     * them.
     */
    async findOrCreateWebhook(endpoint: string): Promise<string> {
      const existingWebhook = (await list(webhook, "/webhooks")).find(
        (candidate) => candidate.endpoint === endpoint,
      );
      const request = { endpoint, events: mailEventTypes };
      if (!existingWebhook)
        return v.parse(webhookSecret, await call("POST", "/webhooks", request)).signing_secret;
      const path = `/webhooks/${existingWebhook.id}`;
      const hasTheseEvents =
        existingWebhook.events.length === mailEventTypes.length &&
        mailEventTypes.every((type) => existingWebhook.events.includes(type));
      if (!hasTheseEvents) await call("PATCH", path, { events: mailEventTypes });
      return v.parse(webhookSecret, await call("GET", path)).signing_secret;
    },
  };
}
