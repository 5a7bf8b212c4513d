import { expect, test } from "vitest";
import {
  findHits,
  matchesSearch,
  matchesSender,
  readSearch,
  splitSearch,
} from "#functions/contract/search-text.ts";

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

test.each([
  ["is:unanswered cámaras", { q: "cámaras", state: "unanswered" }],
  ["cámaras  ES:Sin-Responder Heredia", { q: "cámaras Heredia", state: "unanswered" }],
  ["is:waiting", { q: "", state: "waiting" }],
  ["es:cerrado", { q: "", state: "closed" }],
  ["assigned:me", { q: "", assignee: "my id" }],
  ["asignado:mí", { q: "", assignee: "my id" }],
  ["Assigned:None", { q: "", assignee: "none" }],
  ["asignado:nadie", { q: "", assignee: "none" }],
  ["from:ana de:López presupuesto", { q: "presupuesto", name: "ana López" }],
  [
    "is:open https://guaria.example re:hola from: x:",
    { q: "is:open https://guaria.example re:hola from: x:" },
  ],
  ["dos  espacios", { q: "dos  espacios" }],
])("reads the criteria of the search %j", (q, criteria) => {
  expect(readSearch({ q }, "my id")).toEqual(criteria);
});

test("criteria that contradict each other select nothing", () => {
  expect(readSearch({ q: "is:closed is:waiting" }, "my id")).toEqual({ q: "", state: "" });
  expect(readSearch({ q: "assigned:me", assignee: "none" }, "my id")).toEqual({ q: "", assignee: "" });
  expect(readSearch({ q: "is:closed assigned:me", state: "closed", assignee: "me" }, "my id")).toEqual({
    ...{ q: "", state: "closed", assignee: "my id" },
  });
});

test("a sender matches by the name and the address only, without case and accents", () => {
  const sender = { name: "Ana María López", email: "am@constructora.example" };
  expect(matchesSender(sender, splitSearch("maria CONSTRUCTORA"))).toBe(true);
  expect(matchesSender(sender, splitSearch("maria cámaras"))).toBe(false);
});
