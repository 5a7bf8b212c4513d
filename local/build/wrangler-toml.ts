import { readFile } from "node:fs/promises";

/** The date in a configuration of wrangler's by which workerd decides how it behaves. */
export async function compatibilityDateOf(file: string): Promise<string> {
  const configuration = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, date = ""] = /^compatibility_date = "(.*)"$/m.exec(configuration) ?? [];
  return date;
}

/** The id of the KV namespace SPOOL in wrangler's configuration, by which the site and the scheduled Worker share it. */
export async function spoolIdOf(file: string): Promise<string> {
  const configuration = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, id = ""] = /^binding = "SPOOL"\nid = "(.*)"$/m.exec(configuration) ?? [];
  return id;
}
