import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { readKeyIds } from "#local/deploy/live-keys.ts";
import { createKeySet, leadSeconds } from "#local/keys/key-set.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { readSecrets } from "#local/secrets.ts";
import { startCloudflare } from "../support/cloudflare/stand-in.ts";
import { startTestDatabase } from "../support/database.ts";
import { runNode } from "../support/run-node.ts";

const command = fileURLToPath(new URL("../../local/commands/keys.ts", import.meta.url));
const account = { CLOUDFLARE_ACCOUNT_ID: "an-account", CLOUDFLARE_API_TOKEN: "a-token" };

let folder: string;
let file: string;
let cloudflare: Awaited<ReturnType<typeof startCloudflare>>;
let hook: Awaited<ReturnType<typeof listenOnLoopback>>;
let site: Awaited<ReturnType<typeof listenOnLoopback>>;
let buildCount = 0;
let hookStatus = 200;
/** The ids of the keys that the live site publishes. */
let liveKeys: string[] = [];
beforeAll(async () => {
  cloudflare = await startCloudflare({
    ...{ account: account.CLOUDFLARE_ACCOUNT_ID, token: account.CLOUDFLARE_API_TOKEN },
    ...{ projects: ["vitrina"], workers: ["vitrina-scheduled"] },
  });
  hook = await listenOnLoopback(0, (_, response) => {
    buildCount += 1;
    if (hookStatus === 200) liveKeys = readKeyIds(getSiteSecrets()?.AUTH_KEYS);
    response.writeHead(hookStatus).end();
  });
  site = await listenOnLoopback(0, (_, response) => {
    response.end(JSON.stringify({ keys: liveKeys.map((kid) => ({ kid })) }));
  });
});
afterAll(() => Promise.all([cloudflare.close(), hook.close(), site.close()]));
beforeEach(async () => {
  buildCount = 0;
  hookStatus = 200;
  cloudflare.breakWhere(() => false);
  folder = await mkdtemp(join(tmpdir(), "vitrina-keys-"));
  file = join(folder, "production.env");
  return () => rm(folder, { recursive: true, force: true });
});

/** Runs `npm run keys -- …`; returns its exit code and output. */
async function runKeys(args: string[], changes: Record<string, string> = account) {
  const variables = { DATABASE_URL: "", CLOUDFLARE_API_BASE_URL: cloudflare.address, ...changes };
  const { code, output } = await runNode([command, ...args], variables);
  return { code, output };
}

const readValues = async () => parseEnv(await readFile(file, "utf8"));
const readKeys = async () =>
  JSON.parse((await readValues()).AUTH_KEYS ?? "").keys as Record<string, string>[];
const listPrivateParts = async () => (await readKeys()).map(({ d = "" }) => d);
const getSiteSecrets = () => cloudflare.project("vitrina")?.secrets;
const getWorkerSecrets = () => cloudflare.worker("vitrina-scheduled")?.secrets;

/** Writes the values of a running site: keys, other secrets, and a setting. */
async function writeSiteValues() {
  const otherLines = `MAIL_API_KEY=re_something\nDEPLOY_HOOK_URL=http://localhost:${hook.port}/hook\nSITE_ORIGIN=https://www.guaria.example\n`;
  await writeFile(file, `# What the site is given.\nAUTH_KEYS='${await createKeySet()}'\n${otherLines}`);
}

describe("npm run keys -- new", () => {
  test("prints an environment line that the edge accepts", async () => {
    const { code, output } = await runKeys(["new"], {});
    expect(code).toBe(0);
    const signing = await parseSigningKeys(parseEnv(output).AUTH_KEYS ?? "");
    expect([signing.all.length, signing.signing.alg]).toEqual([1, "ES256"]);
  });

  test("writes keys into a file that only its owner may read, prints no secret, and keeps existing keys", async () => {
    const { code, output } = await runKeys(["new", file], {});
    expect([code, ((await stat(file)).mode & 0o777).toString(8)]).toEqual([0, "600"]);
    for (const part of await listPrivateParts()) expect(output).not.toContain(part);
    const textBefore = await readFile(file, "utf8");
    expect(await runKeys(["new", file], {})).toEqual({
      code: 1,
      output: `${file} has AUTH_KEYS already: npm run keys -- rotate ${file} renews them.`,
    });
    expect(await readFile(file, "utf8")).toBe(textBefore);
  });
});

