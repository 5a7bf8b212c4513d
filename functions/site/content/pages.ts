import { isFixedPage } from "#cms/content/addresses.ts";
import { loadPage } from "#cms/content/load.ts";
import { loadPublished } from "#cms/content/load-published.ts";
import { ContentError } from "#cms/content/problem.ts";
import type { PageContent } from "#cms/content/types.ts";
import type { Environment } from "#functions/env.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { contentSource } from "./source.ts";

// How long a copy is handed out without asking again, in milliseconds.
const freshness = 5_000;

type Kept = { value: unknown; loadedAt: number };

/** Where the isolates of a data center keep answers for each other, for as many seconds. */
type SharedAnswers = {
  read<T>(key: string): Promise<T | undefined>;
  keep(key: string, value: unknown, seconds: number): Promise<void>;
};

// Of this isolate: what each question was answered with last, for as long as the isolate lives.
const answers = new WeakMap<Environment, Map<string, Kept>>();

/**
 * What a page says now, in both languages; a few seconds old at most, and the last good copy while the content is away.
 * @throws Problem not_found when there is no such page, content_unavailable when there is no copy either
 */
export async function readPage(
  environment: Environment,
  name: string,
  shared: SharedAnswers,
): Promise<PageContent> {
  // A name that someone made up costs no question of its own.
  if (!(await isPage(environment, name, shared))) throw new Problem("not_found");
  return readAnswer(environment, shared, `page ${name}`, () => loadPage(contentSource(environment), name));
}

/**
 * Whether there is a page of that name or id: one that the site always has, or one that is published.
 * @throws Problem content_unavailable when that cannot be known now
 */
async function isPage(environment: Environment, name: string, shared: SharedAnswers): Promise<boolean> {
  if (isFixedPage(name)) return true;
  const published = () => loadPublished(contentSource(environment));
  const { pages } = await readAnswer(environment, shared, "published", published);
  return pages.some((page) => page.name === name);
}

const isFresh = ({ loadedAt }: Kept) => Date.now() - loadedAt < freshness;

async function readAnswer<T>(
  environment: Environment,
  shared: SharedAnswers,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const kept = answers.get(environment) ?? new Map<string, Kept>();
  answers.set(environment, kept);
  const last = kept.get(key);
  if (last && isFresh(last)) return last.value as T;
  try {
    const known = await shared.read<Kept>(key);
    const answer = known && isFresh(known) ? known : { value: await load(), loadedAt: Date.now() };
    kept.set(key, answer);
    if (answer !== known) await shared.keep(key, answer, freshness / 1000);
    return answer.value as T;
  } catch (cause) {
    if (last) {
      // Not every visitor has to wait until the content is back.
      kept.set(key, { ...last, loadedAt: Date.now() });
      return last.value as T;
    }
    if (cause instanceof ContentError) throw new Problem("not_found", { cause });
    throw new Problem("content_unavailable", { headers: { "Retry-After": "5" }, cause });
  }
}
