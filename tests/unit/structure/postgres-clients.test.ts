import { expect, test } from "vitest";
import { parseSource, readSources, type SourceFile, type SyntaxNode, walk } from "./source.ts";

const factory = "local/neon/client.ts";
const classes = new Set(["Client", "Pool"]);

/** Packages that export a client or a pool. */
const packages = /^pg(-pool|-native)?$/;

/** Returns the local names of the imported packages and of their imported classes. */
function findImports(program: SyntaxNode): { modules: Set<string>; constructors: Set<string> } {
  const modules = new Set<string>();
  const constructors = new Set<string>();
  walk(program, (node) => {
    if (node.type !== "ImportDeclaration" || !packages.test((node.source as { value: string }).value)) return;
    for (const specifier of node.specifiers as (SyntaxNode & { local: { name: string } })[]) {
      const { name } = specifier.local;
      if (specifier.type !== "ImportSpecifier") modules.add(name);
      else if (classes.has((specifier.imported as { name: string }).name)) constructors.add(name);
    }
  });
  return { modules, constructors };
}

/** Counts the clients and pools that a file constructs, and the classes that it derives from them. */
function countClients(source: SourceFile): number {
  const program = parseSource(source);
  const { modules, constructors } = findImports(program);
  const isClass = (node: SyntaxNode | null) => {
    if (node?.type === "Identifier") return constructors.has(node.name as string);
    if (node?.type !== "MemberExpression") return false;
    const { name: module } = node.object as { name?: string };
    const { name, value } = node.property as { name?: string; value?: string };
    return modules.has(module ?? "") && classes.has(name ?? value ?? "");
  };
  let count = 0;
  walk(program, ({ type, callee, superClass }) => {
    if (type === "NewExpression" && isClass(callee as SyntaxNode)) count += 1;
    if (/^Class/.test(type) && isClass(superClass as SyntaxNode | null)) count += 1;
  });
  return count;
}

test.each([
  ['import pg from "pg"; new pg.Client(url);', 1],
  ['import * as postgres from "pg"; new postgres.Pool<Client>({ max: 1 });', 1],
  ['import { Client as Connection } from "pg"; class Own extends Connection {}; new Connection();', 2],
  ['import type { Client } from "pg"; import { Client as Http } from "undici"; new Http();', 0],
])("recognizes the clients of %s", (text, count) => {
  expect(countClients({ path: "example.ts", text })).toBe(count);
});

test("only local/neon/client.ts creates PostgreSQL clients and pools", () => {
  const sources = readSources("{cms,functions,local,migrations,tests,web}/**/*.{ts,tsx,mjs,js}").filter(
    ({ text, path }) => /["']pg(-pool|-native)?["']/.test(text) && !path.endsWith("postgres-clients.test.ts"),
  );
  expect(sources.filter((source) => countClients(source) > 0).map(({ path }) => path)).toEqual([factory]);
  const dynamicImports = sources.filter(({ text }) => /\b(require|import)\(\s*["']pg/.test(text));
  expect(dynamicImports.map(({ path }) => path)).toEqual([]);
});
