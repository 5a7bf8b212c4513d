import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Submission } from "#functions/contract/submission.ts";
import { csvHead, csvRecords } from "#functions/routes/submissions/csv.ts";
import { hostileText } from "../../support/hostile-text.ts";

const submission = (written: Partial<Submission>): Submission => ({
  id: "0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55", name: "Ana", email: "ana@cliente.example", phone: null, company: null, service_type: null, source: null, message: null, language: "es", read: false, spam: false, created_at: "2026-05-04T03:02:01.987Z", ...written,
}); // biome-ignore format: one row

/** The cells of a file as a spreadsheet parts them: a quote counts where a cell begins, and there until it is closed. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  let begins = true;
  for (let at = 0; at < file.length; at += 1) {
    const one = file[at] as string;
    if (quoted && one === '"' && file[at + 1] === '"') {
      cell += one;
      at += 1;
    } else if (one === '"' && (quoted || begins)) {
      quoted = !quoted;
      begins = false;
    } else if (!quoted && (one === separator || one === "\r" || one === "\n")) {
      cells.push(cell);
      cell = "";
      begins = true;
    } else {
      cell += one;
      begins = false;
    }
  }
  return [...cells, cell];
}

/** … and as a reader does to whom commas are nothing, and no quote has a meaning. */
const piecesOf = (file: string): string[] => file.split(/[;\t\r\n]/);

const formula = /^[\s"]*[=+\-@＝＋－＠]/;

describe("a record of the export", () => {
  test("begins no cell with a formula, whatever it holds and whichever sign parts the cells", () => {
    const sign = fc.constantFrom(..."=+-@＝＋－＠;;;,\t\r\n\"' a1".split(""));
    const text = fc.oneof(
      fc.array(sign, { maxLength: 8 }).map((signs) => signs.join("")),
      hostileText,
    );
    fc.assert(
      fc.property(text, text, text, fc.constantFrom(",", ";", "\t"), (name, company, message, separator) => {
        const file = csvHead + csvRecords([submission({ name, company, message }), submission({ name })]);
        for (const cell of [...cellsOf(file, separator), ...piecesOf(file)]) {
          expect(cell).not.toMatch(formula);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test("has fifteen cells where commas part them, with what was written and apostrophes alone added", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, message) => {
        const cells = cellsOf(csvRecords([submission({ name, message })]), ",").slice(-15);
        const without = (text: string) => text.replaceAll("'", "");
        expect([cells[2], cells[8]].map((cell) => without(cell ?? ""))).toEqual([name, message].map(without));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [";=cmd|' /C calc'!A0", ";'=cmd|' /C calc'!A0"],
    [';"=1+1"', ';"\'=1+1"'],
    ["\t=1", "'\t'=1"],
    ["\n+1", "'\n'+1"],
    ["a - b", "a - b"],
    ["Hola; -5%", "Hola; '-5%"],
    ["24/7; ana@cliente.example; 1+1=2", "24/7; ana@cliente.example; 1+1=2"],
    ["Llámame al +506 8888 0000", "Llámame al +506 8888 0000"],
  ])("holds %j as %j", (written, safe) => {
    const cells = cellsOf(csvRecords([submission({ message: written })]), ",");
    expect(cells.at(-7)).toBe(safe);
  });
});
