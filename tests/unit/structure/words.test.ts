import { expect, test } from "vitest";
import privateMessages from "#web/language/messages/es/private.json" with { type: "json" };
import siteMessages from "#web/language/messages/es/site.json" with { type: "json" };
import { type Node, parseSource, place, quotedIn, readSources, type Source, walk } from "./source.ts";

const read = /^(alt|aria-(label|description|roledescription|valuetext)|label|placeholder|title)$/;
// Arguments of calls may be message keys, and compared texts are not shown.
const notShown = /^(CallExpression|BinaryExpression|MemberExpression|ArrowFunctionExpression|JSXElement)$/;
const brands = ["WhatsApp"];
const keys = new Set(Object.keys({ ...privateMessages, ...siteMessages }));

const nameOf = (node: Node) => (node.name as Node).name as string;

/** Returns whether an element declares its language: its text is the same in every language of the site. */
const saysLanguage = ({ type, openingElement }: Node) =>
  type === "JSXElement" && ((openingElement as Node).attributes as Node[]).some(isLanguage);
const isLanguage = (attribute: Node) =>
  attribute.type === "JSXAttribute" &&
  nameOf(attribute) === "lang" &&
  (attribute.value as Node).type === "Literal";

/** Lists the texts that a component shows or announces in every language. */
function hardCoded(source: Source): string[] {
  const shown: { text: string; at: number }[] = [];
  walk(parseSource(source), (node) => {
    if (saysLanguage(node)) return false;
    for (const child of (node.children ?? []) as Node[]) {
      if (child.type === "JSXText") shown.push({ text: child.value as string, at: child.start });
      if (child.type === "JSXExpressionContainer") shown.push(...quotedIn(child, notShown));
    }
    if (node.type === "JSXAttribute" && read.test(nameOf(node)) && node.value) {
      shown.push(...quotedIn(node.value as Node, notShown));
    }
  });
  return shown
    .map(({ text, at }) => ({ text: brands.reduce((rest, brand) => rest.replace(brand, ""), text), at }))
    .filter(({ text }) => /\p{L}/u.test(text) && !keys.has(text))
    .map(({ text, at }) => `${place(source, at)} texts belong in web/language/messages: ${text.trim()}`);
}

test("components have no hard-coded texts", () => {
  const sources = readSources("web/**/*.tsx");
  expect(sources.length).toBeGreaterThan(80);
  expect(sources.flatMap(hardCoded)).toEqual([]);
});

test.each([
  ["text", "<p>\n  Hello\n</p>"],
  ["text in braces", `<p>{open ? "Hello" : ""}</p>`],
  ["the name of a picture", `<img\n alt="Hello" />`],
  ["a label for screen readers", "<b\n aria-label={`Hello`}>{name}</b>"],
  ["a hint", `<input\n placeholder="Hello" />`],
])("finds %s", (_, jsx) => {
  expect(hardCoded({ path: "web/ui/made-up.tsx", text: `const made = ${jsx};` }).join()).toMatch(
    /^web\/ui\/made-up.tsx:[12] texts belong in web\/language\/messages: Hello/,
  );
});

test("a component may have messages, brands, figures and texts with a declared language", () => {
  const text = `const made = <>
    <Field label="contact.name" title={text("contact.name")} />
    <p>{text("contact.name")}{count === "one" && "404"}</p>
    <p>WhatsApp {number} → </p>
    <p lang="en">Return to Home</p>
  </>;`;
  expect(hardCoded({ path: "web/ui/made-up.tsx", text })).toEqual([]);
});
