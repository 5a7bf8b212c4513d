import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCloudflare } from "#local/cloudflare/stand-in.ts";
import { openDeployed } from "../../support/deployed-site.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";
import { type Providers, startDeployed } from "../../support/providers.ts";

describe.skipIf(!postgresUrl)("an answer that has changed", { timeout: 400_000 }, () => {
  let world: Providers;
  let folder: string;
  /** What was answered last: as a person would, each run says only what is new. */
  const say = (changes: Record<string, string>) => {
    Object.assign(world.command, changes);
    return world.deploy({ checks: [], command: world.command });
  };
  const ask = (query: string) =>
    asAdministrator(world.neon.urlOf(), async (client) => (await client.query(query)).rows);
  const lastWords = (error: unknown) => (error as Error).message;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrina-changed-"));
    world = await startDeployed();
  }, 600_000);
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("of the site's address lets the new one lead there, with mail's and the CMS's part in it, and makes no second database", async () => {
    await say({ SITE_ORIGIN: "https://guaria.example" });
    const { cloudflare, sanity, resend, neon } = world;
    expect(cloudflare.project("vitrina")?.domains).toEqual(["www.guaria.example", "guaria.example"]);
    expect(cloudflare.entries.map(({ type, name }) => `${type} ${name}`)).toContain("CNAME guaria.example");
    expect(sanity.projects[0]?.cors.map(({ origin }) => origin)).toContain("https://guaria.example");
    expect(resend.webhooks.map(({ endpoint }) => endpoint)).toContain(
      "https://guaria.example/api/hooks/mail",
    );
    expect([neon.projects.length, sanity.projects.length, resend.keys.length]).toEqual([1, 1, 1]);
    expect(world.said.at(-1)).toContain("https://guaria.example is live");
  });

  test("of who mails come from registers that domain, with a key for it, or is refused where the domain is another", async () => {
    const [old] = world.resend.keys;
    await ask("update accounts set last_sign_in_at = now() where email = 'ana@guaria.example'");
    expect(await say({ MAIL_FROM: "Guaria <web@elsewhere.example>" }).catch(lastWords)).toContain(
      "MAIL_FROM is at elsewhere.example, which does not belong to guaria.example.",
    );
    await say({ MAIL_FROM: "Guaria <web@mail.guaria.example>", ADMIN_EMAIL: "ana.rojas@guaria.example" });
    expect(world.resend.domains.map(({ name }) => name)).toEqual(["guaria.example", "mail.guaria.example"]);
    expect(world.resend.keys).toHaveLength(1);
    expect(world.resend.keys[0]?.domain_id).not.toBe(old?.domain_id);
    // Nor does a misspelt address of the first administrator stay: they are invited at the other one.
    const invited = async () => {
      const messages = await (await fetch(`http://localhost:${world.mailbox.port}/messages`)).json();
      return (messages as { to: string | string[] }[]).flatMap(({ to }) => [to].flat());
    };
    await expect.poll(invited).toContain("ana.rojas@guaria.example");
    // Its owner may have signed in by then.
    const roles = `select email, role from accounts join profiles on user_id = id order by email collate "C"`;
    expect(await ask(roles)).toEqual([
      { email: "ana.rojas@guaria.example", role: "admin" },
      { email: "ana@guaria.example", role: "user" },
    ]);
  });

  test("of where the database is made is refused, as it stays where it is", async () => {
    expect(await say({ NEON_REGION: "aws-eu-central-1" }).catch(lastWords)).toContain(
      "database: The database is in aws-us-east-1 and stays there: say NEON_REGION=aws-us-east-1,",
    );
    world.command.NEON_REGION = "aws-us-east-1";
  });

  test("of the account at Cloudflare brings the whole site to the new one, unless that has another site", async () => {
    const token = "a-token-of-another-account";
    const second = await startCloudflare({
      account: "another-account",
      token,
      zones: ["guaria.example"],
      projects: ["vitrina"],
    });
    const there = await openDeployed(() => second.project("vitrina")?.live ?? null);
    const first = world.cloudflare.calls.length;
    process.env.CLOUDFLARE_API_BASE_URL = second.address;
    const moved = () => {
      Object.assign(world.command, {
        CLOUDFLARE_ACCOUNT_ID: "another-account",
        CLOUDFLARE_API_TOKEN: token,
        CLOUDFLARE_API_BASE_URL: second.address,
      });
      return world.deploy({ checks: [], fetch: there.fetch });
    };
    second.project("vitrina")?.domains.push("www.other.example");
    expect(await moved().catch(lastWords)).toMatch(
      /domain: The account has the Pages project vitrina already, for www\.other\.example: .+ so it needs an account of its own\./,
    );
    expect([...second.namespaces.values()]).toEqual([]);
    second.project("vitrina")?.domains.pop();
    await moved();
    expect([...second.namespaces.values()]).toEqual(["vitrina-spool"]);
    expect(second.project("vitrina-studio")?.live).not.toBeNull();
    expect(second.worker("vitrina-scheduled")?.crons).toEqual(["* * * * *"]);
    expect((await there.fetch("https://guaria.example/contacto")).status).toBe(200);
    expect(world.cloudflare.calls).toHaveLength(first);
    await Promise.all([there.close(), second.close()]);
  });
});
