import { readSources, type SourceFile } from "./source.ts";

/** Returns the Markdown documents of the project. */
export const readDocuments = (): SourceFile[] =>
  readSources("*.md", ".github/**/*.md", "{cms,docs,functions,local,migrations,tests,web}/**/*.md");

/** Returns the prose of a document, without blocks of code. */
export const toProse = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");

/** Counts the words of a document's prose. */
export const countWords = ({ text }: SourceFile): number =>
  toProse(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Returns the first group of every match. */
export const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, match = ""]) => match);
