import * as v from "valibot";
import { mailEventTypes } from "#functions/mail/mail-event.schema.ts";
import type { Call } from "./api.ts";

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
const webhook = v.object({
  id: v.string(),
  endpoint: v.string(),
  events: v.nullish(v.array(v.string()), []),
});
const listed = <Item extends v.GenericSchema>(item: Item) => v.object({ data: v.array(item) });

/** An entry of the DNS that a mail domain is proved by; its name is below the domain that was registered. */
export type MailRecord = v.InferOutput<typeof record>;
export type MailDomain = v.InferOutput<typeof domain>;

/** The part of Resend's API that a deployment asks. */
export function openResend(call: Call) {
  const get = async (id: string) => v.parse(domain, await call("GET", `/domains/${id}`));
  return {
    /** The mail domain of that name, made where there is none, with the entries that it needs. */
    async findOrCreateDomain(name: string): Promise<MailDomain> {
      const known = v
        .parse(listed(domain), await call("GET", "/domains"))
        .data.find((each) => each.name === name);
      return known ? get(known.id) : v.parse(domain, await call("POST", "/domains", { name }));
    },
    get,
    verify: (id: string) => call("POST", `/domains/${id}/verify`),
    /** A new key that can do nothing but send from one domain; one of the same name, whose value nobody knows any more, goes. */
    async renewKey(name: string, domainId: string): Promise<string> {
      const known = v.parse(
        listed(v.object({ id: v.string(), name: v.string() })),
        await call("GET", "/api-keys"),
      ).data;
      for (const { id } of known.filter((each) => each.name === name))
        await call("DELETE", `/api-keys/${id}`);
      const asked = { name, permission: "sending_access", domain_id: domainId };
      return v.parse(v.object({ token: v.string() }), await call("POST", "/api-keys", asked)).token;
    },
    /** Tells an address what became of each mail, by the events that the site knows. Returns the secret that it signs with. */
    async findOrCreateWebhook(endpoint: string): Promise<string> {
      const secret = v.object({ signing_secret: v.string() });
      const webhooks = v.parse(listed(webhook), await call("GET", "/webhooks")).data;
      const existing = webhooks.find((each) => each.endpoint === endpoint);
      if (!existing) {
        const created = await call("POST", "/webhooks", { endpoint, events: mailEventTypes });
        return v.parse(secret, created).signing_secret;
      }
      const hasTheseEvents =
        existing.events.length === mailEventTypes.length &&
        mailEventTypes.every((type) => existing.events.includes(type));
      if (!hasTheseEvents) await call("PATCH", `/webhooks/${existing.id}`, { events: mailEventTypes });
      return v.parse(secret, await call("GET", `/webhooks/${existing.id}`)).signing_secret;
    },
  };
}
