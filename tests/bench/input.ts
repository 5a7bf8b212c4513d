// `npm run bench -- input` sends 20,000 generated requests of a new seed and checks each answer against the contract.
import { runTrial } from "../support/trial.ts";

const seed = Math.floor(Math.random() * 1e9);
const { inputs, statuses, faults } = await runTrial(seed, 20_000);
const ofStatus = (first: string) =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (status[0] === first ? count : 0), 0);
console.table({
  "generated inputs": inputs,
  "answered 2xx or 3xx": ofStatus("2") + ofStatus("3"),
  "answered 4xx": ofStatus("4"),
  "answered 5xx": ofStatus("5"),
  "answers that break the contract": faults.length,
  "seed of the inputs": seed,
});
if (faults.length > 0) throw new Error(faults.slice(0, 10).join("\n\n"));
