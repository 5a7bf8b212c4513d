import {
  formatPosition,
  listComments,
  parseSource,
  type SourceFile,
  type SyntaxNode,
  walk,
} from "./source.ts";
import { listSqlNames } from "./sql.ts";

// A comment names its subject: the request, the queue, this function.
const vagueOpening = /^(What|Who|Whoever|Whatever|One|Each|That|Those|Nobody|Somebody)\b/;

// Words that name nothing by themselves.
const vagueNames = new Set(
  [
    "one each there here of both some none those others which what who why how",
    "found known kept told asked shown made given said gone taken held lost heard",
    "seen sent written wanted needed used meant tried own again fresh calm once never",
    "words place way ways",
  ].flatMap((line) => line.split(" ")),
);

const declarations =
  /^(VariableDeclarator|FunctionDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration|ClassDeclaration)$/;
const functions = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSFunctionType)$/;

/**
 * Returns the identifiers that a parameter or the left side of a declaration binds. A shorthand such as `{ sent }` is
 * left out, because its name comes from the object.
 */
function bindingsOf(pattern: SyntaxNode | null): SyntaxNode[] {
  if (!pattern) return [];
  if (pattern.type === "Identifier") return [pattern];
  if (pattern.type === "Property" && pattern.shorthand) return [];
  const children = [
    pattern.properties,
    pattern.elements,
    pattern.value,
    pattern.argument,
    pattern.left,
    pattern.parameter,
  ].flat() as (SyntaxNode | null | undefined)[];
  return children.flatMap((child) => bindingsOf(child ?? null));
}

/** Returns the names that a file declares, with their offsets. */
function declaredIn(source: SourceFile): { name: string; start: number }[] {
  const names: { name: string; start: number }[] = [];
  walk(parseSource(source), (node) => {
    const patterns = [
      ...(declarations.test(node.type) ? [node.id as SyntaxNode | null] : []),
      ...(functions.test(node.type) ? (node.params as SyntaxNode[]) : []),
    ];
    for (const { name, start } of patterns.flatMap(bindingsOf)) names.push({ name: name as string, start });
  });
  return names;
}

/** Returns the names of the types that a file declares. */
function typesIn(source: SourceFile): string[] {
  const names: string[] = [];
  walk(parseSource(source), ({ type, id }) => {
    // A global interface, such as Window, is extended.
    if (type === "TSModuleDeclaration" || type === "TSGlobalDeclaration") return false;
    if (/^TS(TypeAlias|Interface)Declaration$/.test(type)) names.push((id as SyntaxNode).name as string);
  });
  return names;
}

/** Returns the text of each comment, consecutive lines as one comment. */
function commentsIn(source: SourceFile): { text: string; start: number }[] {
  const comments: { text: string; start: number; end: number }[] = [];
  for (const { value, start, end } of listComments(source)) {
    const previous = comments.at(-1);
    const isContinued = previous && /^\n\s*$/.test(source.text.slice(previous.end, start));
    if (isContinued) previous.end = end;
    else comments.push({ text: value.replace(/^[*\s]+/, ""), start, end });
  }
  return comments;
}

/** Returns the comments of a file that do not open with their subject. */
export const findVagueComments = (source: SourceFile): string[] =>
  commentsIn(source)
    .filter(({ text }) => vagueOpening.test(text))
    .map(({ text, start }) => `${formatPosition(source, start)} ${text.split("\n")[0]}`);

/** Returns the declarations of a file whose name says nothing. */
export const findVagueNames = (source: SourceFile): string[] =>
  declaredIn(source)
    .filter(({ name }) => vagueNames.has(name))
    .map(({ name, start }) => `${formatPosition(source, start)} ${name}`);

/** Returns the names in the SQL of a file that say nothing. */
export const findVagueSqlNames = (source: SourceFile): string[] =>
  listSqlNames(source)
    .filter(({ name }) => vagueNames.has(name))
    .map(({ name, start }) => `${formatPosition(source, start)} ${name}`);

/** Returns the comments of a migration that do not open with their subject. */
export const findVagueSqlComments = ({ path, text }: SourceFile): string[] => {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const isFirst = /^\s*-- /.test(line) && !/^\s*--/.test(lines[index - 1] ?? "");
    return isFirst && vagueOpening.test(line.replace(/^\s*-- /, "")) ? [`${path}:${index + 1} ${line}`] : [];
  });
};

/** Returns the type names that several files of one runtime declare. A runtime is a folder of the root. */
export function findRepeatedTypes(files: SourceFile[]): string[] {
  const paths = new Map<string, string[]>();
  for (const source of files) {
    const [runtime] = source.path.split("/");
    for (const name of typesIn(source)) {
      const key = `${runtime} ${name}`;
      paths.set(key, [...(paths.get(key) ?? []), source.path]);
    }
  }
  return [...paths].filter(([, list]) => list.length > 1).map(([key, list]) => `${key}: ${list.join(", ")}`);
}
