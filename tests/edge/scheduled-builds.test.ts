import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadPublished } from "#cms/content/load-published.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { startSanityWith } from "../local/sanity/clients.ts";
import { startDeployHook } from "../support/deploy-hook.ts";
import { startScheduled } from "../support/scheduled.ts";
import { startForSuite } from "../support/suite.ts";

const deploy = startForSuite(startDeployHook);
const cms = startForSuite(() => startSanityWith());
/** The content of the site's build.json; null while it is missing. */
let servedBuild: { id: string; fingerprint: string } | null = null;

const site = startForSuite(() =>
  listenOnLoopback(0, (_request, response, { path }) => {
    if (path === "/build.json" && servedBuild) response.end(JSON.stringify(servedBuild));
    else response.writeHead(404).end();
  }),
);
const scheduled = startForSuite(() =>
  startScheduled(() => ({
    DEPLOY_HOOK_URL: deploy.url,
    SANITY_API_HOST: cms.origin,
    SITE_ORIGIN: `http://localhost:${site.port}`,
  })),
);
beforeEach(async () => {
  await scheduled.database.asOwner("truncate site_builds");
  deploy.calls.length = 0;
  await deployCurrentBuild();
});
afterEach(() => deploy.setAway(false));

const deployCurrentBuild = async () => {
  servedBuild = { id: "0123456789abcdef", fingerprint: (await loadPublished(cms.visitor)).fingerprint };
};
const publish = () => cms.editor.patch("home").set({ note: randomUUID() }).commit();
const listBuilds = () => scheduled.database.asOwner("select * from site_builds order by asked_at");
const insertBuild = (dueAt = "now()") =>
  scheduled.database.asOwner(`insert into site_builds (id, due_at) values (gen_random_uuid(), ${dueAt})`);
/** Moves the times of all builds into the past. */
const passTime = (time: string) =>
  scheduled.database.asOwner(
    `update site_builds set asked_at = asked_at - $1::interval, due_at = due_at - $1::interval,
       leased_at = leased_at - $1::interval, started_at = started_at - $1::interval`,
    [time],
  );

describe("a build that a webhook requested", () => {
  test("is started in the next minute if the request that should start it has ended", async () => {
    await insertBuild();
    await scheduled.fire();
    expect(deploy.calls).toHaveLength(1);
    expect(await listBuilds()).toMatchObject([{ attempts: 1, started_at: expect.any(Date) }]);
    await scheduled.fire();
    expect(deploy.calls).toHaveLength(1);
  });

  test("is not started early", async () => {
    await insertBuild("now() + interval '5 seconds'");
    await scheduled.fire();
    expect(deploy.calls).toEqual([]);
  });

  test("is retried with increasing delays while the deploy hook is away, and is started once", async () => {
    await insertBuild();
    deploy.setAway(true);
    for (const minutes of [1, 2, 4]) {
      await scheduled.fire();
      const [{ wait } = {}] = await scheduled.database.asOwner(
        "select extract(epoch from due_at - now()) / 60 as wait from site_builds",
      );
      expect(Number(wait)).toBeGreaterThan(minutes - 0.2);
      expect(Number(wait)).toBeLessThanOrEqual(minutes);
      await passTime("1 hour");
    }
    await expect.poll(() => scheduled.log()).toMatch(/"event":"build_not_started".*answered with 503/);
    deploy.setAway(false);
    await Promise.all([scheduled.fire(), scheduled.fire()]);
    expect(deploy.calls).toHaveLength(1);
    expect(await listBuilds()).toMatchObject([{ attempts: 4, started_at: expect.any(Date) }]);
  });

  test("also covers earlier failed builds", async () => {
    await insertBuild();
    deploy.setAway(true);
    await scheduled.fire();
    deploy.setAway(false);
    await insertBuild();
    await scheduled.fire();
    expect(deploy.calls).toHaveLength(1);
    expect(await listBuilds()).toMatchObject([
      { started_at: expect.any(Date) },
      { started_at: expect.any(Date) },
    ]);
  });
});

describe("a build that no webhook requested", () => {
  test("is found within the hour and started once while it may still be running", async () => {
    await publish();
    await scheduled.fire(59);
    expect(deploy.calls).toEqual([]);
    await Promise.all([scheduled.fire(0), scheduled.fire(0)]);
    await scheduled.fire(0);
    expect(deploy.calls).toHaveLength(1);
    const { fingerprint } = await loadPublished(cms.visitor);
    expect(await listBuilds()).toMatchObject([{ fingerprint, started_at: expect.any(Date) }]);
  });

  test("is not needed when the build is current, or another build waits or has begun", async () => {
    await scheduled.fire(0);
    expect(await listBuilds()).toEqual([]);
    await publish();
    await insertBuild("now() + interval '5 seconds'");
    await scheduled.fire(0);
    await scheduled.database.asOwner("update site_builds set leased_at = now(), started_at = now()");
    await passTime("19 minutes");
    await scheduled.fire(0);
    expect(deploy.calls).toEqual([]);
    await passTime("2 minutes");
    await scheduled.fire(0);
    expect(deploy.calls).toHaveLength(1);
  });

  test("is requested three times a day if it never goes live, and again after another publication", async () => {
    await publish();
    for (let hour = 0; hour < 6; hour++) {
      await scheduled.fire(0);
      await passTime("1 hour");
    }
    expect(deploy.calls).toHaveLength(3);
    await publish();
    await scheduled.fire(0);
    expect(deploy.calls).toHaveLength(4);
  });

  test("waits for the next hour while the site does not report its build", async () => {
    await publish();
    servedBuild = null;
    expect((await scheduled.fire(0)).outcome).toBe("ok");
    expect(deploy.calls).toEqual([]);
    await expect.poll(() => scheduled.log()).toMatch(/"event":"build_not_compared".*answered with 404/);
  });
});

describe("the opening hours", () => {
  const listHours = () => scheduled.database.asOwner("select * from opening_hours order by weekday, opens");
  const workdays = (opens: string, closes: string) => [
    { _key: "week", days: ["mon", "tue"], opens, closes },
    // The Studio rejects such a line, but another client may store it.
    { _key: "wrong", days: ["sun"], opens: "17:00", closes: "08:00" },
  ];

  test("of the published settings reach the database, and stay there while the CMS is away", async () => {
    await cms.editor
      .patch("siteSettings")
      .set({ hours: workdays("08:00", "17:00") })
      .commit();
    await scheduled.fire();
    expect(await listHours()).toEqual([
      { weekday: 1, opens: "08:00:00", closes: "17:00:00" },
      { weekday: 2, opens: "08:00:00", closes: "17:00:00" },
    ]);
    await scheduled.redeploy({ SANITY_API_HOST: `http://localhost:${site.port}` });
    await scheduled.fire();
    expect(await listHours()).toHaveLength(2);
    await expect.poll(() => scheduled.log()).toMatch(/"event":"opening_hours_not_stored"/);
    await scheduled.redeploy();
    await cms.editor.patch("siteSettings").unset(["hours"]).commit();
    await scheduled.fire();
    expect(await listHours()).toEqual([]);
  });
});
