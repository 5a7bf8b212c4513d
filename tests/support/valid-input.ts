import fc from "fast-check";
import * as v from "valibot";
import { companyDay, meetingParts, offeredDays } from "#functions/contract/meeting.ts";
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
  ...[...inclusions, inclusions.join(), ...meetingParts, offeredDays(companyDay(new Date())).first],
];

type Allows = (value: unknown) => boolean;

// Returns the longest allowed text of each shape and the next shorter one, because mistakes occur at limits.
function atTheLimit(allows: Allows): string[] {
  const shapes = [
    (length: number) => "a".repeat(length),
    (length: number) => "😀".repeat(length),
    (length: number) => `${"a".repeat(length)}@b.example`,
  ];
  return shapes.flatMap((shape) => {
    if (!allows(shape(1)) || allows(shape(20_000))) return [];
    let [least, most] = [1, 20_000];
    while (most - least > 1) {
      const middle = Math.floor((least + most) / 2);
      if (allows(shape(middle))) least = middle;
      else most = middle;
    }
    return [shape(least), shape(Math.max(1, least - 1))];
  });
}

function validText(allows: Allows): fc.Arbitrary<string> {
  const known = [...texts, ...atTheLimit(allows)].filter(allows);
  const free = fc.sample(hostileText, { seed: 1, numRuns: 200 }).some(allows);
  if (known.length === 0) throw new Error("No known text is valid for this schema: add one");
  const choice = fc.constantFrom(...known);
  return free ? fc.oneof(choice, hostileText.filter(allows)) : choice;
}

function validObject(entries: v.ObjectEntries): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(entries);
  const isOptional = (name: string) => baseOf(entries[name] as v.GenericSchema).type === "optional";
  const record: Record<string, fc.Arbitrary<unknown>> = {};
  for (const name of names) record[name] = validInput(entries[name] as v.GenericSchema);
  return fc.record(record, { requiredKeys: names.filter((name) => !isOptional(name)) });
}

const baseOf = (schema: v.GenericSchema): v.GenericSchema =>
  "pipe" in schema ? baseOf((schema as unknown as { pipe: [v.GenericSchema] }).pipe[0]) : schema;

/** Generates the values that a schema of the contract allows. */
export function validInput(
  schema: v.GenericSchema,
  allows: Allows = (value) => v.is(schema, value),
): fc.Arbitrary<unknown> {
  const base = baseOf(schema) as v.GenericSchema & {
    entries: v.ObjectEntries;
    wrapped: v.GenericSchema;
    item: v.GenericSchema;
    options: (string | v.GenericSchema)[];
    literal: string;
  };
  switch (base.type) {
    case "string":
      return validText(allows);
    case "picklist":
      return fc.constantFrom(...(base.options as string[]));
    case "union":
      return fc.oneof(...(base.options as v.GenericSchema[]).map((option) => validInput(option)));
    case "literal":
      return fc.constant(base.literal);
    case "number":
      return fc.oneof(fc.constantFrom(0, 0.05, 7, 1_800, 300_000), fc.double({ noNaN: true })).filter(allows);
    case "boolean":
      return fc.boolean();
    case "unknown":
      return fc.jsonValue({ maxDepth: 4 });
    case "optional":
      return validInput(base.wrapped, allows);
    case "nullable":
      return fc.option(validInput(base.wrapped, allows), { freq: 5 });
    case "array":
      return fc.array(validInput(base.item), { maxLength: 5 }).filter(allows);
    case "object":
    case "strict_object":
      return validObject(base.entries).filter(allows);
    default:
      throw new Error(`No valid input is made for the schema ${base.type}`);
  }
}
