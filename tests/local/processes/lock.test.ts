import { mkdtemp, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeLock } from "#local/processes/lock.ts";

const newLock = async () => join(await mkdtemp(join(tmpdir(), "vitrina-lock-")), "lock");
const refusal = (pid: number) => `Process ${pid} has it.`;

test("what one has, another is refused, with the process that has it", async () => {
  const lock = await newLock();
  const giveBack = await takeLock(lock, refusal);
  await expect(takeLock(lock, refusal)).rejects.toThrow(`Process ${process.pid} has it.`);
  await giveBack();
  await expect(takeLock(lock, refusal)).resolves.toBeInstanceOf(Function);
});

test("one that its holder gives back between two looks is free", async () => {
  const lock = await newLock();
  // There to whoever makes it, gone to whoever reads it.
  await symlink(`${lock}.gone`, lock);
  await takeLock(lock, refusal);
  expect(Number.parseInt(await readFile(lock, "utf8"), 10)).toBe(process.pid);
});
