import { expect, test } from "vitest";
import { compiledSchema } from "#cms/schema/index.ts";

type SchemaCheck = (value: unknown, context: unknown) => unknown;
type SchemaRule = { _rules: { flag: string; constraint: SchemaCheck }[]; _message?: unknown };
type CompiledType = {
  name: string;
  type?: CompiledType;
  fields?: { name: string; type: CompiledType }[];
  of?: CompiledType[];
  validation?: unknown;
};

/** Lists the custom checks of the compiled schema by path. A field also has the checks of its type. */
function* listChecks(
  type: CompiledType,
  path: string,
  visitedTypes: Set<CompiledType>,
): Generator<[string, SchemaCheck]> {
  if (visitedTypes.has(type)) return;
  visitedTypes.add(type);
  for (const rule of listRules(type)) {
    // This message replaces the message of any failing constraint.
    if (rule._message) yield [path, () => rule._message];
    for (const { flag, constraint } of rule._rules) {
      if (flag === "custom") yield [path, constraint];
      expect(flag, `${path}: Sanity puts the pattern's name in its message`).not.toBe("regex");
    }
  }
  for (const { name, type: field } of type.fields ?? [])
    yield* listChecks(field, `${path}.${name}`, visitedTypes);
  for (const item of type.of ?? []) yield* listChecks(item, `${path}[${item.name}]`, visitedTypes);
}

const listRules = ({ validation }: CompiledType): SchemaRule[] => {
  const rule = { _rules: [] } as unknown as SchemaRule;
  return (
    [validation].flat(2) as (((rule: SchemaRule) => SchemaRule | SchemaRule[]) | SchemaRule | undefined)[]
  ).flatMap((definition) => (typeof definition === "function" ? definition(rule) : (definition ?? [])));
};

const names = ["page", "siteSettings", "navigation", "redirect"];
const documentPath = /^(page|siteSettings|navigation|redirect)/;

async function collectRejections(language: "es" | "en"): Promise<Map<string, string[]>> {
  const schema = compiledSchema(language);
  const rejections = new Map<string, string[]>();
  for (const name of names) {
    for (const [path, check] of listChecks(schema.get(name) as unknown as CompiledType, name, new Set())) {
      if (!documentPath.test(path)) continue;
      const messages: string[] = [];
      for (const [value, context] of invalidValues) {
        // A check may throw for values of other types.
        const answer = await (async () => check(value, context))().catch(() => true);
        if (typeof answer === "string") messages.push(answer);
      }
      rejections.set(
        `${path} ${[...rejections.keys()].filter((key) => key.startsWith(`${path} `)).length}`,
        messages,
      );
    }
  }
  return rejections;
}

// Invalid values: every check rejects at least one of them.
const long = "x".repeat(700);
const link = { kind: "page", page: { _ref: "home" }, anchor: "linked" };
const context = {
  parent: {
    ...{ kind: "page", page: { _ref: "cctv" } },
    ...{ price: {}, screens: [{}], picture: { asset: {} }, opens: "18:00" },
    ...{
      asset: { _ref: "image-new-2x2-webp" },
      alt: { es: "x", en: "x" },
      replaced: { asset: "old", es: "x", en: "x" },
    },
  },
  document: { _id: "home", sections: [] },
  getClient: () => ({
    fetch: async (query: string) => {
      if (query.includes('"redirects"')) return { redirects: [], pages: 1, moved: 0 };
      if (query.includes("references(")) return [{ name: "cctv", sections: [{ link }] }];
      return query.includes("_id == $page") ? [link.anchor] : [];
    },
  }),
};
const createOutdatedContext = (language: "es" | "en") => ({
  ...context,
  parent: { ...context.parent, es: "x", en: "y", follower: { language, of: "another" } },
});
const invalidValues: [unknown, typeof context][] = [
  { es: long, en: long },
  { es: long, en: "" },
  { es: "", en: long },
  { es: "x", en: "x" },
  " ",
  "¡No!",
  "/api/contact",
  "gone",
  { asset: { _ref: "image-a-1x1-webp" } },
  undefined,
  [{ anchor: "a" }, { anchor: "a" }],
  [{ key: "a" }, { key: "a" }],
  [{ language: "es" }, { language: "es" }],
  [{ _ref: "a" }, { _ref: "a" }],
  [{ popular: true }, { popular: true }],
  [{ tone: "accent" }, { tone: "accent" }],
  [{ days: ["mon", "mon"] }],
  [{ picture: { asset: {} } }, {}],
  "08:00",
  [{ title: { es: long, en: long } }],
].map((value) => [value, context]);
invalidValues.push(["x", createOutdatedContext("es")], ["y", createOutdatedContext("en")]);
// Texts longer than a recommended length, but within the limit.
for (const length of [22, 28, 37, 45, 58, 65, 75, 110, 130, 150, 158, 190, 200, 250, 330]) {
  const text = "x ".repeat(length).slice(0, length);
  invalidValues.push([{ es: text, en: text }, context]);
}

test("every check of the schema rejects a value, with a sentence in both languages", async () => {
  const [spanish, english] = [await collectRejections("es"), await collectRejections("en")];
  expect(spanish.size).toBeGreaterThan(25);
  expect([...english.keys()]).toEqual([...spanish.keys()]);
  for (const [path, messages] of spanish) {
    expect(messages.length, `${path} rejects nothing`).toBeGreaterThan(0);
    expect(english.get(path), path).toHaveLength(messages.length);
    for (const [index, message] of messages.entries()) {
      expect(message, path).toMatch(/\.$/);
      expect(english.get(path)?.[index], path).not.toBe(message);
    }
  }
});
