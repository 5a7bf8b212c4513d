import { expect, test } from "vitest";
import { attachmentsBucket } from "#local/cloudflare/wrangler.ts";
import { openApi } from "#local/deploy/api.ts";
import { openCloudflare } from "#local/deploy/cloudflare.ts";
import { dryRun } from "#local/deploy/deploy.ts";
import type { Step } from "#local/deploy/deployment.ts";
import { openResend } from "#local/deploy/resend.ts";
import { mail } from "#local/deploy/steps/mail.ts";
import { mailboxes, mailboxesAfterwards } from "#local/deploy/steps/mailboxes.ts";
import { ensureBucket } from "#local/deploy/wrangler-deployments.ts";
import { startCloudflare } from "../../support/cloudflare/stand-in.ts";
import { startResend } from "../../support/provider-resend.ts";
import { startForTest } from "../../support/suite.ts";
import { createTestFolder } from "../../support/test-folder.ts";

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
    async storeResults(newResults: Record<string, string | null>) {
      for (const [name, value] of Object.entries(newResults)) {
        if (value === null) delete results[name];
        else results[name] = value;
      }
    },
    origin: "https://www.guaria.example",
    host: "www.guaria.example",
    intervalMs: 1,
  };
  return { provider, server, results, run: (step: Step = mail) => step.run(deployment as never) };
}

/** The records of the company's mailboxes. */
const companyRecords = [
  { id: "1", type: "MX", name: "guaria.example", content: "smtp.google.com", priority: 1 },
  { id: "2", type: "TXT", name: "guaria.example", content: '"v=spf1 include:_spf.google.com ~all"' },
];

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

test("leaves the MX and SPF records of the domain itself as they are, and compares them afterwards", async () => {
  const { server, results, run } = await startStep({ MAIL_REPLY_DOMAIN: "reply.guaria.example" });
  server.entries.push(...companyRecords);
  expect(await run(mailboxes)).toBe("2 records");
  expect(mailboxes.isDone?.({ results, answers: {} })).toBe(true);
  await run(mail);
  expect(server.entries).toHaveLength(6);
  expect(await run(mailboxesAfterwards)).toBe("unchanged");
  expect(mailboxes.isDone?.({ results, answers: {} })).toBe(false);
});

test("names the MX and SPF records of the domain itself that have changed meanwhile, once", async () => {
  const { server, run } = await startStep({});
  server.entries.push(...companyRecords);
  await run(mailboxes);
  const spf = "v=spf1 include:_spf.mx.cloudflare.net ~all";
  server.entries.splice(0, 2, { id: "3", type: "TXT", name: "guaria.example", content: spf });
  await expect(run(mailboxesAfterwards)).rejects.toThrow(
    `Records of guaria.example have changed since the deployment began:
    missing: MX 1 smtp.google.com
    missing: TXT v=spf1 include:_spf.google.com ~all
    new: TXT ${spf}`,
  );
  await run(mailboxes);
  expect(await run(mailboxesAfterwards)).toBe("unchanged");
});

test("creates the bucket of files once, and reports a token that may not", async () => {
  const { server } = await startStep({});
  const account = {
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_API_BASE_URL: server.address,
  };
  await ensureBucket(account);
  const objects = server.buckets.get(attachmentsBucket);
  await ensureBucket(account);
  expect([...server.buckets]).toEqual([[attachmentsBucket, objects]]);
  server.breakWhere((path) => path.includes("/r2/") && 403);
  await expect(ensureBucket(account)).rejects.toThrow("Authentication error");
});

test("the plan names the bucket of files and the records that stay", async () => {
  const plan = (await dryRun({ directory: createTestFolder(), command: {}, checks: [] })).join("\n");
  expect(plan).toMatch(/to do bucket of files: Creates the R2 bucket/);
  expect(plan).toMatch(/to do mailboxes afterwards: Compares the MX and SPF records/);
});
