import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

const root = new URL("../../../", import.meta.url).pathname;

/** A file of the repository: its path from the root and its text. */
export type SourceFile = { path: string; text: string };

// Parsing takes most of the time of these tests, and files of one worker share this module.
const readFiles = new Map<string, SourceFile>();

/** Returns a file of the repository, and the same object as before while its text is the same. */
function readSource(path: string): SourceFile {
  const source = { path, text: readFileSync(`${root}${path}`, "utf8") };
  const earlierSource = readFiles.get(path);
  if (earlierSource?.text === source.text) return earlierSource;
  readFiles.set(path, source);
  return source;
}

/** Returns the files that match the patterns, without generated, downloaded and built files. */
export const readSources = (...patterns: string[]): SourceFile[] =>
  globSync(patterns, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|\.sanity)$/.test(path) })
    .filter((path) => /\.\w+$/.test(path) && !path.includes(".generated."))
    .sort()
    .map(readSource);

/** A node of a syntax tree in the form of ESTree. */
export type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown };

type SourceComment = { value: string; start: number; end: number };
type ParsedSource = { tree: SyntaxNode; comments: SourceComment[] };
const parsedSources = new WeakMap<SourceFile, ParsedSource>();

function parseOnce(source: SourceFile): ParsedSource {
  const earlier = parsedSources.get(source);
  if (earlier) return earlier;
  const { program, comments, errors } = parseSync(source.path, source.text);
  if (errors[0]) throw new Error(`${source.path}: ${errors[0].message}`);
  const parsed = { tree: program as unknown as SyntaxNode, comments };
  parsedSources.set(source, parsed);
  return parsed;
}

/** Returns the syntax tree of a TypeScript file. */
export const parseSource = (source: SourceFile): SyntaxNode => parseOnce(source).tree;

/** Returns the comments of a TypeScript file, in order. */
export const listComments = (source: SourceFile): SourceComment[] => parseOnce(source).comments;

function listCommentRanges(source: SourceFile): { start: number; end: number }[] {
  if (/\.(ts|tsx|mjs)$/.test(source.path)) return listComments(source);
  const patterns: Record<string, RegExp> = { sql: /--.*/g, css: /\/\*[\s\S]*?\*\//g };
  const pattern = patterns[source.path.split(".").at(-1) ?? ""] ?? /$^/g;
  return Array.from(source.text.matchAll(pattern), ({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
}

/** Returns the lines of a file that are neither empty nor comments, without their indentation. */
export const listCodeLines = (source: SourceFile): string[] =>
  listCommentRanges(source)
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), source.text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line);

/** Visits a node and its descendants. `enter` returns false to skip the children of a node. */
export function walk(node: SyntaxNode, enter: (node: SyntaxNode) => unknown): void {
  if (enter(node) === false) return;
  for (const child of Object.values(node).flat()) {
    if (child && typeof child === "object" && "type" in child) walk(child as SyntaxNode, enter);
  }
}

/** Returns the string literals of a node and its descendants, without nodes of the types in `without`. */
export function listLiterals(node: SyntaxNode, without?: RegExp): { text: string; at: number }[] {
  const literals: { text: string; at: number }[] = [];
  walk(node, ({ type, start, value }) => {
    if (without?.test(type)) return false;
    const text = type === "TemplateElement" ? (value as { raw: string }).raw : value;
    const quoted = type === "TemplateElement" || type === "Literal";
    if (quoted && typeof text === "string") literals.push({ text, at: start });
  });
  return literals;
}

/** Returns the path and line of an offset, in the format that terminals and editors link. */
export const formatPosition = ({ path, text }: SourceFile, offset: number): string =>
  `${path}:${text.slice(0, offset).split("\n").length}`;
