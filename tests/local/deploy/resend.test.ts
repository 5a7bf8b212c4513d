import { afterAll, beforeAll, expect, test } from "vitest";
import { mailEventTypes } from "#functions/mail/mail-event.schema.ts";
import { openApi } from "#local/deploy/api.ts";
import { openResend } from "#local/deploy/resend.ts";
import { startResend } from "../../support/provider-resend.ts";

const token = "a-token-that-no-one-may-see";
const endpoint = "https://www.guaria.example/api/hooks/mail";
let provider: Awaited<ReturnType<typeof startResend>>;
let resend: ReturnType<typeof openResend>;
beforeAll(async () => {
  provider = await startResend(token, () => "secret");
  resend = openResend(openApi("Resend", provider.origin, token));
});
afterAll(() => provider.close());

const listUpdates = () => provider.calls.filter((call) => call.startsWith("PATCH"));

test("adds missing events to an existing webhook, and keeps its secret", async () => {
  const secret = await resend.findOrCreateWebhook(endpoint);
  const [webhook] = provider.webhooks;
  if (!webhook) throw new Error("There is no webhook.");
  expect(webhook.events).toEqual(mailEventTypes);

  webhook.events = [...mailEventTypes].reverse();
  expect(await resend.findOrCreateWebhook(endpoint)).toBe(secret);
  expect(listUpdates()).toEqual([]);

  webhook.events = ["email.delivered", "email.opened"];
  expect(await resend.findOrCreateWebhook(endpoint)).toBe(secret);
  expect(provider.webhooks).toMatchObject([{ endpoint, events: mailEventTypes }]);
  expect(listUpdates()).toEqual([`PATCH /webhooks/${webhook.id}`]);
});
