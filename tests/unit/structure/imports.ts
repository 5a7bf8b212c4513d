import { dirname, join } from "node:path/posix";
import { type Exception, exceptions, type Wall, walls } from "./import-table.ts";
import { type Node, parseSource, place, type Source, walk } from "./source.ts";

type Import = { from: string; at: number; handsOn: boolean };
/** Exceptions and allowances of the table that imports use. */
export type Used = { exceptions: Set<Exception>; allowances: Set<string> };
type Rule = (path: string, target: string, found: Import) => string | false | undefined;

/** Lists the imports of a file, including types, lazy imports and re-exports. */
function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  walk(parseSource(source), ({ type, start, source: from }) => {
    const handsOn = /^Export(Named|All)Declaration$/.test(type);
    if (!handsOn && !/^(ImportDeclaration|ImportExpression|TSImportType)$/.test(type)) return;
    const { value } = (from ?? {}) as Partial<Node>;
    if (typeof value === "string") found.push({ from: value, at: start, handsOn });
  });
  return found;
}

const isIn = (room: string, path: string): boolean => path === room || path.startsWith(`${room}/`);
const isOf = (name: string, from: string): boolean =>
  from === name || from.startsWith(name.endsWith(":") ? name : `${name}/`);
const topOf = (path: string): string => path.split("/")[0] ?? "";
const isPackage = (from: string): boolean => !/^[.#]/.test(from);

// `*` matches any folder, and `*.schema.ts` any file with this ending.
const fits = (name: string, step = ""): boolean =>
  name.startsWith("*") ? step.endsWith(name.slice(1)) : name === step;

/** Returns the row of a file and its room, such as `web/pages/inbox` for `web/pages/*`. */
function wallAround(path: string) {
  const steps = path.split("/");
  const [fitting] = walls
    .flatMap((wall) => wall.in.map((name) => ({ wall, names: name.split("/") })))
    .filter(({ names }) => names.every((name, at) => fits(name, steps[at])))
    .sort((one, other) => other.names.length - one.names.length);
  return fitting && { wall: fitting.wall, room: steps.slice(0, fitting.names.length).join("/") };
}

const rules: Rule[] = [
  (path, target, { from }) => {
    const around = wallAround(path);
    if (!around) return "no row of import-table.ts covers this file";
    const { room, wall } = around;
    const { may, packages, says } = wall;
    if (isPackage(from)) return packages?.every((name) => !isOf(name, from)) && says;
    return [room, ...may].every((each) => !isIn(each, target)) && says;
  },
  (path, _, { from }) =>
    topOf(path) === "cms" && from.startsWith("#") && "cms is a package of its own: relative paths",
  (path, target, { from }) =>
    from.startsWith("../") &&
    (topOf(path) === "tests" ? topOf(target) !== "tests" : topOf(path) !== "cms") &&
    `an alias across folders: #${target}`,
  (path, target, { from }) =>
    from.startsWith("#") &&
    isIn(dirname(path), target) &&
    `a relative path within a folder: .${target.slice(dirname(path).length)}`,
  (path, _, { from, handsOn }) =>
    handsOn &&
    !isPackage(from) &&
    !/^functions\/[^/]+\/index\.ts$/.test(path) &&
    "no file re-exports another file: import from the file that declares it",
];

const allowance = ({ in: rooms }: Wall, may: string): string => `${rooms.join(", ")} may import ${may}`;

/** Lists all allowances of the table as sentences. */
export const allowances = (): string[] =>
  walls.flatMap((wall) => [...wall.may, ...(wall.packages ?? [])].map((each) => allowance(wall, each)));

const noUse = (): Used => ({ exceptions: new Set(), allowances: new Set() });

/** Lists the imports of a file that break a rule, with position and rule. Adds the used rows to `usedRows`. */
export function importFaults(source: Source, used: Used = noUse()): string[] {
  const { path } = source;
  const wall = wallAround(path)?.wall;
  return importsOf(source).flatMap((found) => {
    const target = found.from.startsWith("#") ? found.from.slice(1) : join(dirname(path), found.from);
    const faults = rules.map((rule) => rule(path, target, found)).filter((fault) => fault);
    const exception = exceptions.find((each) => isIn(each.in, path) && isIn(each.imports, target));
    if (exception && faults.length > 0) used.exceptions.add(exception);
    if (wall) {
      const named = isPackage(found.from)
        ? (wall.packages ?? []).filter((name) => isOf(name, found.from))
        : wall.may.filter((may) => isIn(may, target));
      for (const each of named) used.allowances.add(allowance(wall, each));
    }
    return exception ? [] : faults.map((fault) => `${place(source, found.at)} ${found.from}: ${fault}`);
  });
}
