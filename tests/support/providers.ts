import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checks } from "#local/deploy/checks.ts";
import { deploy } from "#local/deploy/deploy.ts";
import type { Ask } from "#local/deploy/questions.ts";
import { startMailbox } from "#local/mail/server.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { buildOnce } from "./builds.ts";
import { startCloudflare } from "./cloudflare/stand-in.ts";
import { openDeployed } from "./deployed-site.ts";
import { startNeon } from "./provider-neon.ts";
import { startResend } from "./provider-resend.ts";
import { startSanityManagement } from "./provider-sanity.ts";
import { startProxy } from "./proxy.ts";

const postgres = fileURLToPath(new URL("postgres.sh", import.meta.url));
const createSecret = (prefix: string) => `${prefix}-${randomBytes(12).toString("hex")}`;

/** Starts empty stand-ins for every provider of a deployment. Returns them with the options of the command. */
export async function startProviders() {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-deploy-"));
  // The folder is separate, because the server's own user must reach it. The role `edge` belongs to a whole server.
  const server = join(tmpdir(), createSecret("vitrina-postgres"));
  const { stdout } = await promisify(execFile)(postgres, ["start", server]);
  const tokens = {
    cloudflare: createSecret("cloudflare"),
    neon: createSecret("neon"),
    sanity: createSecret("sanity"),
    resend: createSecret("resend"),
  };
  const contentToken = createSecret("content");
  const [neon, sanity, resend, cloudflare, lake, mailbox] = await Promise.all([
    startNeon(tokens.neon, stdout.trim()),
    startSanityManagement(tokens.sanity, { projectId: localContent.projectId, contentToken }),
    startResend(tokens.resend, () => createSecret("re")),
    startCloudflare({ account: "an-account", token: tokens.cloudflare, zones: ["guaria.example"] }),
    startSanity({ ...localContent, port: 0, token: contentToken, documents: [] }),
    startMailbox({ port: 0, directory: join(folder, "mail") }),
  ]);
  const [cms, mailer] = await Promise.all([startProxy(lake.origin), startProxy(mailbox.origin)]);
  // The site screens many messages of one network. Real runs are minutes apart, but these follow in seconds, so each
  // has its own address.
  let runs = 0;
  const site = await openDeployed(
    () => cloudflare.project("vitrina")?.live ?? null,
    () => `198.51.100.${runs}`,
  );
  const command = {
    ...{
      SITE_ORIGIN: "https://www.guaria.example",
      CLOUDFLARE_ACCOUNT_ID: "an-account",
      CLOUDFLARE_API_TOKEN: tokens.cloudflare,
    },
    ...{
      NEON_REGION: "aws-us-east-1",
      NEON_API_KEY: tokens.neon,
      SANITY_AUTH_TOKEN: tokens.sanity,
      RESEND_API_KEY: tokens.resend,
    },
    MAIL_FROM: "Guaria Digital <web@guaria.example>",
    CONTACT_NOTIFY_TO: "hola@guaria.example",
    ADMIN_EMAIL: "ana@guaria.example",
    ...{
      CLOUDFLARE_API_BASE_URL: cloudflare.address,
      NEON_API_URL: neon.origin,
      SANITY_API_URL: sanity.origin,
    },
    RESEND_API_URL: resend.origin,
    DATABASE_FETCH_ENDPOINT: neon.endpoint,
    SANITY_API_HOST: cms.origin,
    MAIL_API_URL: `${mailer.origin}/emails`,
  };
  process.env.CLOUDFLARE_API_BASE_URL = cloudflare.address;

  const state = join(folder, "state");
  const outputLines: string[] = [];
  const options: Parameters<typeof deploy>[0] = {
    directory: state,
    command,
    checks,
    ask: null as Ask,
    buildSite: buildOnce,
    fetch: site.fetch,
    intervalMs: 50,
    mailTimeoutMs: 60_000,
    offlineCopy: false,
    say: (line) => void outputLines.push(line),
    buildStudio: (directory, settings) => writeStudio(directory, settings),
  };
  return {
    ...{
      neon,
      sanity,
      resend,
      cloudflare,
      cms,
      mailer,
      mailbox,
      site,
      folder,
      state,
      command,
      options,
      tokens,
      contentToken,
    },
    /** The output of the runs so far. */
    said: outputLines,
    /** Runs `npm run deploy` with changed options. */
    deploy(changes: Partial<typeof options> = {}) {
      runs += 1;
      return deploy({ ...options, ...changes });
    },
    async close() {
      delete process.env.CLOUDFLARE_API_BASE_URL;
      await site.close();
      await Promise.all(
        [neon, sanity, resend, cloudflare, cms, mailer, lake, mailbox].map((provider) => provider.close()),
      );
      await promisify(execFile)(postgres, ["stop", server]);
      for (const directory of [folder, server]) await rm(directory, { recursive: true, force: true });
    },
  };
}

async function writeStudio(directory: string, settings: Record<string, string>): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await cp(fileURLToPath(new URL("../../cms/static", import.meta.url)), join(directory, "static"), {
    recursive: true,
  });
  await writeFile(
    join(directory, "index.html"),
    `<!doctype html><title>Studio</title>${JSON.stringify(settings)}`,
  );
}

export type Providers = Awaited<ReturnType<typeof startProviders>>;

/** Starts the stand-ins with a site that was deployed once. */
export async function startDeployed(): Promise<Providers> {
  const providers = await startProviders();
  await providers.deploy({ checks: [] }).catch(async (error) => {
    await providers.close();
    throw error;
  });
  return providers;
}
