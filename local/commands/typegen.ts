// `npm run typegen`: generates files from the schema and the queries (cms/typegen.ts).
import { createCommand, runCommand } from "./cli.ts";

const command = createCommand(
  "npm run typegen",
  "Generates the list of sections, their fields and the content types from the schema and the queries.",
).option("--check", "write nothing, and fail if a generated file is out of date");

await runCommand(
  command.action(async () => {
    await import("#cms/typegen.ts");
  }),
);
