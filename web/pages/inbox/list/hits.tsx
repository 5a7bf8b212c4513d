import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { cutCharacters } from "#functions/contract/characters.ts";
import { toIdRange, toReference } from "#functions/contract/reference.ts";
import { findHits } from "#functions/contract/search-text.ts";
import { mark } from "./list.css.ts";

type Hit = ReturnType<typeof findHits>[number];

/** A text of a row with the parts that match the search. */
export type MarkedText = { text: string; hits: readonly Hit[] };

// The length of a text in a row in code points. Two lines show no more.
const shownLength = 240;
// The characters before a hit that a row shows of its line.
const contextLength = 24;

/** Returns the beginning of a text without hits. */
export const toPlainText = (text: string): MarkedText => ({
  text: cutCharacters(text, shownLength),
  hits: [],
});

/**
 * Returns the part of a text that shows its first hit: the text from its beginning if the hit is near, else the line of
 * the hit from a word before it.
 */
function toExcerpt(text: string, hits: readonly Hit[]): MarkedText {
  const first = hits[0]?.start ?? 0;
  const lineStart = text.lastIndexOf("\n", first - 1) + 1;
  const space = text.indexOf(" ", Math.max(0, first - contextLength));
  // A long link may have the hit, and no space before it.
  const wordStart = space < 0 || space > first ? first : space + 1;
  const start = first <= contextLength ? 0 : Math.max(lineStart, wordStart);
  const sign = start > lineStart ? "… " : "";
  const shift = (index: number) => index - start + sign.length;
  return {
    text: sign + cutCharacters(text.slice(start), shownLength),
    hits: hits.map((hit) => ({ start: shift(hit.start), end: shift(hit.end) })),
  };
}

/**
 * Returns the line of a message that matches a search, with its hits: of its text, else of a field that no row shows.
 * Returns null without one, for example if the name matches.
 * @param searchWords the search, from `splitSearch`
 */
export function findHitLine(
  { id, message, company, email, phone }: FullSubmission,
  search: string,
  searchWords: readonly string[],
): MarkedText | null {
  if (searchWords.length === 0) return null;
  for (const text of [message, company, email, phone]) {
    const hits = text ? findHits(text, searchWords) : [];
    if (text && hits.length > 0) return toExcerpt(text, hits);
  }
  const ids = toIdRange(search);
  if (!ids || id < ids.first || id > ids.last) return null;
  const reference = toReference(id);
  return { text: reference, hits: [{ start: 0, end: reference.length }] };
}

/** Shows a text with its hits marked. Every part has an element of its own, as translating browsers need. */
export function Marked({ text, hits }: MarkedText) {
  const visibleHits = hits.filter(({ start }) => start < text.length);
  const end = visibleHits.at(-1)?.end ?? 0;
  return (
    <>
      {visibleHits.map((hit, index) => (
        <span key={hit.start}>
          <span>{text.slice(visibleHits[index - 1]?.end ?? 0, hit.start)}</span>
          <mark className={mark}>{text.slice(hit.start, hit.end)}</mark>
        </span>
      ))}
      <span>{text.slice(end)}</span>
    </>
  );
}
