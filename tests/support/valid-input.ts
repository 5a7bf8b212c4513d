import fc from "fast-check";
import * as v from "valibot";
import { getOfferedDays, meetingParts, toCompanyDay } from "#functions/contract/meeting.ts";
import { services, sources } from "#functions/contract/options.ts";
import { inclusions, submissionActions, submissionFilters } from "#functions/contract/submission.ts";
import { hostileText } from "./hostile-text.ts";

/** Texts in the formats of the contract. Each schema gets those that it allows. */
const texts = [
  ...[
    "",
    "a",
    "Ana Solís",
    "José 🔑",
    " \u05d0\u05d1 \u200f",
    "e\u0301",
    "+506 8888-1234",
    "7",
    "30",
    "100",
    "es",
    "en",
  ],
  ...[
    "ana@cliente.example",
    "ANA.B+c@sub.cliente.example",
    "nadie@guaria.example",
    "tres volcanes y un río",
    "password",
  ],
  ...[
    "0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55",
    "2026-11-01T00:00:00Z",
    "2030-01-01T00:00:00.000Z",
    "1900-01-01",
    "2026-11-23",
    "2999-12-31",
    "000000",
    "AAAA",
  ],
  ...[
    "/cctv",
    "home",
    "/en/contact?a=b#c",
    "signup",
    "email",
    "recovery",
    "magiclink",
    "email_change",
    "totp",
  ],
  ...[...services, ...sources, ...submissionFilters, ...submissionActions],
  ...[...inclusions, inclusions.join(), ...meetingParts, getOfferedDays(toCompanyDay(new Date())).first],
];

type IsAllowed = (value: unknown) => boolean;

// Returns the longest allowed text of each shape and the next shorter one, because mistakes occur at limits.
function listLimitTexts(allows: IsAllowed): string[] {
  const shapes = [
    (length: number) => "a".repeat(length),
    (length: number) => "😀".repeat(length),
    (length: number) => `${"a".repeat(length)}@b.example`,
  ];
  return shapes.flatMap((shape) => {
    if (!allows(shape(1)) || allows(shape(20_000))) return [];
    let [longestAllowed, shortestRejected] = [1, 20_000];
    while (shortestRejected - longestAllowed > 1) {
      const middle = Math.floor((longestAllowed + shortestRejected) / 2);
      if (allows(shape(middle))) longestAllowed = middle;
      else shortestRejected = middle;
    }
    return [shape(longestAllowed), shape(Math.max(1, longestAllowed - 1))];
  });
}

function generateText(allows: IsAllowed): fc.Arbitrary<string> {
  const validTexts = [...texts, ...listLimitTexts(allows)].filter(allows);
  const allowsHostileText = fc.sample(hostileText, { seed: 1, numRuns: 200 }).some(allows);
  if (validTexts.length === 0) throw new Error("No known text is valid for this schema: add one");
  const choice = fc.constantFrom(...validTexts);
  return allowsHostileText ? fc.oneof(choice, hostileText.filter(allows)) : choice;
}

function generateObject(entries: v.ObjectEntries): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(entries);
  const isOptional = (name: string) => getBaseSchema(entries[name] as v.GenericSchema).type === "optional";
  const record: Record<string, fc.Arbitrary<unknown>> = {};
  for (const name of names) record[name] = generateInput(entries[name] as v.GenericSchema);
  return fc.record(record, { requiredKeys: names.filter((name) => !isOptional(name)) });
}

const getBaseSchema = (schema: v.GenericSchema): v.GenericSchema =>
  "pipe" in schema ? getBaseSchema((schema as unknown as { pipe: [v.GenericSchema] }).pipe[0]) : schema;

/** Generates the values that a schema of the contract allows. */
export function generateInput(
  schema: v.GenericSchema,
  allows: IsAllowed = (value) => v.is(schema, value),
): fc.Arbitrary<unknown> {
  const base = getBaseSchema(schema) as v.GenericSchema & {
    entries: v.ObjectEntries;
    wrapped: v.GenericSchema;
    item: v.GenericSchema;
    options: (string | v.GenericSchema)[];
    literal: string;
  };
  switch (base.type) {
    case "string":
      return generateText(allows);
    case "picklist":
      return fc.constantFrom(...(base.options as string[]));
    case "union":
      return fc.oneof(...(base.options as v.GenericSchema[]).map((option) => generateInput(option)));
    case "literal":
      return fc.constant(base.literal);
    case "number":
      return fc.oneof(fc.constantFrom(0, 0.05, 7, 1_800, 300_000), fc.double({ noNaN: true })).filter(allows);
    case "boolean":
      return fc.boolean();
    case "unknown":
      return fc.jsonValue({ maxDepth: 4 });
    case "optional":
      return generateInput(base.wrapped, allows);
    case "nullable":
      return fc.option(generateInput(base.wrapped, allows), { freq: 5 });
    case "array":
      return fc.array(generateInput(base.item), { maxLength: 5 }).filter(allows);
    case "object":
    case "strict_object":
      return generateObject(base.entries).filter(allows);
    default:
      throw new Error(`No valid input is made for the schema ${base.type}`);
  }
}
