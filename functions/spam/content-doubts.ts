import type { ContactMessage } from "#functions/contract/contact.ts";
import type { Doubt } from "#functions/contract/doubt.ts";

// The whole web address is one match.
const explicitLink = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.(?=[\p{L}\p{N}]))[^\s<>"'()[\],;]+/giu;
// A domain name with a path, as in bit.ly/abc. Frameworks are written with capitals (ASP.NET/MVC) or end like a file (Node.js/Express).
const bareLink =
  /(?<![@\p{L}\p{N}._/-])\p{Lu}?[\p{Ll}\d-]+(?:\.[\p{Ll}\d-]+)*\.[a-z]{2,}\/[\p{L}\p{N}][^\s<>"'()[\],;]*/gu;
const notDomain =
  /^[^/]*\.(?:[cm]?[jt]sx?|py|cs|rb|rs|go|php|html?|css|json|xml|csv|txt|md|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|mp[34]|zip|exe)\/|^(?:asp|ado|vb|ml)\.net\/|^socket\.io\//i;
const markup = /<a\s[^>]*href|\[(?:url|link|img)\b|<\/?(?:script|iframe|font|h1|div)\b/i;
// Rare in messages of customers of an IT company. A single word may still be honest: a parental filter, a car of that name.
const phrases =
  /(?<!\p{L})(?:viagra|cialis|porn\p{L}*|escorts?|payday loans?|forex signals?|bitcoin invest\p{L}*|crypto invest\p{L}*|apuestas deportivas|préstamos? (?:rápidos?|urgentes?)|gana dinero (?:rápido|fácil))(?!\p{L})/giu;
const manyLinks = 3;
const fewSeconds = 3;

/** Returns how many web addresses a text has. */
export function countLinks(text: string): number {
  const rest = text.replace(explicitLink, " ");
  const bareLinks = (rest.match(bareLink) ?? []).filter((address) => !notDomain.test(address));
  return count(text, explicitLink) + bareLinks.length;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether more than half of the letters are of another script than Latin. */
const isForeign = (text: string) => count(text, /\p{L}/gu) > 2 * count(text, /\p{Script=Latin}/gu);

/** Finds the doubts about what a message says. With a filled trap a single link is one. */
export function findContentDoubts({ name, company, message }: ContactMessage, isTrapped = false): Doubt[] {
  const text = message ?? "";
  const names = `${name}\n${company ?? ""}`;
  const links = countLinks(text);
  const phraseCount = new Set(`${names}\n${text}`.toLowerCase().match(phrases)).size;
  const doubts: (Doubt | false)[] = [
    links >= (isTrapped ? 1 : manyLinks) && { code: "links", count: links },
    // Companies write their own address beside their name.
    (countLinks(name) > 0 || countLinks(company ?? "") > 1) && { code: "link_in_name" },
    markup.test(text) && { code: "markup" },
    phraseCount > 0 && { code: "phrases", ...(phraseCount > 1 && { count: phraseCount }) },
    isForeign(`${names}\n${text}`) && { code: "foreign_script" },
  ];
  return doubts.filter((doubt) => doubt !== false);
}

/** What is doubtful in how soon after the form was opened a message is sent; times are in milliseconds since 1970. */
export function findHaste(openedAt: number, sentAt: number): Doubt[] {
  const seconds = Math.max(0, Math.round((sentAt - openedAt) / 1_000));
  return seconds < fewSeconds ? [{ code: "hurried", count: seconds }] : [];
}
