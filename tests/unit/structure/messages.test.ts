import { expect, test } from "vitest";
import { type Node, parseSource, quotedIn, readSources, type Source, walk } from "./source.ts";

type Keys = Record<string, unknown>;

const oneOf = (texts: string[]) => `(${texts.join("|").replaceAll(".", "\\.")})`;
const partsOf = (template: Node) =>
  (template.quasis as Node[]).map(({ value }) => (value as { raw: string }).raw);

/**
 * Returns a pattern of the keys that a template composes. A gap with a union matches its texts. A gap at the start
 * matches every text of the file, and any other gap matches a part without dots.
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

/** Returns a pattern of the used keys, whole or composed, such as `inbox.filter.${name}`. */
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

/** Lists the keys that are missing in a language. */
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

test("names a key that a language lacks, with its file", () => {
  expect(missing({ "es/site.json": { "menu.open": "", title: "" }, "en/site.json": { title: "" } })).toEqual([
    "en/site.json lacks menu.open",
  ]);
});

test("every message is used", () => {
  const sources = readSources("web/**/*.{ts,tsx}");
  expect(unusedOf(Object.assign({}, ...files.map(({ keys }) => keys)), sources)).toEqual([]);
});

test("finds an unused message", () => {
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
