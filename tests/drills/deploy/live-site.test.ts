import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildAnew } from "../../support/builds.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";
import { type Providers, startDeployed } from "../../support/providers.ts";

const origin = "https://www.guaria.example";
const getMessage = (error: unknown) => (error as Error).message;

describe.skipIf(!postgresUrl)("the smoke test of a deployment", { timeout: 400_000 }, () => {
  let world: Providers;
  type Fetch = Providers["site"]["fetch"];
  const getSiteId = () => world.cloudflare.project("vitrina")?.live?.id;
  const getWorkerId = () => world.cloudflare.worker("vitrina-scheduled")?.live?.id;
  const listMessages = () =>
    asAdministrator(
      world.neon.urlOf(),
      async (client) => (await client.query("select id from contact_submissions")).rows,
    );
  /** Fetches from the live site. Once a newer deployment is live, matching requests use the other fetch. */
  const interceptNewer = (isMatch: (address: string) => boolean, fetchInstead: Fetch): Fetch => {
    const siteBefore = getSiteId();
    return (...args) =>
      getSiteId() !== siteBefore && isMatch(args[0]) ? fetchInstead(...args) : world.site.fetch(...args);
  };
  beforeAll(async () => {
    world = await startDeployed();
  }, 600_000);
  afterAll(() => world.close());

  test("does not roll back if mails were not sent before the deployment, either", async () => {
    const siteBefore = getSiteId();
    world.mailer.set("failing");
    await world.deploy({ checks: [], mailTimeoutMs: 1_000 });
    world.mailer.set("fine");
    expect(world.said.at(-1)).toContain("is live");
    expect(getSiteId()).not.toBe(siteBefore);
    expect(await listMessages()).toEqual([]);
  });

  test("rolls back a site that loses its database, and deletes its message in a later run", async () => {
    const idsBefore = [getSiteId(), getWorkerId()];
    const fetchWithLostDatabase = interceptNewer(
      (address) => address.endsWith("/api/contact"),
      async (...args) => {
        const response = await world.site.fetch(...args);
        await world.neon.setAway(true);
        return response;
      },
    );
    const error = await world.deploy({ checks: [], fetch: fetchWithLostDatabase }).catch(getMessage);
    expect(error).toMatch(/\n {4}a message got no answer: .+; could not be taken away again: .+\n/);
    expect(error).toContain("Both Workers are what they were before.");
    expect([getSiteId(), getWorkerId()]).toEqual(idsBefore);
    // A run that does not reach the database, either, remembers the message.
    await world.deploy({ checks: [] }).catch(getMessage);
    await world.neon.setAway(false);
    expect(await listMessages()).toHaveLength(1);
    await world.deploy({ checks: [] });
    expect(await listMessages()).toEqual([]);
  });

  test("leaves no message whose answer was lost, nor a message that arrives after the end", async () => {
    const sentRequests: RequestInit[] = [];
    // The answers before and after the deployment are both lost, so the site is not worse.
    const fetchWithLostAnswer: Fetch = async (address, init = {}) => {
      if (!address.endsWith("/api/contact")) return world.site.fetch(address, init);
      sentRequests.push(init);
      if (sentRequests.length === 1) await world.site.fetch(address, init);
      throw new TypeError("the answer was lost");
    };
    await world.deploy({ checks: [], fetch: fetchWithLostAnswer });
    expect([sentRequests.length, await listMessages()]).toEqual([2, []]);
    const response = await world.site.fetch(`${origin}/api/contact`, sentRequests[1]);
    expect([response.status, await listMessages()]).toEqual([201, []]);
  });

  test("reports what was worse and what could not be rolled back, and rolls back the rest", async () => {
    const idsBefore = [getSiteId(), getWorkerId()];
    world.cloudflare.breakWhere((path) => path.endsWith("/rollback"));
    const fetchWithFault = interceptNewer(
      (address) => address.endsWith("/contacto"),
      async () => new Response("", { status: 500 }),
    );
    const error = await world.deploy({ checks: [], fetch: fetchWithFault }).catch(getMessage);
    world.cloudflare.breakWhere(() => false);
    expect(error).toContain("The site is worse than before:\n    /contacto answered 500\n");
    expect(error).toMatch(/\n {2}the site could not be rolled back: Cloudflare POST .+ was answered 500/);
    expect([getSiteId() === idsBefore[0], getWorkerId()]).toEqual([false, idsBefore[1]]);
  });

  test("does not count an unavailable CMS as a fault of the new deployment", async () => {
    const contentOptions = {
      checks: world.options.checks.filter(({ name }) => name.startsWith("content")),
      buildSite: buildAnew,
    };
    // Keeps a copy of the content.
    await world.deploy(contentOptions);
    world.cms.set("failing");
    expect(await world.deploy(contentOptions).catch(getMessage)).toMatch(
      /did not give the content: .+; the site was not built, --offline-copy builds it with the copy of .+\.\nNothing was touched\./,
    );
    // The edge caches the status of the CMS for some seconds. The smoke test before the deployment must see the outage.
    await expect
      .poll(async () => (await world.site.fetch(`${origin}/api/health`)).json(), { timeout: 60_000 })
      .toMatchObject({ content: "unavailable" });
    const siteBefore = getSiteId();
    await world.deploy({ ...contentOptions, offlineCopy: true });
    world.cms.set("fine");
    expect(world.said.join("\n")).toMatch(/\n {2}The CMS at .+ did not give the content/);
    expect([world.said.at(-1), getSiteId() === siteBefore]).toEqual([
      expect.stringContaining("is live"),
      false,
    ]);
  });
});
