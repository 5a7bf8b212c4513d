import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deployPreview, removePreview } from "#local/deploy/preview.ts";
import { openDeployed } from "../../support/deployed-site.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";
import { type Providers, startProviders } from "../../support/providers.ts";

// The stand-in for Neon needs the server of LOCAL_POSTGRES_URL for its databases.
describe.skipIf(!postgresUrl)("a preview", { timeout: 400_000 }, () => {
  let world: Providers;
  let preview: Awaited<ReturnType<typeof openDeployed>>;
  const listDeployments = () =>
    world.cloudflare.project("vitrina")?.deployments.filter(({ branch }) => branch === "a-change") ?? [];
  const listBranches = () => world.neon.projects[0]?.branches.map(({ name }) => name);
  const createOptions = () => ({
    ...world.options,
    command: {
      ...world.command,
      PREVIEW_MAIL_URL: world.command.MAIL_API_URL,
      SANITY_PROJECT_ID: "vitrina0",
    },
    fetch: preview.fetch,
    signal: new AbortController().signal,
  });
  beforeAll(async () => {
    world = await startProviders();
    preview = await openDeployed(() => listDeployments()[0] ?? null);
    await world.deploy({ checks: world.options.checks.filter(({ name }) => name.startsWith("content")) });
  }, 600_000);
  afterAll(async () => {
    await preview.close();
    await world.close();
  });

  test("has its own address, and a branch of the database without personal data", async () => {
    const live = world.cloudflare.project("vitrina")?.live?.id;
    expect(await deployPreview("a-change", createOptions())).toBe("https://a-change.vitrina.pages.dev");
    expect([listBranches(), listDeployments().length]).toEqual([["main", "a-change"], 1]);
    const [main, branch] = world.neon.projects[0]?.branches ?? [];
    const countAccounts = (database = "") =>
      asAdministrator(
        Object.assign(new URL(world.neon.urlOf()), { pathname: database }).href,
        async (client) => {
          const { rows } = await client.query("select count(*)::int from accounts");
          return rows[0].count;
        },
      );
    expect([await countAccounts(main?.database), await countAccounts(branch?.database)]).toEqual([1, 0]);
    // The live site is unchanged.
    expect(world.cloudflare.project("vitrina")?.live?.id).toBe(live);
  });

  test("has no value of the live site except the location of its content", async () => {
    const worker = listDeployments()[0]?.worker;
    const live = world.cloudflare.project("vitrina")?.live;
    const secrets = Object.values(live?.secrets ?? {});
    expect(secrets.length).toBeGreaterThan(4);
    for (const value of Object.values(worker?.variables ?? {})) expect(secrets).not.toContain(value);
    expect([worker?.namespaces, worker?.variables.MAIL_API_URL]).toEqual([{}, world.command.MAIL_API_URL]);
    expect(Object.keys(worker?.variables ?? {})).not.toContain("SANITY_WRITE_TOKEN");
  });

  test("starts over when it is deployed again, and is gone after its removal", async () => {
    await deployPreview("a-change", createOptions());
    expect(listBranches()).toEqual(["main", "a-change"]);
    expect(await removePreview("a-change", createOptions())).toBe(true);
    expect([listBranches(), listDeployments()]).toEqual([["main"], []]);
    expect(await readdir(join(world.state, "previews"))).toEqual([]);
    expect(await removePreview("a-change", createOptions())).toBe(false);
  });

  test("leaves no branch when personal data cannot be deleted from it, and reports why", async () => {
    const asOwner = (query: string) => asAdministrator(world.neon.urlOf(), (client) => client.query(query));
    const rename = (from: string, to: string) =>
      asOwner(`alter trigger ${from} on account_events rename to ${to}`);
    await rename("account_events_no_truncate", "renamed");
    await expect(deployPreview("a-change", createOptions())).rejects.toThrow("account_events_no_truncate");
    await rename("renamed", "account_events_no_truncate");
    expect([listBranches(), listDeployments()]).toEqual([["main"], []]);
  });

  test("leaves no branch when it is stopped while that branch has personal data", async () => {
    const controller = new AbortController();
    world.neon.breakWhere((call) => {
      if (/^POST .*branches$/.test(call)) controller.abort(new Error("Stopped."));
      return null;
    });
    const deployment = deployPreview("a-change", { ...createOptions(), signal: controller.signal });
    await expect(deployment).rejects.toThrow("Stopped.");
    world.neon.breakWhere(() => null);
    expect([listBranches(), listDeployments()]).toEqual([["main"], []]);
  });

  test("names a branch with personal data that could not be removed", async () => {
    world.neon.breakWhere((call) => {
      if (/^POST .*branches$/.test(call)) return "lost";
      return call.startsWith("DELETE") ? 500 : null;
    });
    await expect(deployPreview("a-change", createOptions())).rejects.toThrow(
      "The branch a-change of the database has real people's data and could not be removed: remove it at Neon.",
    );
    world.neon.breakWhere(() => null);
    expect(await removePreview("a-change", createOptions())).toBe(true);
  });

  test.each(["main", "A-Change", "-a", "a".repeat(29), ""])("rejects the name %j", async (name) => {
    await expect(deployPreview(name, createOptions())).rejects.toThrow("A preview's name is");
  });
});
