import * as v from "valibot";
import { expect, test } from "vitest";
import { findContentDoubts } from "#functions/contact/content-doubts.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import { type Doubt, spamWeight, weighDoubts } from "#functions/contract/doubt.ts";
import { honestMessages } from "../../support/honest-messages.ts";

/** All doubts about the arrival of an honest message together. */
const worstArrival: Doubt[] = [
  { code: "without_script" },
  { code: "hurried", count: 0 },
  { code: "turnstile_missing" },
];

test("no honest message is spam, with any way of arrival", () => {
  expect(honestMessages.length).toBeGreaterThanOrEqual(60);
  const spam = honestMessages.filter((message) => {
    const input = v.parse(contactInput, { name: "Ana Pérez", email: "ana@cliente.example", message });
    return weighDoubts([...findContentDoubts(input), ...worstArrival]) >= spamWeight;
  });
  expect(spam).toEqual([]);
});
