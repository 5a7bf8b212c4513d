import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FullSubmission, Submission } from "#functions/contract/answers.schema.ts";
import { type CsvFormat, getCsvFormat } from "#functions/inbox/csv.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { createStoredSubmission } from "../../support/submission.ts";

const createSubmission = (fields: Partial<FullSubmission>): Submission =>
  createStoredSubmission(Date.parse("2026-05-04T03:02:01.987Z"), {
    id: "0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55",
    email: "ana@cliente.example",
    ...fields,
  });

const plain = getCsvFormat(undefined);
const readable = getCsvFormat("es");
const formats = [readable, getCsvFormat("en")];

/** Returns the cells of a file as a spreadsheet splits them: quotes count only from the start of a cell. */
function splitCells(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isCellStart = true;
  for (let at = 0; at < file.length; at += 1) {
    const character = file[at] as string;
    if (isQuoted && character === '"' && file[at + 1] === '"') {
      cell += character;
      at += 1;
    } else if (character === '"' && (isQuoted || isCellStart)) {
      isQuoted = !isQuoted;
      isCellStart = false;
    } else if (!isQuoted && (character === separator || character === "\r" || character === "\n")) {
      cells.push(cell);
      cell = "";
      isCellStart = true;
    } else {
      cell += character;
      isCellStart = false;
    }
  }
  return [...cells, cell];
}

/** Returns the cells of the first record after the head, by the names in the head. */
function readRecord({ head, records }: CsvFormat, record: Submission, separator: string) {
  const names = head.replace("\uFEFF", "").split(separator);
  const cells = splitCells(records([record]), separator).slice(-names.length);
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
}

/** Splits a file as a reader that ignores commas and quotes. */
const splitPieces = (file: string): string[] => file.split(/[;\t\r\n]/);

const formula = /^[\s"]*[=+\-@﹢﹣﹦﹫＝＋－＠]/;

describe("a record of an export for a person", () => {
  test("starts no cell with a formula, with any content and any separator", () => {
    const sign = fc.constantFrom(..."=+-@﹢﹣﹦﹫＝＋－＠;;;,\t\r\n\"' a1".split(""));
    const text = fc.oneof(
      fc.array(sign, { maxLength: 8 }).map((signs) => signs.join("")),
      hostileText,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        text,
        text,
        text,
        fc.constantFrom(",", ";", "\t"),
        ({ head, records }, name, company, message, separator) => {
          const file =
            head + records([createSubmission({ name, company, message }), createSubmission({ name })]);
          for (const cell of [...splitCells(file, separator), ...splitPieces(file)]) {
            expect(cell).not.toMatch(formula);
          }
        },
      ),
      { numRuns: Number(process.env.INPUTS ?? 500) },
    );
  });

  test.each([
    [";=cmd|' /C calc'!A0", ";'=cmd|' /C calc'!A0"],
    [';"=1+1"', ';"\'=1+1"'],
    ["\t=1", "'\t'=1"],
    ["\n+1", "'\n'+1"],
    ["\r=1", "'\r'=1"],
    ["x\t+1", "x\t'+1"],
    ["dos\n@SUM(A1)\r\n- tres", "dos\n'@SUM(A1)\r\n'- tres"],
    ["＝1+1", "'＝1+1"],
    ["\ufe661+1", "'\ufe661+1"],
    ["\ufe621", "'\ufe621"],
    ["\ufe631", "'\ufe631"],
    ["a;\ufe6bb", "a;'\ufe6bb"],
    ['=HYPERLINK("http://x","y")', `'=HYPERLINK("http://x","y")`],
    ["a - b", "a - b"],
    ["Hola; -5%", "Hola; '-5%"],
    ["Hola, -5%", "Hola, '-5%"],
    ["24/7; ana@cliente.example; 1+1=2", "24/7; ana@cliente.example; 1+1=2"],
    ["Llámame al +506 8888 0000", "Llámame al +506 8888 0000"],
  ])("stores %j as %j", (storedMessage, safe) => {
    const { Mensaje } = readRecord(readable, createSubmission({ message: storedMessage }), ";");
    expect(Mensaje).toBe(safe);
  });
});

test("an export for programs has the stored values unchanged", () => {
  const formulas = ["=1+1", "+506 8888 8888", "-1", "@SUM(A1)", "\tuno", "'a"];
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...formulas), hostileText),
      fc.oneof(fc.constantFrom(...formulas), hostileText),
      (name, message) => {
        expect(readRecord(plain, createSubmission({ name, message }), ",")).toMatchObject({ name, message });
      },
    ),
    { numRuns: 2_000 },
  );
});

describe("an export for a person", () => {
  const fullSubmission = createSubmission({
    phone: "8888-1234",
    service_type: "cctv",
    source: "google-search",
    message: "Uno; dos, tres",
    read: true,
    plan: "Básico",
    meeting_day: "2026-05-11",
    meeting_part: "afternoon",
  });

  test("has translated headings and options, the company's time zone, and semicolons", () => {
    const answered = {
      ...fullSubmission,
      first_answer_at: "2026-05-04T14:30:00.000Z",
      state: "waiting",
    } as const;
    const names = { answered_by: "Luis", assignee_name: "=Ana" };
    expect(readRecord(readable, { ...answered, ...names }, ";")).toEqual({
      "Fecha y hora": "2026-05-03 21:02:01",
      Nombre: "Ana",
      Correo: "ana@cliente.example",
      Teléfono: "8888-1234",
      Empresa: "",
      Servicio: "Sistemas CCTV",
      Plan: "Básico",
      "Día para reunirse": "2026-05-11",
      "Momento del día": "Por la tarde",
      "Cómo supo de nosotros": "Búsqueda en Google",
      Mensaje: "Uno; dos, tres",
      Idioma: "Español",
      Leído: "Sí",
      Spam: "No",
      Referencia: "0B8F-6F5E",
      "Primera respuesta": "2026-05-04 08:30:00",
      "Respondido por": "Luis",
      Estado: "Espera al cliente",
      "Asignado a": "'=Ana",
    });
  });

  test("adds only apostrophes to the values", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, message) => {
        const { Nombre, Mensaje } = readRecord(readable, createSubmission({ name, message }), ";");
        const removeApostrophes = (text = "") => text.replaceAll("'", "");
        expect([Nombre, Mensaje].map(removeApostrophes)).toEqual([name, message].map(removeApostrophes));
      }),
      { numRuns: 2_000 },
    );
  });
});
