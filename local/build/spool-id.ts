import { readFile } from "node:fs/promises";

/** The id of the KV namespace SPOOL in wrangler's configuration, by which the site and the scheduled Worker share it. */
export async function spoolIdOf(file: string): Promise<string> {
  const configuration = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, id = ""] = /^binding = "SPOOL"\nid = "(.*)"$/m.exec(configuration) ?? [];
  return id;
}
