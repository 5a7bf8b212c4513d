import { expect, test } from "vitest";
import {
  formatPosition,
  listComments,
  parseSource,
  readSources,
  type SourceFile,
  type SyntaxNode,
  walk,
} from "./source.ts";

const sources = readSources("{web,functions,cms,local,migrations}/**/*.{ts,tsx,mjs}");
const tests = readSources("tests/**/*.{ts,tsx}");

/** Returns the positions of the nodes that `isMistake` selects. */
const findMistakes = (files: SourceFile[], isMistake: (node: SyntaxNode, file: SourceFile) => boolean) =>
  files.flatMap((file) => {
    const positions: string[] = [];
    walk(parseSource(file), (node) => {
      if (isMistake(node, file)) positions.push(formatPosition(file, node.start));
    });
    return positions;
  });

/** Returns the text of the function that a call calls, such as `work.catch`; an empty text for another node. */
function readCallee({ type, callee }: SyntaxNode, { text }: SourceFile): string {
  if (type !== "CallExpression") return "";
  const { start, end } = callee as SyntaxNode;
  return text.slice(start, end);
}

/** Returns whether a comment stands in a node, beside its beginning or in the three lines above it. */
function hasReason(file: SourceFile, { start, end }: SyntaxNode): boolean {
  const linesAbove = file.text.slice(0, start).split("\n").slice(-4).join("\n").length;
  return listComments(file).some((comment) => comment.end > start - linesAbove && comment.start < end);
}

const isEmptyBlock = ({ type, body }: SyntaxNode) =>
  type === "BlockStatement" && (body as unknown[]).length === 0;

test("an error is handled, or a comment says why it is ignored", () => {
  const ignoresError = (node: SyntaxNode, file: SourceFile) => {
    const handler = /\.catch$/.test(readCallee(node, file)) ? (node.arguments as SyntaxNode[])[0] : node;
    const isHandler = node.type === "CatchClause" || handler !== node;
    const body = isHandler && (handler?.body as SyntaxNode | undefined);
    return Boolean(body && isEmptyBlock(body) && !hasReason(file, node));
  };
  // A test may ignore the error of an action whose result it checks.
  expect(findMistakes(sources, ignoresError)).toEqual([]);
  expect(
    findMistakes(tests, (node, file) => node.type === "CatchClause" && ignoresError(node, file)),
  ).toEqual([]);
});

const isClock = (node: SyntaxNode, file: SourceFile) =>
  /^(Date|performance)\.now$|^process\.(hrtime(\.bigint)?|uptime)$/.test(readCallee(node, file));

/** Returns the names of the constants that hold a reading of the clock. */
function listClockReadings(file: SourceFile): Set<unknown> {
  const names = new Set<unknown>();
  walk(parseSource(file), ({ type, id, init }) => {
    if (type === "VariableDeclarator" && init && isClock(init as SyntaxNode, file))
      names.add((id as SyntaxNode).name);
  });
  return names;
}

test("a test neither sleeps nor measures time", () => {
  const isTimed = (node: SyntaxNode, file: SourceFile, readings: Set<unknown>) => {
    const callee = readCallee(node, file);
    if (/(^|\.)(sleep|waitForTimeout)$|^performance\.now$/.test(callee)) return true;
    const { type, source, operator, left, right } = node;
    if (type === "ImportDeclaration") return /timers\/promises$/.test(String((source as SyntaxNode).value));
    // Every test of the file has fake timers, which move at the test's command.
    if (/beforeEach\([^;]*useFakeTimers\(\)/.test(file.text)) return false;
    if (type === "BinaryExpression" && operator === "-") {
      return [left, right].every((side) => {
        const reading = side as SyntaxNode;
        return isClock(reading, file) || (reading.type === "Identifier" && readings.has(reading.name));
      });
    }
    // Without a time, it lets other work run.
    return callee === "setTimeout" && (node.arguments as SyntaxNode[]).length > 1;
  };
  const files = tests.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));
  const timed = files.flatMap((file) => {
    const readings = listClockReadings(file);
    return findMistakes([file], (node) => isTimed(node, file, readings));
  });
  expect(timed).toEqual([]);
});

test("no cast or comment of the site and the edge hides a type error", () => {
  const files = sources.filter(({ path }) => /^(web|functions)\//.test(path));
  // Both casts accept any type: to `never`, and to another type by way of `unknown`.
  const hidesTypeError = ({ type, typeAnnotation, expression }: SyntaxNode) => {
    if (type !== "TSAsExpression") return false;
    const [cast, inner] = [typeAnnotation, expression] as [SyntaxNode, SyntaxNode];
    const isUnknown = (inner.typeAnnotation as SyntaxNode | undefined)?.type === "TSUnknownKeyword";
    return cast.type === "TSNeverKeyword" || (inner.type === "TSAsExpression" && isUnknown);
  };
  expect(findMistakes(files, hidesTypeError)).toEqual([]);
  const suppressing = sources.flatMap((file) =>
    listComments(file)
      .filter(({ value }) => /@ts-(ignore|expect-error|nocheck)/.test(value))
      .map(({ start }) => formatPosition(file, start)),
  );
  expect(suppressing).toEqual([]);
});

test("only React writes markup into a page", () => {
  const writesMarkup = (node: SyntaxNode, file: SourceFile) => {
    const { type, left } = node;
    const { property } = (type === "AssignmentExpression" ? left : {}) as { property?: SyntaxNode };
    if (/^(inner|outer)HTML$/.test(String(property?.name))) return true;
    return /\.(insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$|^document\.write(ln)?$/.test(
      readCallee(node, file),
    );
  };
  expect(findMistakes(sources, writesMarkup)).toEqual([]);
});
