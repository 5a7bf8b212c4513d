import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dryRun } from "#local/deploy/deploy.ts";
import { createPlan } from "#local/deploy/plan.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";
import { type Providers, startProviders } from "../../support/providers.ts";

type MailboxMail = { to: string | string[]; subject: string };

/** Lists the resources at the providers, in which no resource may occur twice. */
const listResources = ({ neon, sanity, resend, cloudflare }: Providers) => ({
  databases: neon.projects.map(({ region }) => region),
  projects: sanity.projects.length,
  datasets: sanity.projects[0]?.datasets.length,
  tokens: sanity.projects[0]?.tokens.map(({ roleName }) => roleName).sort(),
  origins: sanity.projects[0]?.cors.map(({ origin }) => origin),
  domains: resend.domains.map(({ name }) => name),
  keys: resend.keys.map(({ permission }) => permission),
  webhooks: resend.webhooks.map(({ endpoint }) => endpoint),
  namespaces: [...cloudflare.namespaces.values()],
  buckets: [...cloudflare.buckets.keys()],
  entries: cloudflare.entries.map(({ type, name }) => `${type} ${name}`),
  crons: cloudflare.worker("vitrina-scheduled")?.crons,
});
const everythingOnce = {
  databases: ["aws-us-east-1"],
  projects: 1,
  datasets: 1,
  tokens: ["editor", "viewer"],
  origins: ["https://studio.guaria.example", "https://www.guaria.example"],
  ...{
    domains: ["guaria.example"],
    keys: ["sending_access"],
    webhooks: ["https://www.guaria.example/api/hooks/mail"],
  },
  namespaces: ["vitrina-spool"],
  buckets: ["vitrina-attachments"],
  entries: [
    "MX send.guaria.example",
    "TXT send.guaria.example",
    "TXT resend._domainkey.guaria.example",
    "CNAME www.guaria.example",
    "CNAME studio.guaria.example",
  ],
  crons: ["* * * * *"],
};

const queryDatabase = ({ neon }: Providers, query: string) =>
  asAdministrator(neon.urlOf(), async (client) => (await client.query(query)).rows);
const listMails = async ({ mailbox }: Providers): Promise<MailboxMail[]> =>
  (await fetch(`http://localhost:${mailbox.port}/messages`)).json();
const readState = async ({ state }: Providers) =>
  JSON.parse(await readFile(join(state, "state.json"), "utf8"));
const getMessage = (error: unknown) => (error as Error).message;

