import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyIds } from "#local/deploy/live-keys.ts";
import { createKeySet, rotateKeySet } from "#local/keys/key-set.ts";
import { putValue } from "#local/keys/value-file.ts";
import { openClient } from "#local/neon/client.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";
import { type Providers, startDeployed } from "../../support/providers.ts";

const origin = "https://www.guaria.example";

describe.skipIf(!postgresUrl)("a value that was renewed since the last deployment", { timeout: 400_000 }, () => {
  let world: Providers;
  let file: string;
  const live = () => world.cloudflare.project("vitrina")?.live;
  const valuesNow = async () => parseEnv(await readFile(file, "utf8"));
  const alter = (password: string) =>
    asAdministrator(world.neon.urlOf(), (client) => client.query(`alter role edge password '${password}'`));
  const signsIn = (url = "") =>
    openClient(url).then(
      async (client) => {
        await client.end();
        return true;
      },
      () => false,
    );
  const health = async () => (await world.site.fetch(`${origin}/api/health`)).status;
  const publishedKeys = async () => {
    const { keys } = await (await world.site.fetch(`${origin}/api/auth/.well-known/jwks.json`)).json();
    return (keys as { kid: string }[]).map(({ kid }) => kid).sort();
  };
  const onlyKeys = () => ({ checks: world.options.checks.filter(({ name }) => name.startsWith("keys")) });
  const lastWords = (error: unknown) => (error as Error).message;
  beforeAll(async () => {
    world = await startDeployed();
    file = join(world.state, "production.env");
  }, 600_000);
  afterAll(() => world.close());

  test("is deployed from the file of the site's values: the mail key, the edge's database password, a setting", async () => {
    const { DATABASE_URL: old = "" } = await valuesNow();
    await alter("a-new-password");
    const renewed = Object.assign(new URL(old), { password: "a-new-password" }).href;
    await putValue(file, "DATABASE_URL", renewed, []);
    await putValue(file, "MAIL_API_KEY", "re_a_new_key", []);
    await putValue(file, "SIGN_UP", "closed", []);
    await putValue(file, "MAIL_DAILY_QUOTA", "200", []);
    await world.deploy({ ...onlyKeys(), command: { ...world.command, MAIL_DAILY_QUOTA: "300" } });
    const { DATABASE_URL, MAIL_API_KEY } = live()?.secrets ?? {};
    expect([DATABASE_URL, MAIL_API_KEY]).toEqual([renewed, "re_a_new_key"]);
    expect(world.cloudflare.worker("vitrina-scheduled")?.live?.secrets).toEqual(live()?.secrets);
    expect([await signsIn(renewed), await signsIn(old), await health()]).toEqual([true, false, 200]);
    expect(await valuesNow()).toMatchObject({ DATABASE_URL, MAIL_API_KEY });
    // Variables of the command override the file.
    expect(live()?.worker?.variables).toMatchObject({ SIGN_UP: "closed", MAIL_DAILY_QUOTA: "300" });
  });

  test("is never a password that the database rejects: the edge gets a new one", async () => {
    const { DATABASE_URL: old = "" } = await valuesNow();
    await alter("told-to-no-one");
    await world.deploy(onlyKeys());
    const { DATABASE_URL = "" } = live()?.secrets ?? {};
    expect([await signsIn(old), await signsIn(DATABASE_URL), await health()]).toEqual([false, true, 200]);
  });

  test("can be a rotated key, and a revoked key does not come back", async () => {
    const old = (await valuesNow()).AUTH_KEYS ?? "";
    const rotated = await rotateKeySet(old, 86_400, Math.floor(Date.now() / 1000));
    await putValue(file, "AUTH_KEYS", rotated, []);
    await world.deploy(onlyKeys());
    expect(await publishedKeys()).toEqual(keyIds(rotated).sort());
    const revoked = await createKeySet();
    await putValue(file, "AUTH_KEYS", revoked, []);
    await world.deploy(onlyKeys());
    expect(await publishedKeys()).toEqual(keyIds(revoked));
  });

  test("is not rolled back to an invalid secret, and the error says so", async () => {
    await putValue(file, "AUTH_KEYS", await createKeySet(), []);
    const before = live()?.id;
    const worse = async (...args: Parameters<typeof world.site.fetch>) =>
      live()?.id !== before && args[0].endsWith("/contacto")
        ? new Response("", { status: 500 })
        : world.site.fetch(...args);
    const error = await world.deploy({ ...onlyKeys(), fetch: worse }).catch(lastWords);
    expect(error).toContain("/contacto answered 500\n");
    expect(error).toContain(
      "Nothing was rolled back: what was there before has secrets that count no more (AUTH_KEYS).",
    );
    expect(await publishedKeys()).toEqual(keyIds((await valuesNow()).AUTH_KEYS));
  });

  test("stops the deployment before any change if only the live site has it", async () => {
    const elsewhere = keyIds(await createKeySet())[0];
    const renewedElsewhere = async (...args: Parameters<typeof world.site.fetch>) =>
      args[0].endsWith("jwks.json")
        ? Response.json({ keys: [{ kid: elsewhere }] })
        : world.site.fetch(...args);
    const counts = () =>
      [world.cloudflare, world.neon, world.sanity, world.resend].map(({ calls }) => calls.length);
    const before = [counts(), await valuesNow()];
    const error = await world.deploy({ ...onlyKeys(), fetch: renewedElsewhere }).catch(lastWords);
    expect(error).toContain(
      `keys of the live site: ${origin} has the key ${elsewhere}, which ${file} has not`,
    );
    expect(error).toContain("Nothing was touched.");
    expect([counts(), await valuesNow()]).toEqual(before);
  });

  test("is rejected if it names another database, unless the address of its owner is set", async () => {
    const { DATABASE_URL = "" } = await valuesNow();
    const text = await readFile(file, "utf8");
    const another = Object.assign(new URL(DATABASE_URL), { pathname: "/another" }).href;
    await putValue(file, "DATABASE_URL", another, []);
    await expect(world.deploy(onlyKeys())).rejects.toThrow(
      `${file} names another database than the one that is deployed: say the address of its owner as OWNER_DATABASE_URL`,
    );
    await writeFile(file, text);
    const { made } = JSON.parse(await readFile(join(world.state, "state.json"), "utf8"));
    const owner = Object.assign(new URL(made.ownerUrl), { search: "?application_name=moved" });
    await world.deploy({ ...onlyKeys(), command: { ...world.command, OWNER_DATABASE_URL: owner.href } });
    expect(live()?.secrets.DATABASE_URL).toContain("application_name=moved");
    expect(await health()).toBe(200);
  });
});
