import { expect, test } from "vitest";
import { listLiterals, parseSource, readSources, type SourceFile, type SyntaxNode, walk } from "./source.ts";

type MessageKeys = Record<string, unknown>;

const toAlternatives = (texts: string[]) => `(${texts.join("|").replaceAll(".", "\\.")})`;
const getParts = (template: SyntaxNode) =>
  (template.quasis as SyntaxNode[]).map(({ value }) => (value as { raw: string }).raw);

/**
 * Returns a pattern of the keys that a template composes. A gap with a union matches its texts. A gap at the start
 * matches every text of the file, and any other gap matches a part without dots.
 */
function toKeyPattern(template: SyntaxNode, texts: string[]): string {
  const gaps = (template.types ?? template.expressions) as SyntaxNode[];
  return getParts(template)
    .map((part, index) => {
      const gap = gaps[index];
      if (!gap) return toAlternatives([part]);
      if (gap.type === "TSUnionType")
        return toAlternatives([part]) + toAlternatives(listLiterals(gap).map(({ text }) => text));
      return part === "" ? toAlternatives(texts) : `${toAlternatives([part])}[^.]+`;
    })
    .join("");
}

/** Returns a pattern of the used keys, whole or composed, such as `inbox.filter.${name}`. */
function toUsedPattern(sources: SourceFile[]): RegExp {
  const usedPatterns = sources.flatMap((source) => {
    const tree = parseSource(source);
    const texts = listLiterals(tree).flatMap(({ text }) => (/^[\w.]+$/.test(text) ? [text] : []));
    const composedKeys: string[] = [];
    walk(tree, (node) => {
      const isTemplate = node.type === "TemplateLiteral" || node.type === "TSTemplateLiteralType";
      if (isTemplate && /^\w*\.[\w.]*$/.test(getParts(node).join("")))
        composedKeys.push(toKeyPattern(node, texts));
    });
    return [toAlternatives(texts), ...composedKeys];
  });
  return new RegExp(`^(${usedPatterns.join("|")})$`);
}

const listUnused = (keys: MessageKeys, sources: SourceFile[]): string[] => {
  const usedPattern = toUsedPattern(sources);
  return Object.keys(keys).filter((key) => !usedPattern.test(key));
};

/** Lists the keys that are missing in a language. */
function listMissing(languages: Record<string, MessageKeys>): string[] {
  const allKeys = new Set(Object.values(languages).flatMap((keys) => Object.keys(keys)));
  return Object.entries(languages).flatMap(([name, keys]) =>
    [...allKeys].filter((key) => !(key in keys)).map((key) => `${name} lacks ${key}`),
  );
}

const files = readSources("web/language/messages/*/*.json").map(({ path, text }) => ({
  path,
  keys: JSON.parse(text) as MessageKeys,
}));

test.each([...new Set(files.map(({ path }) => path.split("/").at(-1) ?? ""))])(
  "%s has the same keys in every language",
  (name) => {
    const sameNamedFiles = files.filter(({ path }) => path.endsWith(`/${name}`));
    expect(listMissing(Object.fromEntries(sameNamedFiles.map(({ path, keys }) => [path, keys])))).toEqual([]);
  },
);

test("names a key that a language lacks, with its file", () => {
  expect(
    listMissing({ "es/site.json": { "menu.open": "", title: "" }, "en/site.json": { title: "" } }),
  ).toEqual(["en/site.json lacks menu.open"]);
});

test("every message is used", () => {
  const sources = readSources("web/**/*.{ts,tsx}");
  expect(listUnused(Object.assign({}, ...files.map(({ keys }) => keys)), sources)).toEqual([]);
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
  expect(listUnused(keys, [{ path: "web/ui/made-up.ts", text }])).toEqual([
    "menu.lead",
    "part.gone",
    "a.b.c",
  ]);
});
