import { expect, test } from "vitest";
import {
  formatPosition,
  parseSource,
  readSources,
  type SourceFile,
  type SyntaxNode,
  walk,
} from "./source.ts";

// Biome's `noFloatingPromises` does not know the types of most packages, of `node:` modules and of Playwright. So a
// call counts as a promise here if another place awaits a call of the same name.

const sources = readSources("{web,functions,cms,local,migrations}/**/*.{ts,tsx}");
const tests = readSources("tests/**/*.{ts,tsx}");

const unwrap = (node: SyntaxNode): SyntaxNode =>
  /^(Chain|Parenthesized)Expression$/.test(node.type) ? unwrap(node.expression as SyntaxNode) : node;

/** Returns the last name of an expression: `query` of `client.query` and `client.query.not`, `query()` of its call. */
function readLastName(expression: SyntaxNode): string {
  const { type, name, property, object, callee } = unwrap(expression);
  if (type === "CallExpression") return `${readLastName(callee as SyntaxNode)}()`;
  if (type !== "MemberExpression") return typeof name === "string" ? name : "";
  const { name: memberName } = property as { name?: string };
  return memberName === "not" ? readLastName(object as SyntaxNode) : (memberName ?? "");
}

/** Returns the modules of the imported names of a file. */
const listImports = (tree: SyntaxNode): Map<unknown, string> =>
  new Map(
    (tree.body as SyntaxNode[])
      .filter(({ type }) => type === "ImportDeclaration")
      .flatMap(({ specifiers, source }) => {
        const module = String((source as SyntaxNode).value).replace(/^.*\//, "");
        return (specifiers as { local: SyntaxNode }[]).map(({ local }) => [local.name, module] as const);
      }),
  );

type NamedCall = { name: string; handlesError: boolean };

/**
 * Names a call by its method and the name before it, such as `client.query`, or by its function and the module of the
 * function. A call of `catch`, `then` or `finally` has the name of the call before it.
 */
function nameCall(node: SyntaxNode, getModule: (functionName: unknown) => string): NamedCall | null {
  const { type, callee } = unwrap(node);
  if (type !== "CallExpression") return null;
  const { type: calleeType, name, object } = unwrap(callee as SyntaxNode);
  if (calleeType === "Identifier") return { name: `${getModule(name)} ${name}`, handlesError: false };
  if (calleeType !== "MemberExpression") return null;
  const method = readLastName(callee as SyntaxNode);
  if (!/^(catch|then|finally)$/.test(method)) {
    return { name: `${readLastName(object as SyntaxNode)}.${method}`, handlesError: false };
  }
  const call = nameCall(object as SyntaxNode, getModule);
  return call && { ...call, handlesError: true };
}

/** Visits the statements of every async function and of the module itself. */
function visitAsyncStatements(tree: SyntaxNode, visit: (expression: SyntaxNode) => void): void {
  walk(tree, (scope) => {
    if (scope !== tree && scope.async !== true) return;
    walk(scope, (node) => {
      if (node !== scope && /Function/.test(node.type)) return false;
      if (node.type === "ExpressionStatement") visit(node.expression as SyntaxNode);
    });
  });
}

/** Returns the names of the awaited calls of a file, and the calls whose result its async functions ignore. */
function listCalls(file: SourceFile): {
  awaitedNames: string[];
  ignored: { name: string; position: string }[];
} {
  const tree = parseSource(file);
  const imports = listImports(tree);
  const getModule = (functionName: unknown) => imports.get(functionName) ?? file.path;
  const awaitedNames: string[] = [];
  const ignored: { name: string; position: string }[] = [];
  walk(tree, ({ type, argument }) => {
    const call = type === "AwaitExpression" && nameCall(argument as SyntaxNode, getModule);
    if (call) awaitedNames.push(call.name);
  });
  visitAsyncStatements(tree, (expression) => {
    const call = nameCall(expression, getModule);
    if (!call || call.handlesError) return;
    ignored.push({ name: call.name, position: formatPosition(file, expression.start) });
  });
  return { awaitedNames, ignored };
}

test("an async function awaits a call that is awaited elsewhere, or marks it with void", () => {
  const [sourceCalls, testCalls] = [sources.map(listCalls), tests.map(listCalls)];
  for (const calls of [sourceCalls, testCalls]) {
    const awaitedNames = new Set(calls.flatMap((file) => file.awaitedNames));
    const floating = calls.flatMap(({ ignored }) => ignored.filter(({ name }) => awaitedNames.has(name)));
    expect(floating.map(({ name, position }) => `${position} ${name}`)).toEqual([]);
  }
});
