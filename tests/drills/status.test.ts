import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { CanaryMemory } from "#functions/data/canaries.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { freePorts } from "#local/processes/ports.ts";
import { look } from "#local/status/look.ts";
import { add, type StatusRecord } from "#local/status/record.ts";
import { type Edge, startEdge } from "../support/edge.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-status-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A site that is well, as far as a look goes. */
const answerAsTheSite: RequestListener = (request, response) => {
  const health = { cron: { status: "ok" }, canary: { status: "ok", failed: null } };
  response.end(request.url === "/api/health/watch" ? JSON.stringify(health) : "<h1>Guaria Digital</h1>");
};

async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["local/commands/status.ts", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

describe("a look at the site from outside", () => {
  let edge: Edge;
  /** Looks once the edge has forgotten its last answer. */
  const at = async (known: StatusRecord | null) => {
    await edge.advanceClock(5_000);
    return look(`http://127.0.0.1:${await edge.port()}`, known, new Date());
  };
  const found = async () => (await at(null)).found;
  /** How the canaries went: the last one came back, until a test says otherwise. */
  const remember = async (memory: Partial<CanaryMemory>) =>
    (await edge.openSpool()).put(
      "canary",
      JSON.stringify({ underway: null, backAt: edge.now(), failed: null, ...memory }),
    );
  const cronRan = async (minutesAgo: number) =>
    (await edge.openSpool()).put("cron/ran", String(edge.now() - minutesAgo * 60_000));
  // The edge alone has no pages.
  const calm = { pages: "broken", messages: "well", accounts: "well", mails: "well" } as const;
  const canary = { CANARY_TO: "canario@guaria.example", CONTACT_ALERT_TO: "guardia@guaria.example" };

  beforeAll(async () => {
    edge = await startEdge({ SITE_ORIGIN: "http://localhost", ...canary });
  });
  afterAll(() => edge.close());
  beforeEach(async () => {
    await remember({});
    await cronRan(0);
  });

  test("lets the database sleep while canaries come back", async () => {
    expect(await at(null)).toMatchObject({ isDatabaseAsked: false, found: calm });
  });

  test("finds messages taken while the database is away, and accounts out of order", async () => {
    await edge.database.stop();
    await remember({ failed: { stage: "database", at: edge.now(), isTold: true } });
    expect(await found()).toEqual({ ...calm, accounts: "broken", mails: "unknown" });
    await edge.database.start();
    expect(await found()).toEqual(calm);
  });

  test("without a canary asks the database twice a day, and at every look while something is wrong", async () => {
    await edge.redeploy({ CANARY_TO: "" });
    onTestFinished(() => edge.redeploy({}));
    const first = { brand: null, isDatabaseAsked: true, found: calm };
    expect(await at(null)).toEqual(first);
    const hoursAgo = (hours: number) => add(null, first, new Date(Date.now() - hours * 3_600_000));
    expect(await at(hoursAgo(11))).toMatchObject({
      isDatabaseAsked: false,
      found: { ...calm, accounts: "unknown", mails: "unknown" },
    });
    expect(await at(hoursAgo(12))).toMatchObject({ isDatabaseAsked: true, found: calm });
    const broken = { ...first, found: { ...first.found, accounts: "broken" } } as const;
    expect((await at(add(null, broken, new Date()))).isDatabaseAsked).toBe(true);
  });

  test.each([
    ["the cron has not run", () => cronRan(16)],
    ["no canary has come back", () => remember({ backAt: edge.now() - 136 * 60_000 })],
  ])(
    "finds mails out of order where %s for too long: what was not sent at once does not leave",
    async (_, stop) => {
      await stop();
      expect(await found()).toEqual({ ...calm, mails: "broken" });
    },
  );

  test.each([
    ["form", { messages: "broken", mails: "well" }],
    ["mail", { messages: "well", mails: "broken" }],
    ["delivery", { messages: "well", mails: "broken" }],
  ] as const)("takes the word of a canary that broke off at the %s", async (stage, expected) => {
    await remember({ failed: { stage, at: edge.now(), isTold: true } });
    expect(await found()).toMatchObject(expected);
  });
});

describe("npm run status", () => {
  test("writes the record and the page in both languages, also of a site that does not answer", async () => {
    const [port] = await freePorts(1);
    const site = { SITE_ORIGIN: `http://localhost:${port}` };
    const place = join(folder, "first", "page");
    const { output } = await run([place], site);
    expect(output).toMatch(/^pages: broken\nmessages: broken\naccounts: broken\nmails: unknown\n/);
    await run([place], site);
    const { days, outages } = JSON.parse(await readFile(join(place, "status.json"), "utf8"));
    expect(Object.values(days)).toMatchObject([
      { pages: { well: 0, broken: 2 }, mails: { well: 0, broken: 0 } },
    ]);
    expect(outages).toHaveLength(3);
    expect(await readFile(join(place, "index.html"), "utf8")).toContain("Algo no funciona");
    expect(await readFile(join(place, "en", "index.html"), "utf8")).toContain("Something isn’t working");
  });

  test("tells once by a push that something has broken, and that it is well again", async () => {
    const pushes: { authorization: string | undefined; body: string }[] = [];
    const phone = await listenOnLoopback(0, async (request, response) => {
      pushes.push({ authorization: request.headers.authorization, body: await text(request) });
      response.end();
    });
    const [port = 0] = await freePorts(1);
    const place = join(folder, "told");
    const watched = () =>
      run([place], {
        SITE_ORIGIN: `http://localhost:${port}`,
        PUSH_URL: `http://localhost:${phone.port}/topic`,
        PUSH_TOKEN: "push-token",
      });
    for (const _ of [1, 2]) expect(await watched()).toMatchObject({ code: 0 });
    const says = (title: string, list: string) => ({
      authorization: "Bearer push-token",
      body: `${title}\n${list}. http://localhost:${port}/api/health/details`,
    });
    const broken = says("Algo no funciona", "No funciona: Páginas, Formulario de contacto, Cuentas y buzón");
    expect(pushes).toEqual([broken]);
    const site = await listenOnLoopback(port, answerAsTheSite);
    for (const _ of [1, 2]) expect(await watched()).toMatchObject({ code: 0 });
    await site.close();
    await phone.close();
    expect(pushes).toEqual([
      broken,
      says("Todo funciona", "Funciona otra vez: Páginas, Formulario de contacto, Cuentas y buzón"),
    ]);
  });

  test.each([
    ["no push is set up", "", "PUSH_URL is not set"],
    ["none takes it", "http://localhost:1/topic", "fetch failed"],
  ])(
    "ends with 1 where something has broken and %s, so that what runs it tells",
    async (_, PUSH_URL, says) => {
      const place = join(folder, says);
      const watched = () => run([place], { SITE_ORIGIN: "http://localhost:1", PUSH_URL });
      expect(await watched()).toEqual({
        code: 1,
        output: expect.stringContaining(`\nNo push has told it: ${says}.\n`),
      });
      expect(await watched()).toMatchObject({ code: 0 });
      expect(await readFile(join(place, "index.html"), "utf8")).toContain("Algo no funciona");
    },
  );

  test("leaves a record alone that it cannot read, and says what to do", async () => {
    const file = join(folder, "status.json");
    await writeFile(file, "<<<<<<< HEAD");
    const { code, output } = await run([folder], { SITE_ORIGIN: "http://localhost:1" });
    expect([code, output]).toEqual([
      1,
      `${file} is no record of this command: move it away, or bring back the last one.\n`,
    ]);
    expect(await readFile(file, "utf8")).toBe("<<<<<<< HEAD");
  });

  test.each([
    [[], "http://localhost:1", "Say in which folder: npm run status -- FOLDER."],
    [["a"], "", "SITE_ORIGIN is not set: say which site to look at, such as https://www.example.com."],
  ])("asks for what is missing (%j, %j)", async (args, SITE_ORIGIN, says) => {
    expect(await run(args, { SITE_ORIGIN })).toEqual({ code: 1, output: `${says}\n` });
  });
});