// The stand-in for Neon needs the server of LOCAL_POSTGRES_URL for its databases.
describe.skipIf(!postgresUrl)("npm run deploy", { timeout: 400_000 }, () => {
  let world: Providers;
  const processLists: string[] = [];
  beforeAll(async () => {
    world = await startProviders();
  }, 300_000);
  afterAll(() => world.close());

  test("deploys a new site in one run", async () => {
    const { cloudflare, neon, sanity, resend } = world;
    const counts = () => [neon, sanity, resend, cloudflare].map(({ calls }) => calls.length);
    const countsBefore = counts();
    const planLines = await dryRun(world.options);
    expect(planLines.filter((line) => line.startsWith("  to do "))).toHaveLength(20);
    expect([counts(), planLines.join("\n")]).toEqual([
      countsBefore,
      expect.not.stringContaining(world.tokens.neon),
    ]);

    cloudflare.breakWhere((path) => {
      if (/secrets|deployments$|scripts/.test(path))
        processLists.push(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }));
      return false;
    });
    await world.deploy();
    cloudflare.breakWhere(() => false);
    expect(listResources(world)).toEqual(everythingOnce);
    expect(world.said.at(-1)).toMatch(/^https:\/\/www\.guaria\.example is live/);
    expect(world.said.filter((line) => line.endsWith("done before"))).toHaveLength(1);
    expect([...(cloudflare.project("vitrina")?.live?.files.keys() ?? [])]).toContain(
      "/third-party-notices.txt",
    );
    const home = await world.site.fetch("https://www.guaria.example/");
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("<h1")]);
  });

  test("gives both Workers the environment in the file of the site's values", async () => {
    const site = world.cloudflare.project("vitrina")?.live;
    const scheduled = world.cloudflare.worker("vitrina-scheduled")?.live;
    const environment = { ...site?.worker?.variables, ...site?.secrets };
    expect({ ...scheduled?.upload.variables, ...scheduled?.secrets }).toEqual(environment);
    expect(scheduled?.upload.namespaces).toEqual(site?.worker?.namespaces);
    const buckets = { ATTACHMENTS: "vitrina-attachments" };
    expect([scheduled?.upload.buckets, site?.worker?.buckets]).toEqual([buckets, buckets]);
    const file = parseEnv(await readFile(join(world.state, "production.env"), "utf8"));
    expect(file).toEqual(environment);
    expect(Object.keys(site?.worker?.variables ?? {})).not.toContain("AUTH_KEYS");
  });

  test("stores its state in files that only their owner may read, and shows no secret", async () => {
    for (const file of ["state.json", "production.env", "site/wrangler.json", "scheduled/wrangler.json"]) {
      expect([file, ((await stat(join(world.state, file))).mode & 0o777).toString(8)]).toEqual([file, "600"]);
    }
    expect((await stat(world.state)).mode & 0o777).toBe(0o700);
    expect(await readdir(world.state)).not.toContain("lock");
    const { results } = await readState(world);
    const privatePart = JSON.parse(results.authKeys).keys[0].d as string;
    const secrets = [
      ...Object.values(world.tokens),
      results.ownerUrl,
      results.edgePassword,
      results.mailKey,
      privatePart,
      world.contentToken,
    ];
    expect(processLists.join("\n")).toContain("wrangler.js pages deploy");
    for (const secret of secrets) {
      expect(world.said.join("\n")).not.toContain(secret);
      expect(processLists.join("\n")).not.toContain(secret);
    }
  });

  test("invites the first administrator by mail", async () => {
    const invitations = async () =>
      (await listMails(world)).filter(({ to }) => [to].flat().includes("ana@guaria.example")).length;
    // The site answers before it sends the mail.
    await expect.poll(invitations).toBe(1);
    expect(
      await queryDatabase(world, "select email, role from accounts join profiles on user_id = id"),
    ).toEqual([{ email: "ana@guaria.example", role: "admin" }]);
  });

  test("deletes the message of the smoke test after the company got its notice", async () => {
    expect(await queryDatabase(world, "select id from contact_submissions")).toEqual([]);
    const companyMails = (await listMails(world)).filter((mail) =>
      [mail.to].flat().includes("hola@guaria.example"),
    );
    expect(companyMails.length).toBeGreaterThan(0);
  });

  test("deploys again in a second run, which creates no resource twice and sends no second invitation", async () => {
    const stateBefore = await readState(world);
    const firstDeployment = world.cloudflare.project("vitrina")?.live?.id;
    const lineCount = world.said.length;
    await world.deploy();
    expect(listResources(world)).toEqual(everythingOnce);
    const { deployment, version, goodDeployment, goodVersion, ...laterValues } = (await readState(world))
      .results;
    const {
      deployment: _,
      version: __,
      goodDeployment: ___,
      goodVersion: ____,
      ...earlierValues
    } = stateBefore.results;
    expect([laterValues, deployment, version]).toEqual([earlierValues, goodDeployment, goodVersion]);
    expect(deployment).not.toBe(firstDeployment);
    expect(world.said.slice(lineCount).filter((line) => line.endsWith("done before"))).toHaveLength(12);
    expect(world.said.slice(lineCount).join("\n")).toContain("Studio: as it was");
    const invitations = (await listMails(world)).filter(({ to }) =>
      [to].flat().includes("ana@guaria.example"),
    );
    expect(invitations).toHaveLength(1);
  });
});

type DeployChanges = Parameters<Providers["deploy"]>[0];

