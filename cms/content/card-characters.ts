/**
 * The characters that the fonts of share cards draw (`cardFonts`), as ranges of UTF-16 code units. Of combining marks,
 * only those that every font has, because a mark needs the font of its letter. A test compares them with the fonts.
 */
export const drawnRanges = `
  0020-007e 00a0-00ac 00ae-0301 0303 0309 0323 0370-0377 037a-037f 0384-038a 038c 038e-03a1 03a3-03e1 03f0-0482
  048a-052f 10fb 1c80-1c88 1d00-1dbf 1e00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d
  1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-200a 2010-2027 202f-205f 2070-2071
  2074-208e 2090-209c 20a0-20c1 2100-215f 2183-2184 2189 2191 2193 2202 2206 220f 2211-2212 2215 221a 221e 222b
  2248 2260 2264-2265 25a0 25ca-25cc 25cf 2c60-2c7f 2e00-2e5d a640-a66e a673 a67e-a69d a700-a7ca a7d0-a7d1 a7d3
  a7d5-a7d9 a7f2-a7ff a92e ab30-ab6b fb00-fb06`;

const drawnCharacters = drawnRanges.replaceAll(/\s+/g, "").replaceAll(/[0-9a-f]{4}/g, "\\u$&");
const drawnText = new RegExp(`^[${drawnCharacters}]+$`, "u");

/** Characters without a shape: soft hyphens, joiners, variation selectors, control characters except white space. */
const shapeless = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\s]/gu;

const keycap = "\u20e3";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns a text as a share card draws it. A compatible character (NFKC) replaces one that no font has, for example `1`
 * for `①`. Without such a character, the whole grapheme is left out with the space beside it.
 * @returns the text in NFC, and the graphemes whose shape it lacks
 */
export function toDrawableText(text: string): { drawable: string; omitted: string[] } {
  const omitted = new Set<string>();
  // U+0000 stands for a grapheme that is left out.
  const marked = [...graphemes.segment(text.normalize("NFC"))].map(({ segment }) => {
    const { drawable, isComplete } = toDrawableGrapheme(segment);
    if (!isComplete) omitted.add(segment);
    return drawable ?? "\0";
  });
  const drawable = marked
    .join("")
    .replaceAll(/ +/g, " ")
    .replaceAll(/ ?\0[ \0]*(?=[\p{Pe}\p{Pf},.;:!?…]|$)/gu, "")
    .replaceAll(/(?<=^|[\p{Ps}\p{Pi}¡¿]) ?\0[ \0]*/gu, "")
    .replaceAll(/ ?\0[ \0]*/g, " ")
    .trim()
    .normalize("NFC");
  return { drawable, omitted: [...omitted] };
}

/** Returns a grapheme as a share card draws it, or null if no font has its first character or a compatible one. */
function toDrawableGrapheme(grapheme: string): { drawable: string | null; isComplete: boolean } {
  const shape = grapheme.replaceAll(shapeless, "");
  if (shape === "" || drawnText.test(shape)) return { drawable: shape, isComplete: true };
  if (/^\s+$/.test(shape)) return { drawable: " ", isComplete: true };
  const compatible = shape.normalize("NFKC");
  if (drawnText.test(compatible)) return { drawable: compatible, isComplete: true };
  const letter = shape.replaceAll(/(?!^)\p{M}/gu, (mark) => (drawnText.test(mark) ? mark : ""));
  const isLetter = drawnText.test(letter) && !shape.includes(keycap);
  return { drawable: isLetter ? letter : null, isComplete: false };
}
