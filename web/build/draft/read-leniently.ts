import { isPlaced, type PageAddress } from "#cms/content/addresses.ts";
import { isInBothLanguages, mapChildren } from "#cms/content/languages.ts";
import { ContentError } from "#cms/content/problem.ts";
import { type Language, languages } from "#cms/content/site.ts";
import type { ContentSource } from "#functions/contract/site-renderer.ts";

/**
 * Reads incomplete content for the preview of drafts. A text that one language lacks is taken from the other, and a
 * section that lacks more is left out.
 * @returns the content, and the number of omitted sections
 * @throws ContentError when content outside a section is missing
 */
export async function readLeniently<T>(
  source: ContentSource,
  read: (source: ContentSource) => Promise<T>,
): Promise<{ content: T; omittedCount: number }> {
  const answers = new Map<string, Promise<unknown>>();
  const lenientSource: ContentSource = {
    async fetch<Answer>(query: string, parameters: Record<string, unknown> = {}) {
      const key = JSON.stringify([query, parameters]);
      const answer =
        answers.get(key) ?? source.fetch(query, parameters).then(withBothLanguages).then(omitEntries);
      answers.set(key, answer);
      return (await answer) as Answer;
    },
  };
  for (let omittedCount = 0; ; ) {
    try {
      return { content: await read(lenientSource), omittedCount };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      const indexes = error.problems.flatMap(({ field }) => /^sections\[(\d+)\]/.exec(field)?.[1] ?? []);
      const brokenSections = new Set(indexes.map(Number));
      if (brokenSections.size === 0) throw error;
      for (const [key, answer] of answers)
        answers.set(
          key,
          answer.then((content) => omitSections(content, brokenSections)),
        );
      omittedCount += brokenSections.size;
    }
  }
}

/** Leaves out the incomplete sections of a draft, by their index, so that the preview can render the others. */
function omitSections(answer: unknown, brokenSections: ReadonlySet<number>): unknown {
  if (typeof answer !== "object" || answer === null || !("sections" in answer)) return answer;
  const sections = Array.isArray(answer.sections) ? answer.sections : [];
  return { ...answer, sections: sections.filter((_, index) => !brokenSections.has(index)) };
}

type Entry = { name: string; label: unknown; address: PageAddress | null };

/**
 * Omits the entries of a draft's menu and footer that lead to incomplete pages, and menu groups without a title. So the
 * preview can show the others.
 */
function omitEntries(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !("menu" in answer)) return answer;
  const isWhole = (page: Entry | null) => Boolean(page?.label && isPlaced(page.name, page.address));
  return Object.fromEntries(
    Object.entries(answer).map(([key, list]) => {
      if (!Array.isArray(list)) return [key, list];
      if (key !== "menu") return [key, list.filter(isWhole)];
      const entries = list.map((entry) =>
        entry.pages ? { ...entry, pages: entry.pages.filter(isWhole) } : entry,
      );
      return [key, entries.filter(({ page, pages, title }) => (pages ? title : isWhole(page)))];
    }),
  );
}

/** Fills a text that is blank in one language with the other one. A text that is blank in both becomes null. */
function withBothLanguages(value: unknown): unknown {
  if (isInBothLanguages(value)) {
    const hasText = (language: Language) =>
      typeof value[language] === "string" && value[language].trim() !== "";
    const writtenLanguage = languages.find(hasText);
    if (!writtenLanguage) return null;
    return Object.fromEntries(
      languages.map((language) => [language, value[hasText(language) ? language : writtenLanguage]]),
    );
  }
  return mapChildren(value, withBothLanguages);
}
