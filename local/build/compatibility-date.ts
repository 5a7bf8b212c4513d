import { readFile } from "node:fs/promises";

/** The date in a configuration of wrangler's by which workerd decides how it behaves. */
export async function compatibilityDateOf(file: string): Promise<string> {
  const configuration = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, date = ""] = /^compatibility_date = "(.*)"$/m.exec(configuration) ?? [];
  return date;
}
