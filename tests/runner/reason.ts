import { stripVTControlCharacters } from "node:util";

const maxLines = 12;

/** Returns the first lines of a failure message, without its stack, indented for the line below its title. */
export function formatReason(message = ""): string {
  const messageText = stripVTControlCharacters(message).split(/\n\s+at /)[0] ?? "";
  const lines = messageText.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(0, maxLines)
    .map((line) => `\n  ${line}`)
    .join("");
}