/** Faults at the providers, by the step that they break. */
const providerFaults: Record<string, (world: Providers) => unknown> = {
  mailboxes: ({ cloudflare }) => cloudflare.breakWhere((path) => path.endsWith("/dns_records") && 403),
  "mailboxes afterwards": ({ cloudflare }) =>
    cloudflare.entries.unshift({ id: "mx", type: "MX", name: "guaria.example", content: "mx.example" }),
  domain: ({ cloudflare }) => cloudflare.breakWhere((path) => path.endsWith("/zones") && 403),
  database: ({ neon }) => neon.breakWhere((call) => (call === "POST /projects" ? "lost" : null)),
  migrations: ({ neon }) => neon.setAway(true),
  spool: ({ cloudflare }) =>
    cloudflare.breakWhere((path, method) => method === "POST" && path.endsWith("/namespaces")),
  "bucket of files": ({ cloudflare }) =>
    cloudflare.breakWhere((path, method) => method === "POST" && path.endsWith("/buckets") && 403),
  CMS: ({ sanity }) => sanity.breakWhere((call) => (/^POST .*tokens$/.test(call) ? "lost" : null)),
  "launch copy": ({ cms }) => cms.set("failing"),
  mail: ({ resend }) => resend.breakWhere((call) => (/^POST .*api-keys$/.test(call) ? "lost" : null)),
  "Pages and their addresses": ({ cloudflare }) =>
    cloudflare.breakWhere((path) => path.includes("/domains/studio.") && "silence"),
  secrets: ({ cloudflare }) => cloudflare.breakWhere((path) => path.endsWith("/secrets-bulk") && 403),
  "scheduled Worker": ({ cloudflare }) => cloudflare.breakWhere((path) => path.endsWith("/schedules")),
  site: ({ cloudflare }) => cloudflare.breakWhere((path) => path.endsWith("/vitrina/deployments") && 403),
  address: ({ cloudflare }) => cloudflare.breakWhere((path) => path.includes("/domains/www.")),
  Studio: ({ cloudflare }) =>
    cloudflare.breakWhere((path) => path.endsWith("/vitrina-studio/deployments") && 403),
  "webhook of the CMS": ({ sanity }) =>
    sanity.breakWhere((call) => (/^POST .*hooks/.test(call) ? "lost" : null)),
};

const failAnswers =
  (suffix: string, status: number) =>
  ({ site }: Providers): DeployChanges => ({
    fetch: async (address, init) =>
      address.endsWith(suffix) ? new Response("", { status }) : site.fetch(address, init),
  });

/** Faults on this machine, or in answers of the site, by the step that they break. */
const otherFaults: Record<string, (world: Providers) => DeployChanges> = {
  keys: ({ options, state }) => ({
    say(line) {
      // From then on, a folder blocks the temporary file of the state.
      if (line.includes(" bucket of files: ")) mkdirSync(join(state, "state.json.new"));
      options.say(line);
    },
  }),
  build: ({ options: { buildSite } }) => ({
    buildSite: (options) =>
      options.content ? Promise.reject(new Error("Privacidad has no text.")) : buildSite(options),
  }),
  "smoke test": failAnswers("/en", 500),
  "first administrator": failAnswers("/recover", 503),
};

// Every step fails once, so most runs end early.
describe.skipIf(!postgresUrl)("a step that fails", { timeout: 1_500_000 }, () => {
  let world: Providers;
  beforeAll(async () => {
    world = await startProviders();
    Object.assign(world.command, { DEPLOY_HOOK_URL: "https://hooks.example/build" });
  }, 300_000);
  afterAll(() => world.close());
  const removeFaults = async () => {
    await rm(join(world.state, "state.json.new"), { recursive: true, force: true });
    for (const provider of [world.neon, world.sanity, world.resend]) provider.breakWhere(() => null);
    world.cloudflare.breakWhere(() => false);
    if (world.cloudflare.entries[0]?.id === "mx") world.cloudflare.entries.shift();
    world.cms.set("fine");
    await world.neon.setAway(false);
  };

  test("prints the remedy; the next run continues from there and creates no resource twice", async () => {
    for (const [index, { name }] of createPlan(null, {}).entries()) {
      await providerFaults[name]?.(world);
      const changes = otherFaults[name]?.(world);
      const error = String(
        await world.deploy({ checks: index === 0 ? world.options.checks : [], ...changes }).catch(getMessage),
      );
      expect(error).toMatch(
        new RegExp(
          `^${index + 1}/21 ${name}: .+\\n.+\\nThen run npm run deploy again: it goes on from here\\.$`,
          "s",
        ),
      );
      for (const token of Object.values(world.tokens)) expect(error).not.toContain(token);
      await removeFaults();
    }
    await world.deploy({ checks: [] });
    expect(listResources(world)).toEqual(everythingOnce);
    // Sanity and the site have the same webhook secret.
    const [hook] = world.sanity.projects[0]?.hooks ?? [];
    const { SANITY_WEBHOOK_SECRET, DEPLOY_HOOK_URL } =
      world.cloudflare.project("vitrina")?.live?.secrets ?? {};
    expect(hook).toMatchObject({
      url: "https://www.guaria.example/api/hooks/content",
      secret: SANITY_WEBHOOK_SECRET,
    });
    expect(DEPLOY_HOOK_URL).toBe("https://hooks.example/build");
    expect(world.sanity.projects[0]?.hooks).toHaveLength(1);
  });
});
