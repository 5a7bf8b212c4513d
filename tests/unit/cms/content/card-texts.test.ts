import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { drawnRanges, toDrawableText } from "#cms/content/card-characters.ts";
import { toCardTexts } from "#cms/content/card-texts.ts";
import { cardFonts } from "#web/build/draw-share-card.ts";

/** Returns a table of a font file, TrueType or WOFF 1.0 (§4). */
function readTable(font: Buffer, tag: string): Buffer {
  const isWoff = font.toString("latin1", 0, 4) === "wOFF";
  const [start, recordBytes] = isWoff ? [44, 20] : [12, 16];
  const tableCount = font.readUInt16BE(isWoff ? 12 : 4);
  for (let record = start; record < start + tableCount * recordBytes; record += recordBytes) {
    if (font.toString("latin1", record, record + 4) !== tag) continue;
    const offset = font.readUInt32BE(record + (isWoff ? 4 : 8));
    const table = font.subarray(offset, offset + font.readUInt32BE(record + (isWoff ? 8 : 12)));
    return isWoff && table.length < font.readUInt32BE(record + 12) ? inflateSync(table) : table;
  }
  throw new Error(`The font has no table ${tag}.`);
}

/** Returns the UTF-16 code units with a glyph: segments of the `cmap` subtable in format 4 (OpenType). */
function readCharacters(font: Buffer): Set<number> {
  const cmap = readTable(font, "cmap");
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + index * 8)),
  );
  const subtable = subtables.find((candidate) => candidate.readUInt16BE(0) === 4);
  if (!subtable) throw new Error("The font has no cmap subtable in format 4.");
  const segmentBytes = subtable.readUInt16BE(6);
  const characters = new Set<number>();
  for (let at = 14; at < 14 + segmentBytes; at += 2) {
    const [end, start, delta, rangeOffset] = [
      subtable.readUInt16BE(at),
      ...[2, 2 + segmentBytes, 2 + 2 * segmentBytes].map((skip) =>
        subtable.readUInt16BE(at + segmentBytes + skip),
      ),
    ] as [number, number, number, number];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyphAt = at + 2 + 3 * segmentBytes + rangeOffset + 2 * (code - start);
      const glyph = rangeOffset === 0 ? (code + delta) & 0xffff : subtable.readUInt16BE(glyphAt);
      if (glyph !== 0) characters.add(code);
    }
  }
  return characters;
}

let fonts: Set<number>[];
beforeAll(async () => {
  fonts = await Promise.all(cardFonts.map(async (file) => readCharacters(await readFile(file))));
});

/** Returns the characters of a text without a glyph. Satori draws a grapheme with the font of its first code unit. */
function findBoxes(text: string): string[] {
  const segments = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  return segments.flatMap(({ segment }) => {
    const font = fonts.find((characters) => characters.has(segment.charCodeAt(0)));
    return [...segment].filter((character) => !font?.has(character.codePointAt(0) ?? 0));
  });
}

test("the ranges of drawn characters are exactly what the fonts of share cards have", () => {
  const ranges: [number, number][] = [];
  for (let code = 0x20; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    if (/[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\ufffc\ufffd]/u.test(character)) continue;
    const isMark = /\p{M}/u.test(character);
    if (!(isMark ? fonts.every((font) => font.has(code)) : fonts.some((font) => font.has(code)))) continue;
    const lastRange = ranges.at(-1);
    if (lastRange?.[1] === code - 1) lastRange[1] = code;
    else ranges.push([code, code]);
  }
  const toHex = (code: number) => code.toString(16).padStart(4, "0");
  const expectedRanges = ranges.map(([first, last]) =>
    first === last ? toHex(first) : `${toHex(first)}-${toHex(last)}`,
  );
  expect(drawnRanges.trim().split(/\s+/)).toEqual(expectedRanges);
});

const blocks: [first: number, last: number][] = [
  [0x0000, 0x024f],
  [0x0300, 0x058f],
  [0x0590, 0x0e7f],
  [0x1e00, 0x27bf],
  [0x3000, 0x30ff],
  [0x4e00, 0x4eff],
  [0xd800, 0xdfff],
  [0xfb00, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1faff],
  [0xe0000, 0xe01ef],
];
const reportedCharacters = [..."₡→✓★№łšž≥←\u2011\u00ad\u200d\ufe0f\u20e3🇨🇷"];
const emojis = ["👩‍💻", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "👋🏽", "e\u0323\u0302", "\r\n"];
const characters = fc.oneof(
  ...blocks.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
  fc.constantFrom(...reportedCharacters, ...emojis, "a", " "),
);

describe("a share card", () => {
  test("draws no character without a glyph in the font of its grapheme", () => {
    const texts = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const { drawable } = toDrawableText(text);
        expect(findBoxes(drawable)).toEqual([]);
        expect(drawable).toBe(drawable.trim());
        expect(toDrawableText(drawable)).toEqual({ drawable, omitted: [] });
      }),
      { numRuns: 2_000, seed: 5 },
    );
  });

  test.each([
    "Sitios web que venden, ¿y qué más? ñandú «30 %»",
    "We’ll build it — in 3–4 weeks…",
    "Łódź, š, ž, ą, ę",
    "₡ 250 № 5 ≥ 4, 2\u20113",
  ])("draws %s unchanged", (text) => {
    expect(toDrawableText(text)).toEqual({ drawable: text, omitted: [] });
  });

  test.each([
    ["so\u00adporte\u200b", "soporte", []],
    ["Lima → Quito", "Lima Quito", ["→"]],
    ["✓ Listo ★", "Listo", ["✓", "★"]],
    ["¡Hola 😀! (👩‍💻 en casa) 🇨🇷🇵🇦.", "¡Hola! (en casa).", ["😀", "👩‍💻", "🇨🇷", "🇵🇦"]],
    ["1️⃣ Diseño❤️código", "Diseño código", ["1️⃣", "❤️"]],
    ["Guaria™️ \u2460 \uff21\u{1d401}", "Guaria™ 1 AB", []],
    ["a\u0301 y x\u0346", "á y x", ["x\u0346"]],
    ["uno\u2028dos\ttres", "uno dos tres", []],
    ["中文", "", ["中", "文"]],
  ])("draws %j as %j", (text, drawable, omitted) => {
    expect(toDrawableText(text)).toEqual({ drawable, omitted });
  });

  test("shows the title in large type if no font has the headline", () => {
    const texts = { title: "Precios", headline: "★★", brandName: "Guaria 🌸", place: "Naranjo → Heredia" };
    expect(toCardTexts(texts)).toEqual({
      title: "Precios",
      brandName: "Guaria",
      place: "Naranjo Heredia",
      omissions: [
        { text: "★★", omitted: ["★"] },
        { text: "Guaria 🌸", omitted: ["🌸"] },
        { text: "Naranjo → Heredia", omitted: ["→"] },
      ],
    });
  });
});
