// `npm run bench -- input` sends 20,000 generated requests of a new seed and checks each answer against the contract.
import { runTrial } from "../support/trial.ts";

const seed = Math.floor(Math.random() * 1e9);
const { inputs, statuses, faults } = await runTrial(seed, 20_000);
const countStatuses = (firstDigit: string) =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status[0] === firstDigit ? count : 0), 0);
console.table({
  "generated inputs": inputs,
  "answered 2xx or 3xx": countStatuses("2") + countStatuses("3"),
  "answered 4xx": countStatuses("4"),
  "answered 5xx": countStatuses("5"),
  "answers that break the contract": faults.length,
  "seed of the inputs": seed,
});
if (faults.length > 0) throw new Error(faults.slice(0, 10).join("\n\n"));
