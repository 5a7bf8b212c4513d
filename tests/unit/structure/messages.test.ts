import { expect, test } from "vitest";
import { type Node, parseSource, quotedIn, readSources, type Source, walk } from "./source.ts";

type Keys = Record<string, unknown>;

const oneOf = (texts: string[]) => `(${texts.join("|").replaceAll(".", "\\.")})`;
const partsOf = (template: Node) =>
  (template.quasis as Node[]).map(({ value }) => (value as { raw: string }).raw);

/**
 * The keys that a template makes. A gap is each word of the union that stands in it, each text of the file where the
 * template begins with it, and any one word elsewhere.
 */
function madeBy(template: Node, texts: string[]): string {
  const gaps = (template.types ?? template.expressions) as Node[];
  return partsOf(template)
    .map((part, index) => {
      const gap = gaps[index];
      if (!gap) return oneOf([part]);
      if (gap.type === "TSUnionType") return oneOf([part]) + oneOf(quotedIn(gap).map(({ text }) => text));
      return part === "" ? oneOf(texts) : `${oneOf([part])}[^.]+`;
    })
    .join("");
}

/** What the sources ask for: whole keys, and those that they put together, such as `inbox.filter.${name}`. */
function askedFor(sources: Source[]): RegExp {
  const asked = sources.flatMap((source) => {
    const tree = parseSource(source);
    const texts = quotedIn(tree).flatMap(({ text }) => (/^[\w.]+$/.test(text) ? [text] : []));
    const made: string[] = [];
    walk(tree, (node) => {
      const isTemplate = node.type === "TemplateLiteral" || node.type === "TSTemplateLiteralType";
      if (isTemplate && /^\w*\.[\w.]*$/.test(partsOf(node).join(""))) made.push(madeBy(node, texts));
    });
    return [oneOf(texts), ...made];
  });
  return new RegExp(`^(${asked.join("|")})$`);
}

const unusedOf = (keys: Keys, sources: Source[]): string[] => {
  const asked = askedFor(sources);
  return Object.keys(keys).filter((key) => !asked.test(key));
};

/** The keys that one language has and another lacks. */
function missing(languages: Record<string, Keys>): string[] {
  const all = new Set(Object.values(languages).flatMap((keys) => Object.keys(keys)));
  return Object.entries(languages).flatMap(([name, keys]) =>
    [...all].filter((key) => !(key in keys)).map((key) => `${name} lacks ${key}`),
  );
}

const files = readSources("web/language/messages/*/*.json").map(({ path, text }) => ({
  path,
  keys: JSON.parse(text) as Keys,
}));

test.each([...new Set(files.map(({ path }) => path.split("/").at(-1) ?? ""))])(
  "%s has the same keys in every language",
  (name) => {
    const those = files.filter(({ path }) => path.endsWith(`/${name}`));
    expect(missing(Object.fromEntries(those.map(({ path, keys }) => [path, keys])))).toEqual([]);
  },
);

test("a key that a language lacks is named, with its file", () => {
  expect(missing({ "es/site.json": { "menu.open": "", title: "" }, "en/site.json": { title: "" } })).toEqual([
    "en/site.json lacks menu.open",
  ]);
});

test("every message is used", () => {
  const sources = readSources("web/**/*.{ts,tsx}");
  expect(unusedOf(Object.assign({}, ...files.map(({ keys }) => keys)), sources)).toEqual([]);
});

test("a message that nothing asks for would be found", () => {
  const keys = {
    "menu.open": "",
    "menu.close": "",
    "menu.lead": "",
    "part.one.title": "",
    "part.gone": "",
    "a.b.c": "",
  };
  const text = `text(\`part.\${name}.title\`); type Mine = \`menu.\${"open" | "close"}\`; text(\`a.\${b}\`);`;
  expect(unusedOf(keys, [{ path: "web/ui/made-up.ts", text }])).toEqual(["menu.lead", "part.gone", "a.b.c"]);
});
