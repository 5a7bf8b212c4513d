import type { MailRecord } from "#local/deploy/resend.ts";
import { requireItem, startProvider } from "./provider.ts";

const records: MailRecord[] = [
  { type: "MX", name: "send", value: "feedback-smtp.us-east-1.amazonses.com", priority: 10 },
  { type: "TXT", name: "send", value: "v=spf1 include:amazonses.com ~all" },
  { type: "TXT", name: "resend._domainkey", value: "p=MIGfMA0GCSqGSIb3DQEB" },
];

const receivingRecords: MailRecord[] = [
  { type: "MX", name: "reply", value: "inbound-smtp.us-east-1.amazonaws.com", priority: 10 },
];

/**
 * Starts a stand-in for Resend's API for domains, keys and webhooks. A domain is verified at the second read after the
 * request.
 */
export async function startResend(token: string, newSecret: () => string) {
  type ResendDomain = { id: string; name: string; status: string; looks: number; records: MailRecord[] };
  const domains: ResendDomain[] = [];
  const keys: { id: string; name: string; permission: string; domain_id?: string }[] = [];
  const webhooks: { id: string; endpoint: string; events: string[]; signing_secret: string }[] = [];
  let createdCount = 0;
  const newId = () => `made-${++createdCount}`;
  const api = await startProvider(token, {
    "GET /domains": () => ({ data: domains }),
    "POST /domains": ({ body }) => {
      const { name, capabilities } = body as { name: string; capabilities?: { receiving: string } };
      const isReceiving = capabilities?.receiving === "enabled";
      const domainRecords = isReceiving ? receivingRecords : records;
      const domain = { id: newId(), name, status: "not_started", looks: 0, records: domainRecords };
      domains.push(domain);
      return domain;
    },
    "GET /domains/:id": ({ names: [id] }) => {
      const domain = requireItem(domains, id);
      if (domain.status === "pending" && ++domain.looks > 1) domain.status = "verified";
      return domain;
    },
    "POST /domains/:id/verify": ({ names: [id] }) => {
      const domain = requireItem(domains, id);
      domain.status = "pending";
      return { object: "domain", id };
    },
    "GET /api-keys": () => ({ data: keys }),
    "POST /api-keys": ({ body }) => {
      const key = { id: newId(), ...(body as { name: string; permission: string; domain_id?: string }) };
      keys.push(key);
      return { id: key.id, token: newSecret() };
    },
    "DELETE /api-keys/:id": ({ names: [id] }) => {
      keys.splice(
        keys.findIndex((candidate) => candidate.id === id),
        1,
      );
      return null;
    },
    "GET /webhooks": () => ({ data: webhooks.map(({ signing_secret: _, ...webhook }) => webhook) }),
    "POST /webhooks": ({ body }) => {
      const secret = `whsec_${Buffer.from(newSecret()).toString("base64")}`;
      const webhook = {
        id: newId(),
        signing_secret: secret,
        ...(body as { endpoint: string; events: string[] }),
      };
      webhooks.push(webhook);
      return { object: "webhook", id: webhook.id, signing_secret: secret };
    },
    "GET /webhooks/:id": ({ names: [id] }) => webhooks.find((webhook) => webhook.id === id),
    "PATCH /webhooks/:id": ({ names: [id], body }) => {
      Object.assign(requireItem(webhooks, id), body);
      return { object: "webhook", id };
    },
  });
  return { ...api, domains, keys, webhooks };
}
