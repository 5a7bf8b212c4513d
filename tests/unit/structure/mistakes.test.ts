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

test("a test neither sleeps nor measures time", () => {
  const isTimed = (node: SyntaxNode, file: SourceFile) => {
    const callee = readCallee(node, file);
    if (/(^|\.)(sleep|waitForTimeout)$|^performance\.now$/.test(callee)) return true;
    // Without a time, it lets other work run. Fake timers move at the test's command.
    const isDelay = callee === "setTimeout" && (node.arguments as SyntaxNode[]).length > 1;
    return isDelay && !file.text.includes("useFakeTimers");
  };
  const files = tests.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));
  expect(findMistakes(files, isTimed)).toEqual([]);
});
