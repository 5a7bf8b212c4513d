import { parseEnv } from "node:util";
import { readPrivate, writePrivate } from "#local/state.ts";

/** Starts the comment that names the Workers without the current values of the file. */
const mark = "# Not yet at: ";

/** Returns the lock for changes of a file. */
export const lockPathOf = (file: string): string => `${file}.lock`;

/** A parsed value file (the environment lines of a site): its values, and the Workers that do not have them yet. */
export type ValueFile = { values: Record<string, string | undefined>; outdatedWorkers: string[] };

/**
 * Reads the value file of a site: its environment variables, and the Workers that do not have the new values yet.
 * Limits the permissions of the file to the owner.
 * @throws Error with one sentence if it does not exist
 */
export async function readValueFile(file: string): Promise<ValueFile> {
  const text = await readPrivate(file);
  if (text === null)
    throw new Error(`The file ${file} does not exist: npm run keys -- new ${file} creates it.`);
  const markedLine = text.split("\n").find((line) => line.startsWith(mark));
  return { values: parseEnv(text), outdatedWorkers: markedLine?.slice(mark.length).split(", ") ?? [] };
}

/**
 * Sets a value in the value file, creates the file if it is missing, and records the Workers without the new values.
 * All other lines stay unchanged.
 * @throws Error if the changed text would not parse to that value; the file then stays unchanged
 */
export async function putValue(
  file: string,
  name: string,
  value: string,
  outdatedWorkers: readonly string[],
): Promise<void> {
  const line = `${name}='${value}'`;
  const existingLines = ((await readPrivate(file)) ?? "")
    .split("\n")
    .filter((existingLine) => !existingLine.startsWith(mark));
  const lineIndex = existingLines.findIndex((existingLine) => existingLine.startsWith(`${name}=`));
  const lines = lineIndex < 0 ? [line, ...existingLines] : existingLines.with(lineIndex, line);
  const markLines = outdatedWorkers.length > 0 ? [mark + outdatedWorkers.join(", ")] : [];
  const text = [...markLines, ...lines].join("\n");
  if (parseEnv(text)[name] !== value)
    throw new Error(`${file} has ${name} in a form that cannot be replaced.`);
  await writePrivate(file, text.endsWith("\n") ? text : `${text}\n`);
}
