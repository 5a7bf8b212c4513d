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
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi,
    (entity, decimal, hexadecimal, name) => {
      if (name) return entities.get(name) ?? entity;
      return toCharacter(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)) ?? entity;
    },
  );

const invisibleElements = new Set(["script", "style", "head", "title", "template"]);
const lineElements = new Set(
  "address article blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul".split(
    " ",
  ),
);

/**
 * Converts the HTML of a mail to text, without its scripts, styles and pictures. An unclosed tag is text. The time grows
 * linearly with the length.
 */
export function toPlainText(html: string): string {
  const lowerHtml = html.toLowerCase();
  let text = "";
  let position = 0;
  while (position < html.length) {
    const start = html.indexOf("<", position);
    const end = start === -1 ? -1 : html.indexOf(">", start);
    if (end === -1) return `${text}${decodeEntities(html.slice(position))}`;
    text += decodeEntities(html.slice(position, start).replace(/[ \t\r\n]+/g, " "));
    const [, name = ""] = /^<\/?([a-z][a-z\d]*)/.exec(lowerHtml.slice(start, start + 20)) ?? [];
    if (lineElements.has(name)) text += "\n";
    else if (lowerHtml.startsWith("<td", start) || lowerHtml.startsWith("<th", start)) text += " ";
    position = end + 1;
    if (lowerHtml.startsWith("<!--", start)) position = skipTo(lowerHtml, "-->", start);
    else if (invisibleElements.has(name) && lowerHtml[start + 1] !== "/")
      position = skipTo(lowerHtml, `</${name}`, position);
  }
  return text;
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
