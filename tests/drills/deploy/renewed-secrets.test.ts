import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readKeyIds } from "#local/deploy/live-keys.ts";
import { createKeySet, rotateKeySet } from "#local/keys/key-set.ts";
import { putValue } from "#local/keys/value-file.ts";
import { openClient } from "#local/neon/client.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";
import { type Providers, startDeployed } from "../../support/providers.ts";

const origin = "https://www.guaria.example";

describe.skipIf(!postgresUrl)(
  "a value that was renewed since the last deployment",
  { timeout: 400_000 },
  () => {
    let world: Providers;
    let file: string;
    const getLive = () => world.cloudflare.project("vitrina")?.live;
    const readValues = async () => parseEnv(await readFile(file, "utf8"));
    const setPassword = (password: string) =>
      asAdministrator(world.neon.urlOf(), (client) => client.query(`alter role edge password '${password}'`));
    const canSignIn = (url = "") =>
      openClient(url).then(
        async (client) => {
          await client.end();
          return true;
        },
        () => false,
      );
    const getHealth = async () => (await world.site.fetch(`${origin}/api/health`)).status;
    const listPublishedKeys = async () => {
      const { keys } = await (await world.site.fetch(`${origin}/api/auth/.well-known/jwks.json`)).json();
      return (keys as { kid: string }[]).map(({ kid }) => kid).sort();
    };
    const createKeyChecks = () => ({
      checks: world.options.checks.filter(({ name }) => name.startsWith("keys")),
    });
    const getMessage = (error: unknown) => (error as Error).message;
    beforeAll(async () => {
      world = await startDeployed();
      file = join(world.state, "production.env");
    }, 600_000);
    afterAll(() => world.close());

    test("is deployed from the file of the site's values: the mail key, the edge's database password, a setting", async () => {
      const { DATABASE_URL: oldUrl = "" } = await readValues();
      await setPassword("a-new-password");
      const newUrl = Object.assign(new URL(oldUrl), { password: "a-new-password" }).href;
      await putValue(file, "DATABASE_URL", newUrl, []);
      await putValue(file, "MAIL_API_KEY", "re_a_new_key", []);
      await putValue(file, "SIGN_UP", "closed", []);
      await putValue(file, "MAIL_DAILY_QUOTA", "200", []);
      await world.deploy({ ...createKeyChecks(), command: { ...world.command, MAIL_DAILY_QUOTA: "300" } });
      const { DATABASE_URL, MAIL_API_KEY } = getLive()?.secrets ?? {};
      expect([DATABASE_URL, MAIL_API_KEY]).toEqual([newUrl, "re_a_new_key"]);
      expect(world.cloudflare.worker("vitrina-scheduled")?.live?.secrets).toEqual(getLive()?.secrets);
      expect([await canSignIn(newUrl), await canSignIn(oldUrl), await getHealth()]).toEqual([
        true,
        false,
        200,
      ]);
      expect(await readValues()).toMatchObject({ DATABASE_URL, MAIL_API_KEY });
      // Variables of the command override the file.
      expect(getLive()?.worker?.variables).toMatchObject({ SIGN_UP: "closed", MAIL_DAILY_QUOTA: "300" });
    });

    test("is never a password that the database rejects: the edge gets a new one", async () => {
      const { DATABASE_URL: oldUrl = "" } = await readValues();
      await setPassword("told-to-no-one");
      await world.deploy(createKeyChecks());
      const { DATABASE_URL = "" } = getLive()?.secrets ?? {};
      expect([await canSignIn(oldUrl), await canSignIn(DATABASE_URL), await getHealth()]).toEqual([
        false,
        true,
        200,
      ]);
    });

    test("can be a rotated key, and a revoked key does not come back", async () => {
      const oldKeys = (await readValues()).AUTH_KEYS ?? "";
      const rotatedKeys = await rotateKeySet(oldKeys, 86_400, Math.floor(Date.now() / 1000));
      await putValue(file, "AUTH_KEYS", rotatedKeys, []);
      await world.deploy(createKeyChecks());
      expect(await listPublishedKeys()).toEqual(readKeyIds(rotatedKeys).sort());
      const newKeys = await createKeySet();
      await putValue(file, "AUTH_KEYS", newKeys, []);
      await world.deploy(createKeyChecks());
      expect(await listPublishedKeys()).toEqual(readKeyIds(newKeys));
    });

    test("is not rolled back to an invalid secret, and the error says so", async () => {
      await putValue(file, "AUTH_KEYS", await createKeySet(), []);
      const deploymentBefore = getLive()?.id;
      const fetchWithFault = async (...args: Parameters<typeof world.site.fetch>) =>
        getLive()?.id !== deploymentBefore && args[0].endsWith("/contacto")
          ? new Response("", { status: 500 })
          : world.site.fetch(...args);
      const error = await world.deploy({ ...createKeyChecks(), fetch: fetchWithFault }).catch(getMessage);
      expect(error).toContain("/contacto answered 500\n");
      expect(error).toContain(
        "Nothing was rolled back: the earlier deployment has secrets that are no longer valid (AUTH_KEYS).",
      );
      expect(await listPublishedKeys()).toEqual(readKeyIds((await readValues()).AUTH_KEYS));
    });

    test("stops the deployment before any change if only the live site has it", async () => {
      const foreignKey = readKeyIds(await createKeySet())[0];
      const fetchWithForeignKey = async (...args: Parameters<typeof world.site.fetch>) =>
        args[0].endsWith("jwks.json")
          ? Response.json({ keys: [{ kid: foreignKey }] })
          : world.site.fetch(...args);
      const countCalls = () =>
        [world.cloudflare, world.neon, world.sanity, world.resend].map(({ calls }) => calls.length);
      const stateBefore = [countCalls(), await readValues()];
      const error = await world
        .deploy({ ...createKeyChecks(), fetch: fetchWithForeignKey })
        .catch(getMessage);
      expect(error).toContain(
        `keys of the live site: ${origin} has the key ${foreignKey}, which ${file} has not`,
      );
      expect(error).toContain("Nothing was touched.");
      expect([countCalls(), await readValues()]).toEqual(stateBefore);
    });

    test("is rejected if it names another database, unless the address of its owner is set", async () => {
      const { DATABASE_URL = "" } = await readValues();
      const text = await readFile(file, "utf8");
      const otherUrl = Object.assign(new URL(DATABASE_URL), { pathname: "/another" }).href;
      await putValue(file, "DATABASE_URL", otherUrl, []);
      await expect(world.deploy(createKeyChecks())).rejects.toThrow(
        `${file} names another database than the one that is deployed: say the address of its owner as OWNER_DATABASE_URL`,
      );
      await writeFile(file, text);
      const { results } = JSON.parse(await readFile(join(world.state, "state.json"), "utf8"));
      const owner = Object.assign(new URL(results.ownerUrl), { search: "?application_name=moved" });
      await world.deploy({
        ...createKeyChecks(),
        command: { ...world.command, OWNER_DATABASE_URL: owner.href },
      });
      expect(getLive()?.secrets.DATABASE_URL).toContain("application_name=moved");
      expect(await getHealth()).toBe(200);
    });
  },
);
