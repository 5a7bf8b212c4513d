import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDeployState, readDeployState, valuesFileIn } from "#local/deploy/state.ts";
import { lockPathOf } from "#local/keys/value-file.ts";
import { takeLock } from "#local/processes/lock.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const directory = createTestFolder();
const earlierDirectory = createTestFolder();
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

test("reads the results of an earlier state file under their present names", async () => {
  const earlierState = {
    answers: { ADMIN_EMAIL: "ana@guaria.example" },
    made: { zone: "zone-1", zoneFor: "account-1 www.guaria.example", invited: "ana@guaria.example" },
  };
  await writeFile(join(earlierDirectory, "state.json"), JSON.stringify(earlierState));
  expect(await readDeployState(earlierDirectory)).toEqual({
    answers: { ADMIN_EMAIL: "ana@guaria.example" },
    results: {
      zone: "zone-1",
      zoneInputs: "account-1 www.guaria.example",
      invitedEmail: "ana@guaria.example",
    },
  });
});
