import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { openDeployState, valuesFileIn } from "#local/deploy/state.ts";
import { lockPathOf } from "#local/keys/value-file.ts";
import { takeLock } from "#local/processes/lock.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const directory = createTestFolder();
const lockValues = () => takeLock(lockPathOf(valuesFileIn(directory)), (pid) => `taken by ${pid}`);

test("a deployment fails during a rotation of keys, and blocks later rotations", async () => {
  const release = await lockValues();
  await expect(openDeployState(directory)).rejects.toThrow(
    `${valuesFileIn(directory)} is being changed by process ${process.pid}: wait for its end.`,
  );
  await release();
  const state = await openDeployState(directory);
  await expect(lockValues()).rejects.toThrow("taken by");
  await expect(openDeployState(directory)).rejects.toThrow("Another deployment is under way");
  await state.close();
  expect(await readdir(directory)).toEqual([]);
});
