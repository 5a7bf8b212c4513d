// `npm run typegen`: what follows from the schema and the queries (cms/typegen.ts).
import { createCommand, runCommand } from "./cli.ts";

const command = createCommand(
  "npm run typegen",
  "Generates the list of sections, their fields and the types of the content from the schema and the queries.",
).option("--check", "write nothing, and fail where a generated file is out of date");

await runCommand(
  command.action(async () => {
    await import("#cms/typegen.ts");
  }),
);
