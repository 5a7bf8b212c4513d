import { expect, test } from "vitest";
import { listLiterals, parseSource, readSources, type SourceFile, type SyntaxNode, walk } from "./source.ts";

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

test("every message is used", () => {
  const usedPattern = toUsedPattern(readSources("web/**/*.{ts,tsx}"));
  const keys = readSources("web/language/messages/*/*.json").flatMap(({ text }) =>
    Object.keys(JSON.parse(text)),
  );
  expect(keys.length).toBeGreaterThan(300);
  expect(keys.filter((key) => !usedPattern.test(key))).toEqual([]);
});
