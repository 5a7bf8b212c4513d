import fc from "fast-check";
import { expect, test } from "vitest";
import { splitQuotes } from "#functions/contract/quotes.ts";

const readVisible = (text: string, sentTexts?: string[]) =>
  splitQuotes(text, sentTexts)
    .filter(({ isFolded }) => !isFolded)
    .map((part) => part.text.trim())
    .join("|");

test.each([
  [
    "Gmail",
    "Sí, gracias\n\nEl vie, 27 nov 2026 a las 11:35, Ana (<reply+1@reply.guaria.example>) escribió:\n\n> Hola\n> Ricardo",
  ],
  [
    "Gmail over two lines",
    "Sí, gracias\n\nOn Fri, Nov 27, 2026 at 11:35 AM Ana, Guaria Digital <\nreply+1@reply.guaria.example> wrote:\n\n> Hola",
  ],
  ["Apple Mail", "Sí, gracias\n\n> El 27 nov 2026, a las 11:35, Ana <a@b.example> escribió:\n> \n> Hola"],
  ["Thunderbird", "Sí, gracias\n\nAm 27.11.26 um 11:35 schrieb Ana:\n> Hola"],
  ["French", "Sí, gracias\n\nLe 27 nov. 2026 à 11:35, Ana a écrit :\n> Hola"],
  ["Italian", "Sí, gracias\n\nIl giorno ven 27 nov 2026 alle ore 11:35 Ana ha scritto:\n\n> Hola"],
  ["Portuguese", "Sí, gracias\n\nEm sex., 27 de nov. de 2026 às 11:35, Ana escreveu:\n\n> Hola"],
  [
    "Outlook",
    "Sí, gracias\n\n________________________________\nDe: Ana <a@b.example>\nEnviado: viernes, 27 de noviembre de 2026 11:35\nPara: Ricardo\nAsunto: Re: Recibimos tu mensaje\n\nHola Ricardo",
  ],
  [
    "Outlook in English",
    "Sí, gracias\n\nFrom: Ana <a@b.example>\nSent: Friday\nTo: Ricardo\nSubject: Re: hi\n\nHola",
  ],
  ["an original message", "Sí, gracias\n\n-----Mensaje original-----\nDe: Ana\n\nHola"],
  [
    "Yahoo",
    "Sí, gracias\n    El viernes, 27 de noviembre de 2026, 11:35:12 GMT-6, Ana <a@b.example> escribió:  \n \n Hola",
  ],
  ["a telephone", "Sí, gracias\n\nEnviado desde mi iPhone\n\n> El 27 nov 2026, Ana escribió:\n> \n> Hola"],
  ["a signature", "Sí, gracias\n-- \nRicardo Salas\n8844 8041"],
])("folds the end of a reply from %s", (_program, text) => {
  expect(readVisible(text)).toBe("Sí, gracias");
});

test("keeps answers between quotations visible", () => {
  const text = "> ¿Cuántas?\n\nCatorce.\n\n> ¿Cuándo?\n\nEl jueves.";
  expect(readVisible(text)).toBe("Catorce.|El jueves.");
});

test("keeps answers visible between quotations below a signature, and the line above an attribution", () => {
  const text = "El precio, bien.\nEl 27 nov 2026, Ana escribió:\n> a\nsí\n> b\nno\n-- \nRicardo";
  expect(readVisible(text)).toBe("El precio, bien.|sí|no");
  expect(readVisible(`Mira abajo\n-- \nRicardo\n${text}`)).toBe("Mira abajo|sí|no");
});

const outlookHead = "De: Ana <a@b.example>\nEnviado: viernes\nPara: Ricardo\nAsunto: Re: hola\n\n";

test("keeps answers visible between the lines of a text that Outlook quotes without marks", () => {
  const sentText =
    "Hola Ricardo:\n\n¿Cuántas cámaras? Pueden ser de 4 u 8 megapíxeles.\n\n¿Cuándo?\nAna Mora";
  const quotation =
    "Hola Ricardo:\n\n¿Cuántas cámaras? Pueden ser de 4\nu 8 megapíxeles.\n\n14, de noche\n¿Cuándo?\nEl jueves\nAna Mora\nGuaria";
  expect(readVisible(`Mira abajo\n\n${outlookHead}${quotation}`, [sentText])).toBe(
    "Mira abajo|14, de noche|El jueves",
  );
});

test("folds earlier mails below a text that it quotes", () => {
  const sentText = "¿Cuándo?\nAna Mora";
  const earlier = `${sentText}\n\n${outlookHead}¿Pueden venir?\n\n${outlookHead}${sentText}`;
  expect(readVisible(`El jueves\n\n${outlookHead}${earlier}`, [sentText, "¿Pueden\nvenir?"])).toBe(
    "El jueves",
  );
});

test.each([
  ["De: mí para ti"],
  ["On the way to the office I wrote:\nnothing"],
  ["El viernes escribió: nada"],
  [""],
])("folds nothing of %j", (text) => {
  expect(splitQuotes(text)).toEqual([{ text, isFolded: false }]);
});

test("the parts are the whole text", () => {
  const line = fc.constantFrom(
    "hola",
    "> cita",
    "",
    "-- ",
    "On x wrote:",
    "De: a",
    "Enviado: b",
    "Asunto: c",
    ">> d",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 3 }), (lines, sentLines) => {
      const text = lines.join("\n");
      expect(
        splitQuotes(text, [sentLines.join("\n")])
          .map((part) => part.text)
          .join("\n"),
      ).toBe(text);
    }),
  );
});

test("splits a hostile text in linear time", () => {
  for (const part of ["On ", ">", "De: a\n", "On x\n", "a ", "-", "\n"]) splitQuotes(part.repeat(100_000));
});

test("folds a mail that only quotes", () => {
  expect(splitQuotes("> todo es cita")).toEqual([{ text: "> todo es cita", isFolded: true }]);
});
