import type { ContactMessage } from "#functions/contract/contact.ts";
import type { Doubt } from "#functions/contract/doubt.ts";

// Matches a whole web address. The domain of an email address is no match.
const explicitLink =
  /(?<![\p{L}\p{N}]|@[\p{L}\p{N}.-]*)(?:https?:\/\/|www\.(?=[\p{L}\p{N}]))[^\s<>"'`()[\],;]+/giu;
// A domain name with a path, as in bit.ly/abc. Frameworks are written with capitals (ASP.NET/MVC) or end like a file
// (Node.js/Express).
const bareLink =
  /(?<![@\p{L}\p{N}._/-])\p{Lu}?[\p{Ll}\d-]+(?:\.[\p{Ll}\d-]+)*\.[a-z]{2,}\/[\p{L}\p{N}][^\s<>"'`()[\],;]*/gu;
const fileOrFramework =
  /^[^/]*\.(?:[cm]?[jt]sx?|py|cs|rb|rs|go|php|html?|s?css|vue|java|kt|swift|sh|bat|ps1|json|ya?ml|toml|ini|env|conf|sql|db|xml|csv|txt|log|md|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|webp|svg|bmp|mp[34]|webm|avi|mov|zip|rar|gz|exe|apk|dll)\/|^(?:asp|ado|vb|ml)\.net\/|^socket\.io\//i;
// Names of companies beside each other: Booking.com/Airbnb.
const companyNames = /^\p{Lu}[^/]*(?:\/\p{Lu}\p{Ll}+(?:\.\p{Ll}+)*)+[.:!?]*$/u;
const markup = /<a\s[^>]*href|\[(?:url|link|img)\b|<\/?(?:script|iframe|font|h1|div)\b/i;
const markedLink = /<a\s[^>]*href\s*=\s*["']?[^\s"'>]/i;
// Rare in messages of customers of an IT company. A single word may still be honest: a parental filter, a car of that
// name.
const phrases =
  /(?<!\p{L})(?:viagra|cialis|porn\p{L}*|escorts?|payday loans?|forex signals?|bitcoin invest\p{L}*|crypto invest\p{L}*|apuestas deportivas|préstamos? (?:rápidos?|urgentes?)|gana dinero (?:rápido|fácil))(?!\p{L})/giu;
const linkLimit = 3;
const hasteSeconds = 3;

/** Returns whether a match names files, frameworks or companies instead of an address. */
const isNoLink = (address: string) => fileOrFramework.test(address) || companyNames.test(address);

/**
 * Returns a link in the form in which links are compared: without its scheme, `www.` and final punctuation, with its
 * host in lower case. The lookbehind keeps the search linear.
 */
const toComparableLink = (link: string) =>
  link
    .replace(/^(?:https?:\/\/)?(?:www\.)?/i, "")
    .replace(/^[^/?#]+/, (host) => host.toLowerCase())
    .replace(/(?<![/.:!?*_~])[/.:!?*_~]+$/, "");

/**
 * Returns how many different web addresses a text has. Many of them are typical of spam. Names such as Node.js/Express
 * are not counted.
 */
export function countLinks(text: string): number {
  const remainingText = text.replace(explicitLink, " ");
  const bareLinks = (remainingText.match(bareLink) ?? []).filter((address) => !isNoLink(address));
  return new Set([...(text.match(explicitLink) ?? []), ...bareLinks].map(toComparableLink)).size;
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * Returns how many different phrases of the list a text has. Their first four letters distinguish them: "porno" and
 * "pornografía" are one.
 */
const countThemes = (text: string) =>
  new Set((text.toLowerCase().match(phrases) ?? []).map((phrase) => phrase.slice(0, 4))).size;

/** Returns whether text with markup has a link. Without one, a visitor may be asking about the markup. */
const hasLink = (text: string) => countLinks(text) > 0 || markedLink.test(text);

/** Returns whether more than half of the letters are of another script than Latin. */
const isForeign = (text: string) =>
  countMatches(text, /\p{L}/gu) > 2 * countMatches(text, /\p{Script=Latin}/gu);

/**
 * Finds the doubts about the text of a message, which may make it spam. With a filled honeypot (`isTrapped`) a single
 * link is a doubt. Markup without a link has the count 0 and weighs less.
 */
export function findContentDoubts(
  { name, company, message }: Pick<ContactMessage, "name" | "company" | "message">,
  isTrapped = false,
): Doubt[] {
  const text = message ?? "";
  const names = `${name}\n${company ?? ""}`;
  const links = countLinks(text);
  const phraseCount = countThemes(`${names}\n${text}`);
  const doubts: (Doubt | false)[] = [
    links >= (isTrapped ? 1 : linkLimit) && { code: "links", count: links },
    // Companies write their own address beside their name.
    (countLinks(name) > 0 || countLinks(company ?? "") > 1) && { code: "link_in_name" },
    markup.test(text) && { code: "markup", ...(!hasLink(text) && { count: 0 }) },
    phraseCount > 0 && { code: "phrases", ...(phraseCount > 1 && { count: phraseCount }) },
    isForeign(`${names}\n${text}`) && { code: "foreign_script" },
  ];
  return doubts.filter((doubt) => doubt !== false);
}

/**
 * Finds the doubt about a message that came sooner after its form was opened than a visitor can type. Times are in
 * milliseconds since 1970.
 */
export function findHaste(openedAt: number, sentAt: number): Doubt[] {
  const seconds = Math.max(0, Math.round((sentAt - openedAt) / 1_000));
  return seconds < hasteSeconds ? [{ code: "hurried", count: seconds }] : [];
}
