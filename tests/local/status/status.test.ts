import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CanaryStage } from "#functions/contract/canary.ts";
import { freePorts } from "#local/processes/ports.ts";
import { look } from "#local/status/look.ts";
import { type Edge, startEdge } from "../../support/edge.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-status-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
  const found = async () => (await look(`http://127.0.0.1:${await edge.port()}`)).found;
  /** What the canary's last way was. */
  const lose = async (stage: CanaryStage) =>
    (await edge.openSpool()).put(
      "canary",
      JSON.stringify({ underway: null, backAt: null, failed: { stage, at: Date.now(), isTold: true } }),
    );

  beforeAll(async () => {
    edge = await startEdge({ SITE_ORIGIN: "http://localhost", CANARY_TO: "canario@guaria.example" });
  });
  afterAll(() => edge.close());

  test("finds messages taken while the database is away, and accounts out of order", async () => {
    // The edge alone has no pages.
    const calm = { pages: "broken", messages: "well", accounts: "well", mails: "well" };
    expect(await found()).toEqual(calm);
    await edge.database.stop();
    await expect.poll(found).toEqual({ ...calm, accounts: "broken", mails: "unknown" });
    await edge.database.start();
    await expect.poll(found).toEqual(calm);
  });

  test.each([
    ["form", { messages: "broken", mails: "well" }],
    ["mail", { messages: "well", mails: "broken" }],
    ["delivery", { messages: "well", mails: "broken" }],
  ] as const)("takes the word of a canary that broke off at the %s", async (stage, expected) => {
    await lose(stage);
    await expect.poll(found).toMatchObject(expected);
  });
});

describe("npm run status", () => {
  test("writes the record and the page in both languages, also of a site that does not answer", async () => {
    const [port] = await freePorts(1);
    const site = { SITE_ORIGIN: `http://localhost:${port}` };
    const place = join(folder, "first", "page");
    const { code, output } = await run([place], site);
    expect([code, output]).toEqual([
      0,
      "pages: broken\nmessages: broken\naccounts: broken\nmails: unknown\n",
    ]);
    await run([place], site);
    const { days, outages } = JSON.parse(await readFile(join(place, "status.json"), "utf8"));
    expect(Object.values(days)).toMatchObject([
      { pages: { well: 0, broken: 2 }, mails: { well: 0, broken: 0 } },
    ]);
    expect(outages).toHaveLength(3);
    expect(await readFile(join(place, "index.html"), "utf8")).toContain("Algo no funciona");
    expect(await readFile(join(place, "en", "index.html"), "utf8")).toContain("Something does not work");
  });

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
