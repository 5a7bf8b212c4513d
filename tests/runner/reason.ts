import { stripVTControlCharacters } from "node:util";

const mostLines = 12;

/** The beginning of what a failure said, without the stack below it, as lines to stand under its name. */
export function reasonOf(message = ""): string {
  const said = stripVTControlCharacters(message).split(/\n\s+at /)[0] ?? "";
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(0, mostLines)
    .map((line) => `\n  ${line}`)
    .join("");
}
