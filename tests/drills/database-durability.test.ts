import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { neon } from "@neondatabase/serverless";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { findEndpointsByPort } from "../support/database.ts";
import { embeddedTemplate } from "../support/database-copy.ts";
import { readAddresses, spawnDatabase } from "../support/database-process.ts";
import { createTestFolder } from "../support/test-folder.ts";

const directory = createTestFolder();
const processes = new Set<ChildProcess>();

beforeAll(() => findEndpointsByPort());

afterEach(() => Promise.all([...processes].map(kill)));

/** Copies a migrated database into a new folder and returns that folder. */
async function copyMigratedDatabase(name: string): Promise<string> {
  const folder = join(directory, name);
  cpSync(await embeddedTemplate("schema"), folder, { recursive: true });
  return folder;
}

function start(folder: string) {
  const child = spawnDatabase(folder);
  processes.add(child);
  child.once("exit", () => processes.delete(child));
  return child;
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitEvent = once(child, "exit");
  child.kill("SIGKILL");
  await exitEvent;
}

/** Connects to the endpoint that the process prints when it is ready. */
const connect = async (child: ReturnType<typeof start>) => neon((await readAddresses(child)).ownerUrl);

describe("the embedded database on disk", () => {
  test("starts over after it was killed during its creation", async () => {
    const folder = join(directory, "half-made");
    const first = start(folder);
    await expect
      .poll(() => existsSync(join(folder, "pgdata.unfinished")), { timeout: 60_000, interval: 5 })
      .toBe(true);
    await kill(first);
    const sql = await connect(start(folder));
    expect(await sql`select count(*)::int as n from accounts`).toEqual([{ n: 0 }]);
  });

  test("has every acknowledged row after each of several kills", async () => {
    const folder = await copyMigratedDatabase("killed");
    const acknowledged: number[] = [];
    for (let life = 0; life < 3; life += 1) {
      const child = start(folder);
      const sql = await connect(child);
      await sql`create table if not exists kept (n integer)`;
      expect(await sql`select n from kept where n < ${acknowledged.length} order by n`).toEqual(
        acknowledged.map((n) => ({ n })),
      );
      await sql`delete from kept where n >= ${acknowledged.length}`;
      for (let count = 0; count < 50; count += 1) {
        await sql`insert into kept values (${acknowledged.length})`;
        acknowledged.push(acknowledged.length);
      }
      const unansweredBatch = sql.transaction([sql`insert into kept values (-1)`, sql`select pg_sleep(5)`]);
      await Promise.all([expect(unansweredBatch).rejects.toThrow(), kill(child)]);
    }
    const sql = await connect(start(folder));
    expect(await sql`select n from kept order by n`).toEqual(acknowledged.map((n) => ({ n })));
  });

  test("is saved by a process that receives SIGTERM, which exits with 0", async () => {
    const folder = await copyMigratedDatabase("ended");
    const child = start(folder);
    const sql = await connect(child);
    await sql`create table kept as select 1 as n`;
    const exitEvent = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exitEvent).toEqual([0, null]);
    expect(existsSync(join(folder, "lock"))).toBe(false);
    expect(await (await connect(start(folder)))`select n from kept`).toEqual([{ n: 1 }]);
  });

  test("belongs to one process: a second one reports that in one sentence and exits with 1", async () => {
    const folder = await copyMigratedDatabase("shared");
    const first = start(folder);
    const sql = await connect(first);
    const second = start(folder);
    const [errorOutput, [code]] = await Promise.all([text(second.stderr), once(second, "exit")]);
    expect(code).toBe(1);
    expect(errorOutput).toBe(
      `The database in ${folder} is in use by process ${first.pid}; end that one first.\n`,
    );
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });
});
