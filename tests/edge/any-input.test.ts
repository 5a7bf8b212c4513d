import { expect, test } from "vitest";
import { routes } from "../support/edge-for-roles.ts";
import { inputByCall } from "../support/input-by-call.ts";
import { runTrial } from "../support/trial.ts";

test("the trial has input for every call of the API", () => {
  const calls = routes.map(
    ({ method, path }) => `${method} ${path.replace(/\{.*\}/, "").replace(/(?<=.)\/$/, "")}`,
  );
  expect(Object.keys(inputByCall).sort()).toEqual([...new Set(calls)].sort());
});

test("every answer to random input matches the API description", {
  timeout: 1_800_000,
}, async () => {
  const { SEED: seed = "1", INPUTS: inputs = "1500" } = process.env;
  const { faults, statuses } = await runTrial(Number(seed), Number(inputs));
  expect(faults.slice(0, 10)).toEqual([]);
  // The trial also covers accepted input.
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "201", "204", "303", "307", "422"]));
});
