import type { ContactMessage } from "#functions/contract/contact.ts";
import type { Doubt } from "#functions/contract/doubt.ts";

// An address of a page: with its scheme, with www, or a bare name of a domain that is followed by a path.
const link = /\bhttps?:\/\/|\bwww\.\p{L}|(?<![@\w.-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\w/giu;
const markup = /<a\s[^>]*href|\[(?:url|link|img)\b|<\/?(?:script|iframe|font|h1|div)\b/i;
// Nothing that a customer of an IT company would write of.
const phrases =
  /\b(?:viagra|cialis|porn\w*|escorts?|payday loans?|forex signals?|bitcoin invest\w*|crypto invest\w*|apuestas deportivas|préstamos? (?:rápidos?|urgentes?)|gana dinero (?:rápido|fácil))\b/iu;
const manyLinks = 3;
const fewSeconds = 3;

/** How many links a text has. */
export const countLinks = (text: string): number => count(text, link);

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether more than half of the letters are of another script than Latin. */
const isForeign = (text: string) => count(text, /\p{L}/gu) > 2 * count(text, /\p{Script=Latin}/gu);

/** What is doubtful in a message by itself. */
export function findContentDoubts({ name, company, message }: ContactMessage): Doubt[] {
  const text = message ?? "";
  const names = `${name}\n${company ?? ""}`;
  const links = countLinks(text);
  const doubts: (Doubt | false)[] = [
    links >= manyLinks && { code: "links", count: links },
    countLinks(names) > 0 && { code: "link_in_name" },
    markup.test(text) && { code: "markup" },
    phrases.test(`${names}\n${text}`) && { code: "phrases" },
    isForeign(`${names}\n${text}`) && { code: "foreign_script" },
  ];
  return doubts.filter((doubt) => doubt !== false);
}

/** What is doubtful in how soon after the form was opened a message is sent; times are in milliseconds since 1970. */
export function findHaste(openedAt: number, sentAt: number): Doubt[] {
  const seconds = Math.max(0, Math.round((sentAt - openedAt) / 1_000));
  return seconds < fewSeconds ? [{ code: "hurried", count: seconds }] : [];
}
