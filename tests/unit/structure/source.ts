import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

const root = new URL("../../../", import.meta.url).pathname;

/** A file of the repository: its path from the root, and its text. */
export type Source = { path: string; text: string };

/** The files that some patterns name, without what is generated, downloaded or built. */
export const readSources = (...patterns: string[]): Source[] =>
  globSync(patterns, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|\.sanity)$/.test(path) })
    .filter((path) => /\.\w+$/.test(path) && !path.includes(".generated."))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));

/** A node of a syntax tree in the form of ESTree. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** The syntax tree of a file of TypeScript. */
export function parseSource({ path, text }: Source): Node {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return program as unknown as Node;
}

/** A node and all nodes below it; what `enter` answers with false is not entered. */
export function walk(node: Node, enter: (node: Node) => unknown): void {
  if (enter(node) === false) return;
  for (const child of Object.values(node).flat()) {
    if (child && typeof child === "object" && "type" in child) walk(child as Node, enter);
  }
}

/** What stands in quotes at or below a node; nodes of the types in `without` are left out. */
export function quotedIn(node: Node, without?: RegExp): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  walk(node, ({ type, start, value }) => {
    if (without?.test(type)) return false;
    const text = type === "TemplateElement" ? (value as { raw: string }).raw : value;
    const quoted = type === "TemplateElement" || type === "Literal";
    if (quoted && typeof text === "string") found.push({ text, at: start });
  });
  return found;
}

/** Where a place in a file is, as terminals and editors link it. */
export const place = ({ path, text }: Source, offset: number): string =>
  `${path}:${text.slice(0, offset).split("\n").length}`;
