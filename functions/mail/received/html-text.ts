// Names of the characters U+00A0 to U+00FF, and of the punctuation that mail programs write as entities.
const latinNames =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );
const entities: ReadonlyMap<string, string> = new Map([
  ...latinNames.map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", euro: "€", trade: "™", hellip: "…" }),
  ...Object.entries({ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", bull: "•" }),
]);

function toCharacter(code: number): string | null {
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : null;
}

/** Decodes the entities of a text. An unknown one stays as it is, so no character is lost. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi,
    (entity, decimal, hexadecimal, name) => {
      if (name) return entities.get(name) ?? entity;
      return toCharacter(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)) ?? entity;
    },
  );

const invisibleElements = new Set(["script", "style", "title", "template"]);
const lineElements = new Set("address article div dl dd dt hr li ol section table tr ul".split(" "));
const paragraphElements = new Set("blockquote h1 h2 h3 h4 h5 h6 p pre".split(" "));
/** The deepest quotation that is marked as such. */
const maxQuoteMarks = 9;

/** Collects the lines of a text. A quoted line begins with as many marks as it has quotations around it. */
function createLines() {
  const lines: string[] = [];
  let line = "";
  let quoteDepth = 0;
  const endLine = () => {
    const marks = ">".repeat(Math.min(quoteDepth, maxQuoteMarks));
    lines.push(`${marks}${marks && " "}${line.trim()}`);
    line = "";
  };
  const startLine = () => {
    if (line.trim() !== "") endLine();
    line = "";
  };
  return {
    add(text: string): void {
      line += text;
    },
    endLine,
    startLine,
    startParagraph(): void {
      startLine();
      if (/[^> ]/.test(lines.at(-1) ?? "")) endLine();
    },
    quote(isStart: boolean): void {
      quoteDepth = Math.max(0, quoteDepth + (isStart ? 1 : -1));
    },
    join: () => [...lines, line].join("\n"),
  };
}

/**
 * Creates a function that returns the position after the tag at a position. A quoted value of an attribute may have a
 * `>`. The time of all calls grows linearly with the length of the HTML.
 */
function createTagReader(html: string): (start: number) => number {
  let hasOpenQuote = false;
  return (start) => {
    let quote = "";
    for (let index = start; index < html.length && !hasOpenQuote; index += 1) {
      const character = html.charAt(index);
      if (quote) quote = character === quote ? "" : quote;
      else if (character === ">") return index + 1;
      else if ((character === '"' || character === "'") && html[index - 1] === "=") quote = character;
    }
    // A tag without an end, or with a quote that never ends: the next `>` ends it.
    hasOpenQuote = true;
    return html.indexOf(">", start) + 1;
  };
}

/**
 * Converts the HTML of a mail to text, without its scripts, styles and pictures. A quoted line begins with `>`. A tag
 * without an end is text. The time grows linearly with the length.
 */
export function toPlainText(html: string): string {
  const lowerHtml = html.toLowerCase();
  const readTag = createTagReader(html);
  const lines = createLines();
  let isVerbatim = false;
  const addText = (text: string) => {
    const [first = "", ...rest] = isVerbatim ? text.split(/\r\n?|\n/) : [text.replace(/[ \t\r\n]+/g, " ")];
    lines.add(decodeEntities(first));
    for (const line of rest) {
      lines.endLine();
      lines.add(decodeEntities(line));
    }
  };
  let position = 0;
  while (position < html.length) {
    const start = findTag(html, position);
    addText(html.slice(position, start));
    if (start === html.length) break;
    const end = readTag(start);
    if (end === 0) {
      addText(html.slice(start));
      break;
    }
    const [, slash, name = ""] = /^<(\/?)([a-z][a-z\d]*)/.exec(lowerHtml.slice(start, start + 20)) ?? [];
    position = end;
    if (name === "br") lines.endLine();
    else if (lineElements.has(name)) lines.startLine();
    else if (paragraphElements.has(name)) {
      if (name === "blockquote" && slash) lines.startLine();
      else lines.startParagraph();
      if (name === "blockquote") lines.quote(!slash);
      if (name === "pre") isVerbatim = !slash;
    } else if (!slash && (name === "td" || name === "th")) lines.add(" ");
    else if (name === "img") lines.add(readSymbol(html.slice(start, end)));
    else if (lowerHtml.startsWith("<!--", start)) position = skipTo(lowerHtml, "-->", start);
    else if (invisibleElements.has(name) && !slash) position = skipTo(lowerHtml, `</${name}`, position);
  }
  return lines.join();
}

/** Returns the position of the next tag or comment, or the end of the text. Another `<` is text. */
function findTag(html: string, from: number): number {
  const tag = /<[a-z/!?]/gi;
  tag.lastIndex = from;
  return tag.exec(html)?.index ?? html.length;
}

/** Returns the symbol that a picture stands for, such as an emoji. Its text is that of the author. */
function readSymbol(tag: string): string {
  const [, symbol = ""] = /\balt="([^"]{1,16})"/i.exec(tag.slice(0, 2_000)) ?? [];
  return /\p{Extended_Pictographic}/u.test(symbol) ? symbol : "";
}

/** Returns the position of an ending, or the end of the text without it. */
function skipTo(text: string, ending: string, from: number): number {
  const position = text.indexOf(ending, from);
  if (position === -1) return text.length;
  return ending === "-->" ? position + ending.length : position;
}

/** Removes the spaces at the ends of lines, and all but one of successive empty lines. */
export const tidyLines = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
