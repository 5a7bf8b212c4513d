import fc from "fast-check";
import { hostileText } from "./hostile-text.ts";

type Json = Record<string, unknown>;

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 9e15, "", " ", [], {}, [[]], { $gt: "" }, ["a"]),
  fc.constantFrom("\ud800", "a\0b", "\u202e\u200f", "\ufeff", "\u0007", "1e400", "' or true --", "$x"),
  fc.integer({ min: 30, max: 6_000 }).map((length) => "x".repeat(length)),
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
);

const foreignNames = ["__proto__", "constructor", "toString", "role", "is_admin", "id", "", "a.b", "\ud800"];

const removeMember = (body: Json, memberIndex: number): Json => {
  const names = Object.keys(body);
  const removedName = names[memberIndex % Math.max(names.length, 1)];
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== removedName));
};
const replaceMember = (body: Json, memberIndex: number, value: unknown): Json => {
  const names = Object.keys(body);
  return names.length === 0 ? body : { ...body, [names[memberIndex % names.length] as string]: value };
};
// Works on text, because an object literal would treat `__proto__` as its prototype and cannot have a name twice.
const addMember = (body: unknown, name: string, value: unknown): string =>
  JSON.stringify(body)
    .replace(/^\{/, (brace) => `${brace}${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .replace(",}", "}");

const anyIndex = fc.nat(20);
const spoilers: fc.Arbitrary<(body: Json) => string>[] = [
  anyIndex.map((index) => (body) => JSON.stringify(removeMember(body, index))),
  fc.tuple(anyIndex, strangeValue).map(
    ([index, value]) =>
      (body) =>
        JSON.stringify(replaceMember(body, index, value)),
  ),
  fc.tuple(fc.constantFrom(...foreignNames), strangeValue).map(
    ([name, value]) =>
      (body) =>
        addMember(body, name, value),
  ),
  fc.tuple(anyIndex, strangeValue).map(
    ([index, value]) =>
      (body) =>
        addMember(body, Object.keys(body)[index] ?? "x", value),
  ),
  strangeValue.map((value) => () => JSON.stringify(value)),
  fc.tuple(anyIndex, strangeValue).map(
    ([index, value]) =>
      (body) =>
        JSON.stringify({ ...removeMember(body, index), x: value }),
  ),
];

const createNestedText = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const textSpoilers: fc.Arbitrary<(text: string) => Buffer>[] = [
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((part) => (text) => Buffer.from(text.slice(0, text.length * part))),
  fc
    .constantFrom<BufferEncoding>("latin1", "utf16le")
    .map((encoding) => (text) => Buffer.from(text, encoding)),
  fc
    .constantFrom("\ufeff", "\0", "//", "[", "}", "\u2028")
    .map((addition) => (text) => Buffer.from(addition + text)),
  fc.constantFrom("\0", "}", "{}", ",", "\n\n").map((addition) => (text) => Buffer.from(text + addition)),
  fc.integer({ min: 2, max: 32_000 }).map((depth) => () => Buffer.from(createNestedText(depth))),
  fc.integer({ min: 2, max: 6_000 }).map((depth) => () => Buffer.from('{"data":'.repeat(depth))),
  fc.integer({ min: 60_000, max: 70_000 }).map((size) => (text) => Buffer.from(text.padEnd(size))),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => () => Buffer.from(bytes)),
  fc
    .constantFrom("\\ud800", "\\u0000", "\\u202e", "\\x", "\t")
    .map((sign) => (text) => Buffer.from(text.replace(/"(?=[:,}])/, `${sign}"`))),
];

/** Generates JSON bodies: valid, with an invalid member, or damaged as text or bytes. */
export const jsonBodies = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 3, arbitrary: valid.map((body) => Buffer.from(JSON.stringify(body))) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(valid, fc.oneof(...spoilers))
        .map(([body, spoil]) => Buffer.from(spoil(body as Json))),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(valid, fc.oneof(...textSpoilers))
        .map(([body, spoil]) => spoil(JSON.stringify(body))),
    },
  );

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const brokenPieces = [
  "%",
  "%z",
  "%zz",
  "%ff",
  "%00",
  "%ED%A0%80",
  "%c0%af",
  "%e2%80",
  "+",
  "=",
  "%25",
  "%0d%0a",
  "%E2%80%AE",
  "é",
];
const piece = fc.oneof(
  fc.constantFrom(...brokenPieces),
  hostileText.map(encode),
  fc.constant("x".repeat(8_000)),
);

const toPairs = (values: Json) =>
  Object.entries(values).map(([name, value]) => `${encode(name)}=${encode(String(value ?? ""))}`);

/** Generates queries and form bodies: valid, or with a damaged value, name or encoding. */
export const encodedPairs = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(
      valid,
      fc.array(fc.tuple(fc.constantFrom("value", "name", "twice", "alone"), anyIndex, piece), {
        maxLength: 2,
      }),
    )
    .map(([values, spoils]) => {
      const pairs = toPairs(values as Json);
      const names = Object.keys(values as Json);
      for (const [damage, index, part] of spoils) {
        const name = names[index % Math.max(names.length, 1)] ?? "q";
        if (damage === "value") pairs[index % Math.max(pairs.length, 1)] = `${encode(name)}=${part}`;
        else if (damage === "twice") pairs.push(`${encode(name)}=${part}`);
        else pairs.push(damage === "name" ? `${part}=1` : part);
      }
      return pairs.join("&");
    });

/**
 * Generates a path segment that stands for an id or a name: a known one, or one that does not exist. It stays one
 * segment.
 */
export const pathParts = (knownParts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...knownParts) },
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
      fc.constantFrom(
        "7",
        "null",
        "undefined",
        "__proto__",
        "%",
        "%zz",
        "%ff",
        "%00",
        "%2e%2e%2f",
        "a%2fb",
        "%0d%0a",
        "*",
        ":id",
        "é",
        "a".repeat(3_000),
      ),
      hostileText.map(encode),
    )
    .filter((part) => !/^(?:\.|%2e)*$/i.test(part));
