// `npm run status -- FOLDER`: looks at the site of SITE_ORIGIN once, adds what it found to FOLDER/status.json, and writes the page that shows
// the last 90 days, in each language. It is run again and again, by what does not depend on the site. What has broken, and what is well again,
// is told by PUSH_URL; where no push takes it the command ends with 1, so that what runs it tells.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { languages } from "#cms/content/site.ts";
import { siteParts } from "#functions/contract/health.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { look } from "#local/status/look.ts";
import { newsOf } from "#local/status/news.ts";
import { fileOf, renderStatus } from "#local/status/page.ts";
import { add, readRecord, type StatusRecord } from "#local/status/record.ts";
import { tell } from "#local/status/tell.ts";

async function findRecord(file: string): Promise<StatusRecord | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return readRecord(text);
  } catch (error) {
    throw new Error(`${file} ${(error as Error).message}.`, { cause: error });
  }
}

/** Writes a file as a whole, or leaves the one that is there. */
async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

try {
  const [folder, ...rest] = process.argv.slice(2);
  const origin = URL.parse(process.env.SITE_ORIGIN ?? "")?.origin;
  if (!folder || rest.length > 0) throw new Error("Say in which folder: npm run status -- FOLDER.");
  if (!origin)
    throw new Error("SITE_ORIGIN is not set: say which site to look at, such as https://www.example.com.");
  const file = join(folder, "status.json");
  const known = await findRecord(file);
  const at = new Date();
  const seen = await look(origin, known, at);
  const record = add(known, seen, at);
  await put(file, `${JSON.stringify(record, null, 1)}\n`);
  for (const language of languages) {
    await put(join(folder, fileOf(language)), renderStatus(record, language, origin));
  }
  for (const part of siteParts) say(`${part}: ${seen.found[part]}`);
  const news = newsOf(known, record, origin);
  if (news) {
    say(`${news.title}. ${news.text}`);
    await tell(news, process.env).catch((error) => {
      say(`No push has told it: ${sentence(error)}.`);
      process.exitCode = 1;
    });
  }
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
