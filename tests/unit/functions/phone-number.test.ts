import { expect, test } from "vitest";
import { findPhoneNumber } from "#functions/phone-number.ts";

const numbers: [text: string, number: string | null, extension?: string][] = [
  ["8888-8888", "+50688888888"],
  ["2222 2222", "+50622222222"],
  ["+506 6000-0000", "+50660000000"],
  ["506 8888 8888", "+50688888888"],
  ["00 506 6000 0000", "+50660000000"],
  ["800-123-4567", "+5068001234567"],
  // Two numbers: the first counts.
  ["2222-2222 / 8888-8888", "+50622222222"],
  ["22222222/88888888", "+50622222222"],
  ["2222-2222, 8888-8888", "+50622222222"],
  ["2222-2222; 8888-8888", "+50622222222"],
  ["8888-8888 o 2222-2222", "+50688888888"],
  ["Oficina 2222-2222 y celular 8888-8888", "+50622222222"],
  // An extension is no part of the number.
  ["2222-2222 ext. 104", "+50622222222", "104"],
  ["2222-2222 extensión 104", "+50622222222", "104"],
  ["2222-2222 x104 / 8888-8888", "+50622222222", "104"],
  ["2222-2222;ext=104", "+50622222222", "104"],
  // A country is known by its code only.
  ["(305) 555-0100", null],
  ["305 555 0100", null],
  ["+1 (305) 555-0100", "+13055550100"],
  ["+30 305 555 0100", null],
  ["+34 612 34 56 78", "+34612345678"],
  // No number of its country, or no number.
  ["0000 0000", null],
  ["+506 888 8888", null],
  ["1022", null],
  ["911", null],
  ["600-000", null],
  ["por WhatsApp", null],
  ["", null],
];

test.each(numbers)("finds in %j the number %s", async (text, number, extension) => {
  expect(await findPhoneNumber(text)).toEqual(number && { number, extension: extension ?? null });
});