// A run starts wrangler twice, which takes seconds.
describe("npm run keys -- rotate", { timeout: 180_000 }, () => {
  test("puts a new key before the old one, which stays, and gives both Workers only the secrets", async () => {
    await writeSiteValues();
    const [oldKey] = await readKeys();
    const { code, output } = await runKeys(["rotate", file]);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining("The site takes them with the build that has just"),
    ]);
    const [newKey, keptKey] = await readKeys();
    expect(keptKey).toMatchObject({ kid: oldKey?.kid, d: oldKey?.d });
    expect(newKey?.kid).not.toBe(oldKey?.kid);
    const { AUTH_KEYS, MAIL_API_KEY, DEPLOY_HOOK_URL } = await readValues();
    expect(getSiteSecrets()).toEqual({ AUTH_KEYS, MAIL_API_KEY, DEPLOY_HOOK_URL });
    expect(getWorkerSecrets()).toEqual(getSiteSecrets());
    expect(buildCount).toBe(1);
    expect(await readFile(file, "utf8")).toMatch(/^# What the site is given\.\n/);
    expect((await readdir(folder)).sort()).toEqual(["production.env"]);
  });

  test("shows no secret in its output or in the list of processes", async () => {
    await writeSiteValues();
    const processLists: string[] = [];
    cloudflare.breakWhere((path) => {
      processLists.push(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }));
      return path.includes("secrets-bulk");
    });
    const { code, output } = await runKeys(["rotate", file]);
    expect([code, processLists.length]).toEqual([1, expect.any(Number)]);
    expect(processLists.join("\n")).toContain("wrangler.js pages secret bulk");
    for (const secret of [...(await listPrivateParts()), "re_something"]) {
      expect(output).not.toContain(secret);
      expect(processLists.join("\n")).not.toContain(secret);
    }
  });

  test("reports what each Worker has if the second one is unreachable; the next run fixes that and adds no key", async () => {
    await writeSiteValues();
    cloudflare.breakWhere((path) => path.includes("secrets-bulk"));
    const workerBefore = getWorkerSecrets();
    const failedRun = await runKeys(["rotate", file]);
    expect(failedRun.code).toBe(1);
    expect(failedRun.output).toContain("At the site: AUTH_KEYS, DEPLOY_HOOK_URL, MAIL_API_KEY.");
    expect(failedRun.output.split("\n").at(-1)).toMatch(
      new RegExp(
        `^${file} has the values, and not yet the scheduled Worker \\(.+\\): run npm run keys -- send ${file} to`,
      ),
    );
    const [announcedKey] = await readKeys();
    expect([getSiteSecrets()?.AUTH_KEYS, getWorkerSecrets()]).toEqual([
      (await readValues()).AUTH_KEYS,
      workerBefore,
    ]);
    cloudflare.breakWhere(() => false);
    const secondRun = await runKeys(["rotate", file]);
    expect([secondRun.code, secondRun.output]).toEqual([
      0,
      expect.stringContaining(
        "Sending the last change to the scheduled Worker, which did not get it. No key is added.",
      ),
    ]);
    expect((await readKeys()).map(({ kid }) => kid)).toContain(announcedKey?.kid);
    expect(await readKeys()).toHaveLength(2);
    expect(getWorkerSecrets()).toEqual(getSiteSecrets());
    expect(await readFile(file, "utf8")).not.toContain("Not yet at");
    await runKeys(["rotate", file]);
    expect(await readKeys()).toHaveLength(3);
  });

  test("announces a key again that one Worker missed, so neither Worker signs with it before both have it", async () => {
    await writeSiteValues();
    cloudflare.breakWhere((path) => path.includes("/pages/"));
    expect((await runKeys(["rotate", file])).output).toContain("not yet the site (");
    expect(buildCount).toBe(0);
    const [key, ...older] = await readKeys();
    const earlyKeys = JSON.stringify({ keys: [{ ...key, nbf: 1_000 }, ...older] });
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace(/^AUTH_KEYS=.*$/m, `AUTH_KEYS='${earlyKeys}'`),
    );
    cloudflare.breakWhere(() => false);
    expect((await runKeys(["send", file])).code).toBe(0);
    const earliestStart = Date.now() / 1000 + leadSeconds - 60;
    expect(Number((await readKeys())[0]?.nbf)).toBeGreaterThan(earliestStart);
    expect(getWorkerSecrets()?.AUTH_KEYS).toBe(getSiteSecrets()?.AUTH_KEYS);
  });

  test("changes only the file without a Cloudflare account, and names the missing variables", async () => {
    await writeSiteValues();
    const { code, output } = await runKeys(["rotate", file], {});
    expect([code, output.split("\n").at(-1)]).toEqual([
      0,
      `No Worker has them yet: set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, and run npm run keys -- send ${file}.`,
    ]);
    expect(await readKeys()).toHaveLength(2);
  });

  test("reports in one sentence that Cloudflare rejects the token", async () => {
    await writeSiteValues();
    const { code, output } = await runKeys(["rotate", file], { ...account, CLOUDFLARE_API_TOKEN: "another" });
    expect([code, output.split("\n").at(-1)]).toEqual([1, expect.stringContaining("Authentication error")]);
  });

  test("rotates the keys of the local product, which npm start uses", async () => {
    const state = join(folder, "state");
    expect(await runKeys(["rotate"], { LOCAL_STATE: state })).toMatchObject({ code: 1 });
    await mkdir(state);
    const secretsBefore = await readSecrets(state);
    expect(await runKeys(["rotate"], { LOCAL_STATE: state })).toMatchObject({ code: 0 });
    const { authKeys, ...otherSecrets } = await readSecrets(state);
    const { authKeys: oldKeys, ...otherSecretsBefore } = secretsBefore;
    expect(otherSecrets).toEqual(otherSecretsBefore);
    const [, keptKid] = (await parseSigningKeys(authKeys)).all.map(({ kid }) => kid).toReversed();
    expect(keptKid).toBe((await parseSigningKeys(oldKeys)).signing.kid);
  });
});

