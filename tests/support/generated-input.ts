// Generates input of the API: the values of a JSON schema, encoded as JSON or as pairs, and damaged at any level.
import fc from "fast-check";
import { pages } from "#cms/content/site.ts";
import { contactFields, describeField } from "#functions/contract/contact.ts";
import { getOfferedDays, toCompanyDay } from "#functions/contract/meeting.ts";
import { inclusions } from "#functions/contract/submission.ts";
import { hostileText } from "./hostile-text.ts";
import { toLongEmail } from "./long-words.ts";

/** A schema as `docs/api/openapi.json` has it. */
export type JsonSchema = {
  type?: string;
  const?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
};

/** The messages that exist when the input is sent. */
export const existingMessageIds = Array.from(
  { length: 40 },
  (_, index) => `0b8f6f5e-7f43-4c0e-9f3a-${String(index).padStart(12, "0")}`,
);

const ids = [...existingMessageIds, "0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55"];
const addresses = ["ana@cliente.example", "ANA.B+c@sub.cliente.example", "nadie@guaria.example"];
const days = [getOfferedDays(toCompanyDay(new Date())).first, "1900-01-01", "2026-11-23", "2999-12-31"];
const passwords = ["tres volcanes y un río", "password"];
const paths = ["/", "/cctv", "//evil.example", "\\\\evil.example", "javascript:alert(1)", "https://["];
const otherTexts = ["", "a", "7", "30", "000000", "AAAA", "a.b.c", "cctv", " \u05d0\u05d1 \u200f", ...ids];

const longTexts: Record<string, readonly string[]> = Object.fromEntries(
  contactFields.flatMap((field) => {
    const { limit } = describeField(field);
    return limit ? [[field, ["", "a".repeat(limit), "😀".repeat(limit)]]] : [];
  }),
);

/**
 * Values of texts by their name, which the schemas do not describe. Some have the maximum length, because mistakes
 * occur at limits.
 */
const textsByName: Record<string, readonly string[]> = {
  id: ids,
  ids,
  page: [...pages, "no-such-page"],
  ...longTexts,
  name: ["Ana Solís", "José 🔑", ...(longTexts.name ?? [])],
  email: [...addresses, toLongEmail("a")],
  sender: addresses,
  phone: ["", "+506 8888-1234", "7".repeat(describeField("phone").limit ?? 0)],
  code_challenge: [""],
  message: ["Hola", ...(longTexts.message ?? [])],
  meeting_day: days,
  from: days,
  to: days,
  until: ["2026-11-01T00:00:00Z", "2030-01-01T00:00:00.000Z"],
  include: [...inclusions, inclusions.join()],
  limit: ["1", "7", "100"],
  password: passwords,
  current_password: passwords,
  type: ["signup", "email", "recovery", "magiclink", "email_change", "email.delivered", "email.bounced"],
  grant_type: ["password", "refresh_token", "id_token", "web3", "pkce"],
  factor_type: ["totp", "phone", "webauthn"],
  path: paths,
  "sanity-preview-pathname": paths,
  redirect_to: [...paths, "https://vitrina.example/en/auth"],
};

function generateText(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  const { pattern = "", minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const isAllowed = (text: string) =>
    text.length >= minLength && text.length <= maxLength && new RegExp(pattern).test(text);
  const choice = fc.constantFrom(...(textsByName[name] ?? otherTexts).filter(isAllowed));
  return pattern ? choice : fc.oneof({ weight: 16, arbitrary: choice }, hostileText.filter(isAllowed));
}

/** Generates the values of a schema. `name` is that of the member or the parameter. */
export function generateValue(schema: JsonSchema, name = ""): fc.Arbitrary<unknown> {
  const { type, anyOf, properties, items, minimum, maximum } = schema;
  if (properties) return generateObject(schema);
  if (anyOf)
    return fc.oneof(
      ...anyOf.map((option) => ({
        weight: option.type === "null" ? 1 : 5,
        arbitrary: generateValue(option, name),
      })),
    );
  if (items) return fc.array(generateValue(items, name), { minLength: schema.minItems ?? 0, maxLength: 5 });
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === "string") return generateText(schema, name);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") return fc.integer({ min: minimum ?? 0, max: maximum ?? 9_999 });
  return schema.const || type === "null" ? fc.constant(schema.const ?? null) : fc.jsonValue({ maxDepth: 4 });
}

/** Generates the objects of a schema. */
export function generateObject({
  properties = {},
  required = [],
}: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) members[name] = generateValue(schema, name);
  return fc.record(members, { requiredKeys: [...required] });
}

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 9e15, "", " ", [], {}, [[]], { $gt: "" }, ["a"]),
  fc.constantFrom("\ud800", "a\0b", "\u202e\u200f", "\ufeff", "\u0007", "1e400", "' or true --", "$x"),
  fc.integer({ min: 30, max: 6_000 }).map((length) => "x".repeat(length)),
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
);
const foreignNames = ["__proto__", "constructor", "toString", "role", "is_admin", "id", "", "a.b", "\ud800"];

