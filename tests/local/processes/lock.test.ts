import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { takeLock } from "#local/processes/lock.ts";

const newLock = async () => join(await mkdtemp(join(tmpdir(), "vitrina-lock-")), "lock");
const toRefusal = (pid: number) => `Process ${pid} has it.`;

test("rejects a lock that a process has, and names that process", async () => {
  const lock = await newLock();
  const releaseLock = await takeLock(lock, toRefusal);
  await expect(takeLock(lock, toRefusal)).rejects.toThrow(`Process ${process.pid} has it.`);
  await releaseLock();
  await expect(takeLock(lock, toRefusal)).resolves.toBeInstanceOf(Function);
});

test("takes a lock that its holder releases between two looks", async () => {
  const lock = await newLock();
  // A dangling link: the file exists for a process that creates it, and is missing for one that reads it.
  await symlink(`${lock}.gone`, lock);
  const lockPromise = takeLock(lock, toRefusal);
  await expect.poll(() => readdir(dirname(lock))).toHaveLength(2);
  await rm(lock);
  await lockPromise;
  expect(Number.parseInt(await readFile(lock, "utf8"), 10)).toBe(process.pid);
});

test("names the file to delete if a process was killed while it removed the lock", async () => {
  const lock = await newLock();
  for (const file of [lock, `${lock}.removal`]) await writeFile(file, "999999999 1");
  await expect(takeLock(lock, toRefusal)).rejects.toThrow(`Delete ${lock}.removal, and try again.`);
  await rm(`${lock}.removal`);
  await expect(takeLock(lock, toRefusal)).resolves.toBeInstanceOf(Function);
  expect(await readdir(dirname(lock))).toEqual(["lock"]);
});

test("two processes never have the lock at once, even after holders were killed", async () => {
  const lock = await newLock();
  const programFile = fileURLToPath(new URL("lock-in-turn.ts", import.meta.url));
  const run = () => promisify(execFile)(process.execPath, [programFile, lock, "60"]);
  await Promise.all([run(), run(), run(), run()]);
  expect((await readdir(dirname(lock))).filter((name) => name !== "lock")).toEqual([]);
});
