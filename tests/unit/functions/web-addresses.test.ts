import { expect, test } from "vitest";
import { splitAddresses } from "#functions/contract/web-addresses.ts";

test.each([
  ["no address", ["no address"]],
  ["https://guaria.example/planes", ["", "https://guaria.example/planes", ""]],
  ["Mira (https://guaria.example/a?b=1&c).", ["Mira (", "https://guaria.example/a?b=1&c", ")."]],
  ["«http://a.example» y https://b.example.", ["«", "http://a.example", "» y ", "https://b.example", "."]],
  ["https://", ["https://"]],
  ["https://.", ["https://."]],
  ["javascript:alert(1)", ["javascript:alert(1)"]],
  ["uno\nhttps://a.example\ndos", ["uno\n", "https://a.example", "\ndos"]],
])("splits %j into addresses and texts", (text, parts) => {
  expect(splitAddresses(text)).toEqual(parts);
  expect(splitAddresses(text).join("")).toBe(text);
});

test("keeps a long address of signs whole", () => {
  const address = `https://a${".".repeat(10_000)}b`;
  expect(splitAddresses(`${address}…`)[1]).toBe(`${address}…`);
});