type Member = readonly [name: string, value: unknown];

/** Removes, replaces, repeats or adds a member. A list can have a name twice, and `__proto__`. */
const memberChanges: fc.Arbitrary<(members: Member[]) => Member[]> = fc
  .record({
    index: fc.nat(20),
    removed: fc.nat(1),
    newName: fc.option(fc.constantFrom(...foreignNames), { freq: 2 }),
    added: fc.option(fc.tuple(strangeValue)),
  })
  .map(({ index, removed, newName, added }) => (members) => {
    const position = index % Math.max(members.length, 1);
    const name = newName ?? members[position]?.[0] ?? "x";
    return members.toSpliced(position, removed, ...(added ?? []).map((value) => [name, value] as const));
  });

/** Inserts a piece at any position of a text, and cuts off the rest or not. */
export const textDamages = (pieces: fc.Arbitrary<string>): fc.Arbitrary<(text: string) => string> =>
  fc
    .record({
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      piece: pieces,
      isCut: fc.constantFrom(true, false, false),
    })
    .map(({ part, piece, isCut }) => (text) => {
      const position = Math.round(text.length * part);
      return text.slice(0, position) + piece + (isCut ? "" : text.slice(position));
    });

/** Applies a change to some values and none to the others. */
const changeSome = <Value>(
  values: fc.Arbitrary<Value>,
  changes: fc.Arbitrary<(value: Value) => Value>,
  share: { unchanged: number; changed: number },
): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: share.unchanged, arbitrary: values },
    { weight: share.changed, arbitrary: fc.tuple(values, changes).map(([value, change]) => change(value)) },
  );

const toMembers = (objects: fc.Arbitrary<Record<string, unknown>>) =>
  changeSome(
    objects.map((object): Member[] => Object.entries(object)),
    memberChanges,
    { unchanged: 1, changed: 1 },
  );

const jsonPieces = fc.oneof(
  fc.constantFrom("", "\ufeff", "\0", "//", "[", "}", "{}", ",", "\n\n", "\u2028", "\t"),
  fc.constantFrom("\\ud800", "\\u0000", "\\u202e", "\\x", " ".repeat(66_000)),
  fc.integer({ min: 2, max: 32_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.integer({ min: 2, max: 6_000 }).map((depth) => '{"data":'.repeat(depth)),
  hostileText,
);

/** Generates JSON bodies: valid, with a changed member, of another type, or damaged as text or bytes. */
export function generateJson(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const stringifyMember = ([name, value]: Member) => `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  const objects = toMembers(bodies as fc.Arbitrary<Record<string, unknown>>).map(
    (members) => `{${members.map(stringifyMember).join()}}`,
  );
  const otherTypes = strangeValue.map((value) => JSON.stringify(value));
  const texts = fc.oneof({ weight: 12, arbitrary: objects }, otherTypes);
  const encodings = fc.oneof(
    { weight: 12, arbitrary: fc.constant<BufferEncoding>("utf8") },
    fc.constantFrom<BufferEncoding>("latin1", "utf16le"),
  );
  return fc
    .tuple(changeSome(texts, textDamages(jsonPieces), { unchanged: 4, changed: 1 }), encodings)
    .map(([text, encoding]) => Buffer.from(text, encoding));
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const encodedPieces = fc.oneof(
  fc.constantFrom("%", "%z", "%zz", "%ff", "%00", "%ED%A0%80", "%c0%af", "%e2%80", "%2e%2e%2f", "a%2fb"),
  fc.constantFrom("", "+", "=", "%25", "%0d%0a", "%E2%80%AE", "é", "x".repeat(8_000)),
  hostileText.map(encode),
);

// A generated object may have no prototype, so it has no text of its own.
const toText = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Generates queries and form bodies: valid, with a changed pair, or with damaged encoding. */
export function generatePairs(objects: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<string> {
  const texts = toMembers(objects).map((members) =>
    members.map(([name, value]) => `${encode(name)}=${encode(toText(value ?? ""))}`).join("&"),
  );
  return changeSome(texts, textDamages(encodedPieces), { unchanged: 2, changed: 1 });
}

/** Generates a segment of a path, mostly a known one. It stays one segment. */
export const generateSegment = (name: string): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...(textsByName[name] ?? otherTexts)).map(encode) },
      fc.uuid().map((id) => id.toUpperCase()),
      fc.constantFrom("null", "undefined", "__proto__", "*", ":id"),
      encodedPieces,
    )
    .filter((segment) => !/^(?:\.|%2e)*$/i.test(segment));
