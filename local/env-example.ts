// `node local/env-example.ts --write` writes .env.example from the manifest of variables.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { GenericSchema } from "valibot";
import { listVariables, type VariableEntry, workerVariables } from "#functions/variables.ts";

const file = new URL("../.env.example", import.meta.url);

/** Returns a text as comment lines of at most 120 characters. */
const toComment = (text: string) => text.replace(/(?!$)(.{1,118})(?: |$)/g, "# $1\n");

/** Returns the lines of one variable of the Workers in .env.example: its explanation and its value. */
function workerLines(name: string, variable: VariableEntry, type: GenericSchema): string {
  const { help, from, isSecret, example, deployDefault } = variable;
  const isRequired = type.type !== "optional";
  const kind = from === "stand-in" ? "For stand-ins only" : isRequired ? "Required" : "Optional";
  const typeDefault = "default" in type && typeof type.default === "string" ? type.default : "";
  const value = example ?? deployDefault ?? typeDefault;
  return `${toComment(`${kind}${isSecret ? ", secret" : ""}. ${help}`)}${name}=${value}\n`;
}

/** Returns the text of .env.example. */
export function createExample(): string {
  const types: Record<string, GenericSchema> = workerVariables;
  const workerSections = [...listVariables()].flatMap(([name, variable]) => {
    const type = types[name];
    return type ? [workerLines(name, variable, type)] : [];
  });
  const commandSections = [...listVariables()].flatMap(([name, variable]) => {
    if (variable.from) return [];
    const defaultValue = variable.default ?? variable.port;
    const defaultNote = defaultValue === undefined ? "" : ` Default: ${defaultValue}.`;
    return [toComment(`${name} (${variable.readBy}): ${variable.help}${defaultNote}`)];
  });
  return [
    "# Written by `node local/env-example.ts --write` from functions/variables.ts.\n",
    `${toComment("The environment of the site on Cloudflare Pages and of the scheduled Worker. `npm start` sets its own values.")}\n`,
    `${workerSections.join("\n")}\n`,
    "# Variables of commands, which the Workers do not read:\n",
    `${commandSections.join("")}\n`,
    toComment(
      "The KV namespace SPOOL stores contact messages while the database is away. The wrangler.toml files of the site and of the scheduled Worker bind it.",
    ),
    toComment(
      "The R2 bucket ATTACHMENTS stores the files of messages and received mails. Both wrangler.toml files bind it.",
    ),
    toComment("The Studio's build has its own variables, SANITY_STUDIO_…: cms/README.md lists them."),
  ].join("");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { write: { type: "boolean" } } });
  if (values.write) await writeFile(file, createExample());
  else process.stdout.write(createExample());
}
