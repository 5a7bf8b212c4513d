import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachmentsBucket } from "#local/cloudflare/wrangler.ts";
import { startCloudflare } from "../../support/cloudflare/stand-in.ts";
import { openDeployed } from "../../support/deployed-site.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";
import { type Providers, startDeployed } from "../../support/providers.ts";

describe.skipIf(!postgresUrl)("a changed answer", { timeout: 400_000 }, () => {
  let world: Providers;
  /** Deploys with changed answers; the earlier answers stay, as they do for an operator. */
  const deployWith = (changes: Record<string, string>) => {
    Object.assign(world.command, changes);
    return world.deploy({ checks: [], command: world.command });
  };
  const queryDatabase = (query: string) =>
    asAdministrator(world.neon.urlOf(), async (client) => (await client.query(query)).rows);
  const getMessage = (error: unknown) => (error as Error).message;
  beforeAll(async () => {
    world = await startDeployed();
  }, 600_000);
  afterAll(() => world.close());

  test("about the site's address moves the site, its mail and its CMS there, and creates no second database", async () => {
    await deployWith({ SITE_ORIGIN: "https://guaria.example" });
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

  test("about the sender of mails registers its domain with a new key, or is rejected for a foreign domain", async () => {
    const [oldKey] = world.resend.keys;
    expect(await deployWith({ MAIL_FROM: "Guaria <web@elsewhere.example>" }).catch(getMessage)).toContain(
      "MAIL_FROM is at elsewhere.example, which does not belong to guaria.example.",
    );
    await deployWith({
      MAIL_FROM: "Guaria <web@mail.guaria.example>",
      ADMIN_EMAIL: "ana.rojas@guaria.example",
    });
    expect(world.resend.domains.map(({ name }) => name)).toEqual(["guaria.example", "mail.guaria.example"]);
    expect(world.resend.keys).toHaveLength(1);
    expect(world.resend.keys[0]?.domain_id).not.toBe(oldKey?.domain_id);
    // A corrected address of the first administrator gets the invitation.
    const listRecipients = async () => {
      const messages = await (await fetch(`http://localhost:${world.mailbox.port}/messages`)).json();
      return (messages as { to: string | string[] }[]).flatMap(({ to }) => [to].flat());
    };
    await expect.poll(listRecipients).toContain("ana.rojas@guaria.example");
    // The misspelt address, whose owner has not signed in, loses the role.
    expect(await listRoles()).toEqual(["ana.rojas@guaria.example admin", "ana@guaria.example user"]);
  });

  const listRoles = async () => {
    const roles = `select email, role from accounts join profiles on user_id = id order by email collate "C"`;
    return (await queryDatabase(roles)).map(({ email, role }) => `${email} ${role}`);
  };

  test("about the first administrator takes the role of one who has signed in only if the operator says so", async () => {
    await queryDatabase(
      "update accounts set last_sign_in_at = now() where email = 'ana.rojas@guaria.example'",
    );
    await queryDatabase(
      `with made as (
        insert into accounts (id, email, email_confirmed_at) values (gen_random_uuid(), 'granted@guaria.example', now())
        returning id
      ) insert into profiles (user_id, role) select id, 'admin' from made`,
    );
    const callCount = world.cloudflare.calls.length;
    expect(await deployWith({ ADMIN_EMAIL: "eva@guaria.example" }).catch(getMessage)).toContain(
      "only an operator decides whether ana.rojas@guaria.example loses the role",
    );
    expect(world.cloudflare.calls).toHaveLength(callCount);
    expect(await listRoles()).toEqual([
      "ana.rojas@guaria.example admin",
      "ana@guaria.example user",
      "granted@guaria.example admin",
    ]);

    const deployAnswering = async (ADMIN_EMAIL: string, answer: string) => {
      Object.assign(world.command, { ADMIN_EMAIL });
      const questionTexts: string[] = [];
      const ask = async ({ asks }: { asks: string }) => {
        questionTexts.push(asks);
        return answer;
      };
      await world.deploy({ checks: [], command: world.command, ask });
      return questionTexts;
    };
    expect(await deployAnswering("eva@guaria.example", "no")).toEqual([
      expect.stringContaining("ana.rojas@guaria.example has signed in as an administrator."),
    ]);
    await queryDatabase("update accounts set last_sign_in_at = now() where email = 'eva@guaria.example'");
    expect(await deployAnswering("flor@guaria.example", "yes")).toEqual([
      expect.stringContaining("eva@guaria.example has signed in as an administrator."),
    ]);
    expect(await listRoles()).toEqual([
      "ana.rojas@guaria.example admin",
      "ana@guaria.example user",
      "eva@guaria.example user",
      "flor@guaria.example admin",
      "granted@guaria.example admin",
    ]);
  });

  test("about the domain of replies adds its record, and leaves those of the mailboxes", async () => {
    const { cloudflare } = world;
    const mailbox = { id: "mx", type: "MX", name: "guaria.example", content: "mx.example", priority: 1 };
    cloudflare.entries.push(mailbox);
    const lineCount = world.said.length;
    await deployWith({ MAIL_REPLY_DOMAIN: "reply.guaria.example" });
    expect(cloudflare.entries.filter(({ type }) => type === "MX").map(({ name }) => name)).toEqual([
      "send.guaria.example",
      "guaria.example",
      "reply.guaria.example",
    ]);
    expect(world.said.slice(lineCount).at(-2)).toMatch(/ mailboxes afterwards: unchanged$/);
  });

  test("about the Cloudflare account moves the whole site there, unless that account has another site", async () => {
    const token = "a-token-of-another-account";
    const secondCloudflare = await startCloudflare({
      account: "another-account",
      token,
      zones: ["guaria.example"],
      projects: ["vitrina"],
    });
    const secondSite = await openDeployed(() => secondCloudflare.project("vitrina")?.live ?? null);
    const callCount = world.cloudflare.calls.length;
    process.env.CLOUDFLARE_API_BASE_URL = secondCloudflare.address;
    const deployMoved = () => {
      Object.assign(world.command, {
        CLOUDFLARE_ACCOUNT_ID: "another-account",
        CLOUDFLARE_API_TOKEN: token,
        CLOUDFLARE_API_BASE_URL: secondCloudflare.address,
      });
      return world.deploy({ checks: [], fetch: secondSite.fetch });
    };
    secondCloudflare.project("vitrina")?.domains.push("www.other.example");
    expect(await deployMoved().catch(getMessage)).toMatch(
      /domain: The account has the Pages project vitrina already, for www\.other\.example: .+ so it needs an account of its own\./,
    );
    expect([...secondCloudflare.namespaces.values()]).toEqual([]);
    secondCloudflare.project("vitrina")?.domains.pop();
    await deployMoved();
    expect([...secondCloudflare.namespaces.values()]).toEqual(["vitrina-spool"]);
    expect([...secondCloudflare.buckets.keys()]).toEqual([attachmentsBucket]);
    expect(secondCloudflare.project("vitrina-studio")?.live).not.toBeNull();
    expect(secondCloudflare.worker("vitrina-scheduled")?.crons).toEqual(["* * * * *"]);
    expect((await secondSite.fetch("https://guaria.example/contacto")).status).toBe(200);
    expect(world.cloudflare.calls).toHaveLength(callCount);
    await Promise.all([secondSite.close(), secondCloudflare.close()]);
  });
});
