/** An answer of the DNS: who it is about, without the dot at its end and in small letters, its type, and its data; of a TXT its text. */
export type DnsAnswer = { name: string; type: string; data: string };

const bare = (name: string) => name.toLowerCase().replace(/\.$/, "");

/** The text of a TXT record, whose strings belong together (RFC 7208, 3.3); `"` and `\` are escaped in it. */
const textOf = (data: string): string =>
  [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = ""]) => part.replace(/\\(.)/g, "$1")).join("") ||
  data;

/**
 * The answers in a text as `dig +noall +answer` prints them: a line each, with its name, the seconds that it lives, IN, its type and its data. What else stands in
 * the text is passed over.
 */
export function readAnswers(text: string): DnsAnswer[] {
  return text.split("\n").flatMap((line) => {
    const found = /^(\S+)\s+(?:\d+\s+)?IN\s+([A-Z]+)\s+(.+?)\s*$/.exec(line);
    if (!found || line.startsWith(";")) return [];
    const [, name = "", type = "", data = ""] = found;
    return [{ name: bare(name), type, data: type === "TXT" ? textOf(data) : data }];
  });
}
