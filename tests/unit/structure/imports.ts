import { dirname, join } from "node:path/posix";
import { type FolderRule, folderRules } from "./import-table.ts";
import { formatPosition, parseSource, type SourceFile, type SyntaxNode, walk } from "./source.ts";

/** An import of types only, one that runs before the importing file, or one on demand. */
export type ImportKind = "type" | "value" | "lazy";
type FileImport = { from: string; at: number; kind: ImportKind; handsOn: boolean };
type ImportRule = (path: string, target: string, fileImport: FileImport) => string | false | undefined;

function toImportKind({ type, importKind, exportKind, specifiers }: SyntaxNode): ImportKind {
  if (type === "ImportExpression") return "lazy";
  const names = (specifiers ?? []) as SyntaxNode[];
  const hasTypesOnly =
    names.length > 0 && names.every((name) => name.importKind === "type" || name.exportKind === "type");
  const isType = type === "TSImportType" || importKind === "type" || exportKind === "type" || hasTypesOnly;
  return isType ? "type" : "value";
}

/** Lists the imports of a file, including types, lazy imports and re-exports. */
export function listImports(source: SourceFile): FileImport[] {
  const imports: FileImport[] = [];
  walk(parseSource(source), (node) => {
    const handsOn = /^Export(Named|All)Declaration$/.test(node.type);
    if (!handsOn && !/^(ImportDeclaration|ImportExpression|TSImportType)$/.test(node.type)) return;
    const { value } = (node.source ?? {}) as Partial<SyntaxNode>;
    if (typeof value === "string") {
      imports.push({ from: value, at: node.start, kind: toImportKind(node), handsOn });
    }
  });
  return imports;
}

/** Returns the imported file of this repository, from its root. The name of a package stays as it is. */
export const resolveImport = (path: string, from: string): string =>
  from.startsWith("#") ? from.slice(1) : from.startsWith(".") ? join(dirname(path), from) : from;

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
const isPackageFile = (name: string, from: string): boolean =>
  from === name || from.startsWith(name.endsWith(":") ? name : `${name}/`);
const getTopFolder = (path: string): string => path.split("/")[0] ?? "";
const isPackage = (from: string): boolean => !/^[.#]/.test(from);

// `*` matches any folder, and `*.schema.ts` any file with this ending.
const matchesStep = (name: string, step = ""): boolean =>
  name.startsWith("*") ? step.endsWith(name.slice(1)) : name === step;

/** Returns the row of a file and its folder, such as `web/pages/inbox` for `web/pages/*`. */
function findFolderRule(path: string) {
  const steps = path.split("/");
  const [fitting] = folderRules
    .flatMap((folderRule) => folderRule.in.map((name) => ({ folderRule, names: name.split("/") })))
    .filter(({ names }) => names.every((name, at) => matchesStep(name, steps[at])))
    .sort((a, b) => b.names.length - a.names.length);
  return (
    fitting && { folderRule: fitting.folderRule, folder: steps.slice(0, fitting.names.length).join("/") }
  );
}

const rules: ImportRule[] = [
  (path, target, { from }) => {
    const location = findFolderRule(path);
    if (!location) return "no row of import-table.ts covers this file";
    const { folder, folderRule } = location;
    const { may, packages = [] } = folderRule;
    const ruleText = `${folder} imports only ${[...may, ...packages].join(", ")}`;
    if (isPackage(from)) return folderRule.packages?.every((name) => !isPackageFile(name, from)) && ruleText;
    return [folder, ...may].every((allowedPath) => !isIn(allowedPath, target)) && ruleText;
  },
  (path, _, { from }) =>
    getTopFolder(path) === "cms" && from.startsWith("#") && "cms is a package of its own: relative paths",
  (path, target, { from }) =>
    from.startsWith("../") &&
    (getTopFolder(path) === "tests" ? getTopFolder(target) !== "tests" : getTopFolder(path) !== "cms") &&
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

const describeAllowance = ({ in: folders }: FolderRule, may: string): string =>
  `${folders.join(", ")} may import ${may}`;

/** Lists all allowances of the table as sentences. */
export const listAllowances = (): string[] =>
  folderRules.flatMap((folderRule) =>
    [...folderRule.may, ...(folderRule.packages ?? [])].map((allowedImport) =>
      describeAllowance(folderRule, allowedImport),
    ),
  );

/**
 * Lists the imports of a file that break a rule, with position and rule. Adds the allowances of the table that imports
 * use to `usedAllowances`.
 */
export function findImportFaults(source: SourceFile, usedAllowances = new Set<string>()): string[] {
  const { path } = source;
  const folderRule = findFolderRule(path)?.folderRule;
  return listImports(source).flatMap((fileImport) => {
    const target = resolveImport(path, fileImport.from);
    if (folderRule) {
      const allowedNames = isPackage(fileImport.from)
        ? (folderRule.packages ?? []).filter((name) => isPackageFile(name, fileImport.from))
        : folderRule.may.filter((may) => isIn(may, target));
      for (const allowedName of allowedNames) usedAllowances.add(describeAllowance(folderRule, allowedName));
    }
    return rules
      .map((rule) => rule(path, target, fileImport))
      .filter((fault) => fault)
      .map((fault) => `${formatPosition(source, fileImport.at)} ${fileImport.from}: ${fault}`);
  });
}
