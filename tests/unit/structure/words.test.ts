import { expect, test } from "vitest";
import privateMessages from "#web/language/messages/es/private.ts";
import siteMessages from "#web/language/messages/es/site.ts";
import {
  formatPosition,
  listLiterals,
  parseSource,
  readSources,
  type SourceFile,
  type SyntaxNode,
  walk,
} from "./source.ts";

const readableAttribute =
  /^(alt|aria-(label|description|roledescription|valuetext)|label|placeholder|title)$/;
// Arguments of calls may be message keys, and compared texts are not shown.
const hiddenNodeTypes =
  /^(CallExpression|BinaryExpression|MemberExpression|ArrowFunctionExpression|JSXElement)$/;
const brands = ["WhatsApp"];
const keys = new Set(Object.keys({ ...privateMessages, ...siteMessages }));

const getName = (node: SyntaxNode) => (node.name as SyntaxNode).name as string;

/** Returns whether an element declares its language: its text is the same in every language of the site. */
const declaresLanguage = ({ type, openingElement }: SyntaxNode) =>
  type === "JSXElement" &&
  ((openingElement as SyntaxNode).attributes as SyntaxNode[]).some(isLanguageAttribute);
const isLanguageAttribute = (attribute: SyntaxNode) =>
  attribute.type === "JSXAttribute" &&
  getName(attribute) === "lang" &&
  (attribute.value as SyntaxNode).type === "Literal";

/** Lists the texts that a component shows or announces in every language. */
function findHardCoded(source: SourceFile): string[] {
  const visibleTexts: { text: string; at: number }[] = [];
  walk(parseSource(source), (node) => {
    if (declaresLanguage(node)) return false;
    for (const child of (node.children ?? []) as SyntaxNode[]) {
      if (child.type === "JSXText") visibleTexts.push({ text: child.value as string, at: child.start });
      if (child.type === "JSXExpressionContainer") visibleTexts.push(...listLiterals(child, hiddenNodeTypes));
    }
    if (node.type === "JSXAttribute" && readableAttribute.test(getName(node)) && node.value) {
      visibleTexts.push(...listLiterals(node.value as SyntaxNode, hiddenNodeTypes));
    }
  });
  return visibleTexts
    .map(({ text, at }) => ({
      text: brands.reduce((remainingText, brand) => remainingText.replace(brand, ""), text),
      at,
    }))
    .filter(({ text }) => /\p{L}/u.test(text) && !keys.has(text))
    .map(
      ({ text, at }) => `${formatPosition(source, at)} texts belong in web/language/messages: ${text.trim()}`,
    );
}

test("components have no hard-coded texts", () => {
  const sources = readSources("web/**/*.tsx");
  expect(sources.length).toBeGreaterThan(80);
  expect(sources.flatMap(findHardCoded)).toEqual([]);
});
