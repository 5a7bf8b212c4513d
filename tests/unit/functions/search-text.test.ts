import { expect, test } from "vitest";
import { findHits, matchesSearch, splitSearch } from "#functions/contract/search-text.ts";

const listHits = (text: string, search: string) =>
  findHits(text, splitSearch(search)).map(({ start, end }) => text.slice(start, end));

test.each([
  ["Quiero seis cámaras", "CAMARAS quiero", ["Quiero", "cámaras"]],
  ["in\u200bvi\u00adsi\u2060ble\ufeff y más", "invisible", ["in\u200bvi\u00adsi\u2060ble\ufeff"]],
  ["60 m² de Straße", "m2 strasse", ["m²", "Straße"]],
  ["a las ٨", "8", ["٨"]],
  ["equipo 👩\u200d💻 1\ufe0f\u20e3", "👩‍💻 1️⃣", ["👩\u200d💻", "1\ufe0f\u20e3"]],
  ["Llámeme al (506) 8888-1234.", "+506 8888 1234", ["8888-1234"]],
  ["D´Alto “dijo”", 'd\'alto "dijo"', ["D´Alto", "dijo"]],
  ["nada", "algo", []],
  ["ﬁn", "i", ["ﬁ"]],
])("finds in %j the hits of %j", (text, search, hits) => {
  expect(listHits(text, search)).toEqual(hits);
});

test.each([
  ["camaras ana", true],
  ["88881234", true],
  ["8888 12", true],
  ["camaras luis", false],
  ["1234 8888", false],
])("matches a loaded message with each word in any of its texts: %j, %s", (search, isMatch) => {
  expect(matchesSearch(["Ana", "ana@b.example", "Cámaras", null, "8888-1234"], splitSearch(search))).toBe(
    isMatch,
  );
});
