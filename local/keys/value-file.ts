import { parseEnv } from "node:util";
import { readPrivate, writePrivate } from "#local/state.ts";

/** Opens the comment that says which Workers do not have the values of the file yet. */
const mark = "# Not yet at: ";

/** The lock that a file is changed under. */
export const lockOf = (file: string): string => `${file}.lock`;

/** What a file of environment lines says: its values, and which Workers do not have them yet. */
export type ValueFile = { values: Record<string, string | undefined>; notYetAt: string[] };

/** Reads such a file, and makes it its owner's alone. @throws Error where there is none */
export async function readValueFile(file: string): Promise<ValueFile> {
  const text = await readPrivate(file);
  if (text === null) throw new Error(`There is no file ${file}: npm run keys -- new ${file} begins one.`);
  const marked = text.split("\n").find((line) => line.startsWith(mark));
  return { values: parseEnv(text), notYetAt: marked?.slice(mark.length).split(", ") ?? [] };
}

/**
 * Puts a value into the file, which need not be there, and says in it who does not have the values yet; all else stays as it was.
 * @throws Error where the file says something else afterwards, and is left as it was
 */
export async function putValue(
  file: string,
  name: string,
  value: string,
  notYetAt: readonly string[],
): Promise<void> {
  const line = `${name}='${value}'`;
  const before = ((await readPrivate(file)) ?? "").split("\n").filter((each) => !each.startsWith(mark));
  const place = before.findIndex((each) => each.startsWith(`${name}=`));
  const lines = place < 0 ? [line, ...before] : before.with(place, line);
  const text = [...(notYetAt.length > 0 ? [mark + notYetAt.join(", ")] : []), ...lines].join("\n");
  if (parseEnv(text)[name] !== value)
    throw new Error(`${file} has ${name} in a form that cannot be replaced.`);
  await writePrivate(file, text.endsWith("\n") ? text : `${text}\n`);
}
