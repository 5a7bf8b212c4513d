import { expect, test } from "vitest";
import { openApi } from "#local/deploy/api.ts";
import { openCloudflare } from "#local/deploy/cloudflare.ts";
import { openResend } from "#local/deploy/resend.ts";
import { mail } from "#local/deploy/steps/mail.ts";
import { startCloudflare } from "../../support/cloudflare/stand-in.ts";
import { startResend } from "../../support/provider-resend.ts";
import { startForTest } from "../../support/suite.ts";

const token = "a-token";

/** Starts the providers, and returns the run of the step with these answers, and its results. */
async function startStep(changes: Record<string, string>) {
  const provider = await startForTest(() => startResend(token, () => "secret"));
  const server = await startForTest(() =>
    startCloudflare({ account: "account", token, projects: [], zones: ["guaria.example"] }),
  );
  const cloudflare = openCloudflare(openApi("Cloudflare", server.address, token), "account");
  const zone = await cloudflare.findZone("guaria.example");
  const results: Record<string, string> = { zone: zone?.id ?? "", zoneName: "guaria.example" };
  const deployment = {
    resend: openResend(openApi("Resend", provider.origin, token)),
    cloudflare,
    results,
    answers: {
      SITE_ORIGIN: "https://www.guaria.example",
      MAIL_FROM: "Guaria Digital <web@guaria.example>",
      ...changes,
    },
    storeResults: async (newResults: Record<string, string>) => void Object.assign(results, newResults),
    origin: "https://www.guaria.example",
    host: "www.guaria.example",
    intervalMs: 1,
  };
  return { provider, server, results, run: () => mail.run(deployment as never) };
}

test("registers the domain of replies with its MX record and a key that reads, once", async () => {
  const { provider, server, results, run } = await startStep({ MAIL_REPLY_DOMAIN: "reply.guaria.example" });
  expect(await run()).toBe("from guaria.example, replies to reply.guaria.example");
  await run();
  expect(server.entries.map(({ type, name }) => `${type} ${name}`)).toEqual([
    "MX send.guaria.example",
    "TXT send.guaria.example",
    "TXT resend._domainkey.guaria.example",
    "MX reply.guaria.example",
  ]);
  expect(provider.keys.map(({ permission }) => permission)).toEqual(["sending_access", "full_access"]);
  expect(results.mailReadKey).toBe("secret");
});

test.each(["guaria.example", "reply.other.example"])(
  "rejects %s as the domain of replies",
  async (domain) => {
    const { server, run } = await startStep({ MAIL_REPLY_DOMAIN: domain });
    await expect(run()).rejects.toThrow("It must be below guaria.example");
    expect(server.entries.filter(({ name }) => name === "guaria.example")).toEqual([]);
  },
);
