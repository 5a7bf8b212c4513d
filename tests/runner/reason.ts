import { stripVTControlCharacters } from "node:util";

const mostLines = 12;

/** Returns the first lines of a failure message, without its stack, indented for the line below its title. */
export function reasonOf(message = ""): string {
  const said = stripVTControlCharacters(message).split(/\n\s+at /)[0] ?? "";
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(0, mostLines)
    .map((line) => `\n  ${line}`)
    .join("");
}