test("keys of a deployed site are rotated in the file that it is deployed from, and in no copy", async () => {
  await writeSiteValues();
  const text = await readFile(file, "utf8");
  const copy = join(folder, "copy.env");
  await writeFile(copy, text);
  expect(await runKeys(["rotate", copy], { DEPLOY_STATE: folder })).toEqual({
    code: 1,
    output: `${copy} is a copy, and npm run deploy would bring back what is renewed in it: name ${file}.`,
  });
  expect([await readFile(copy, "utf8"), await readFile(file, "utf8")]).toEqual([text, text]);
  expect((await runKeys(["rotate", file], { DEPLOY_STATE: folder })).code).toBe(0);
});

describe("npm run keys -- revoke", { timeout: 180_000 }, () => {
  const notFinalMessage =
    "The revocation is not final: the live site still accepts the old key until npm run deploy.";
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());

  /** Writes the values of a running site at the stand-in's address; returns its key id. */
  async function writeLocalSite(): Promise<string> {
    await writeSiteValues();
    const text = (await readFile(file, "utf8")).replace(
      /^SITE_ORIGIN=.*$/m,
      `SITE_ORIGIN=http://localhost:${site.port}`,
    );
    await writeFile(file, text);
    liveKeys = readKeyIds(parseEnv(text).AUTH_KEYS);
    return liveKeys[0] ?? "";
  }
  const revoke = (changes = {}) =>
    runKeys(["revoke", file], {
      ...account,
      ...{ DATABASE_URL: database.ownerUrl, DATABASE_FETCH_ENDPOINT: database.endpoint },
      ...changes,
    });

  test("is final once the build that it started is live with only the new key", async () => {
    const oldKid = await writeLocalSite();
    const { code, output } = await revoke();
    const [kid] = (await readKeys()).map((key) => key.kid);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /\nThe revocation is final: after \d+ s http:\/\/localhost:\d+ has the new key and no other\.\nEarlier deployments keep the old key: do not roll back to one\.$/,
      ),
    ]);
    expect([buildCount, liveKeys]).toEqual([1, [kid]]);
    expect(kid).not.toBe(oldKid);
    expect(getWorkerSecrets()).toEqual(getSiteSecrets());
    expect((await readdir(folder)).sort()).toEqual(["production.env"]);
  });

  test("is not final if the hook starts no build, a Worker is unreachable, or the account is missing", async () => {
    const oldKid = await writeLocalSite();
    hookStatus = 500;
    const hookFailure = await revoke();
    cloudflare.breakWhere((path) => path.includes("secrets-bulk"));
    const workerFailure = await revoke();
    const missingAccount = await revoke({ CLOUDFLARE_API_TOKEN: "" });
    for (const { code, output } of [hookFailure, workerFailure, missingAccount])
      expect([code, output.split("\n").at(-1)]).toEqual([1, expect.stringContaining(notFinalMessage)]);
    expect(workerFailure.output).toContain("not yet the scheduled Worker");
    expect(liveKeys).toEqual([oldKid]);
  });

  test("changes nothing without the address of the site's database", async () => {
    await writeSiteValues();
    const textBefore = await readFile(file, "utf8");
    expect(await runKeys(["revoke", file])).toEqual({
      code: 1,
      output: "DATABASE_URL is not set: sessions end in the site's database, as its owner.",
    });
    expect(await readFile(file, "utf8")).toBe(textBefore);
  });
});
