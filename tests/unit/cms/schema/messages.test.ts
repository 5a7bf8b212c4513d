import { expect, test } from "vitest";
import { compiledSchema } from "#cms/schema/index.ts";

type Check = (value: unknown, context: unknown) => unknown;
type Rule = { _rules: { flag: string; constraint: Check }[]; _message?: unknown };
type Type = {
  name: string;
  type?: Type;
  fields?: { name: string; type: Type }[];
  of?: Type[];
  validation?: unknown;
};

/** Lists the custom checks of the compiled schema by path. A field also has the checks of its type. */
function* checks(type: Type, path: string, seen: Set<Type>): Generator<[string, Check]> {
  if (seen.has(type)) return;
  seen.add(type);
  for (const rule of rulesOf(type)) {
    // This message replaces the message of any failing constraint.
    if (rule._message) yield [path, () => rule._message];
    for (const { flag, constraint } of rule._rules) {
      if (flag === "custom") yield [path, constraint];
      expect(flag, `${path}: Sanity puts the pattern's name in its message`).not.toBe("regex");
    }
  }
  for (const { name, type: field } of type.fields ?? []) yield* checks(field, `${path}.${name}`, seen);
  for (const item of type.of ?? []) yield* checks(item, `${path}[${item.name}]`, seen);
}

const rulesOf = ({ validation }: Type): Rule[] => {
  const rule = { _rules: [] } as unknown as Rule;
  return ([validation].flat(2) as (((rule: Rule) => Rule | Rule[]) | Rule | undefined)[]).flatMap((each) =>
    typeof each === "function" ? each(rule) : (each ?? []),
  );
};

const names = ["page", "siteSettings", "navigation", "redirect"];
const own = /^(page|siteSettings|navigation|redirect)/;

async function refusals(language: "es" | "en"): Promise<Map<string, string[]>> {
  const schema = compiledSchema(language);
  const found = new Map<string, string[]>();
  for (const name of names) {
    for (const [path, check] of checks(schema.get(name) as unknown as Type, name, new Set())) {
      if (!own.test(path)) continue;
      const said: string[] = [];
      for (const [value, context] of wrong) {
        // A check may throw for values of other types.
        const answer = await (async () => check(value, context))().catch(() => true);
        if (typeof answer === "string") said.push(answer);
      }
      found.set(`${path} ${[...found.keys()].filter((key) => key.startsWith(`${path} `)).length}`, said);
    }
  }
  return found;
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
const behind = (language: "es" | "en") => ({
  ...context,
  parent: { ...context.parent, es: "x", en: "y", follower: { language, of: "another" } },
});
const wrong: [unknown, typeof context][] = [
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
wrong.push(["x", behind("es")], ["y", behind("en")]);
// Texts longer than a recommended length, but within the limit.
for (const length of [22, 28, 37, 45, 58, 65, 75, 110, 130, 150, 158, 190, 200, 250, 330]) {
  const text = "x ".repeat(length).slice(0, length);
  wrong.push([{ es: text, en: text }, context]);
}

test("every check of the schema rejects a value, with a sentence in both languages", async () => {
  const [spanish, english] = [await refusals("es"), await refusals("en")];
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
