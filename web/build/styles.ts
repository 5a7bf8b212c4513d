import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from "postcss";
import type { Manifest } from "vite";
import { isPrivate, pages } from "#cms/content/site.ts";
import type { SiteStyles } from "./make-page.ts";
import { appSource, screenSource } from "./page-styles.ts";
import type { StyleRule } from "./style-rules.ts";

/**
 * Puts the stylesheets of the bundle into two files. One is for the pages of the CMS; the other is for the private
 * pages and has all styles. A page loads one file with React, so no style applies before the others that override it.
 */
export async function bundleStyles(outDirectory: string, manifest: Manifest): Promise<SiteStyles> {
  const privateSources = new Set(pages.filter(isPrivate).map(screenSource));
  const allFiles = listStyles(manifest, appSource, new Set());
  const publicFiles = new Set(listStyles(manifest, appSource, new Set(privateSources)));
  const css = new Map<string, string>();
  for (const file of new Set(allFiles)) {
    css.set(file, (await readFile(join(outDirectory, file), "utf8")).trim());
    await rm(join(outDirectory, file));
  }
  const write = async (name: string, text: string) => {
    const file = `assets/${name}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.css`;
    await writeFile(join(outDirectory, file), text);
    return file;
  };
  const texts = [...css];
  const publicTexts = texts.filter(([file]) => publicFiles.has(file));
  const toSheet = async (name: string, parts: typeof texts) => {
    const text = parts.map(([, part]) => part).join("");
    return { file: await write(name, text), rules: parseRules(text) };
  };
  return { public: await toSheet("pages", publicTexts), private: await toSheet("private", texts) };
}

/** Lists the stylesheets of a source and of its imports, dependencies first, without those of visited sources. */
function listStyles(manifest: Manifest, source: string, visitedSources: Set<string>): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the bundle.`);
  if (visitedSources.has(source)) return [];
  visitedSources.add(source);
  return [
    ...(chunk.imports ?? []).flatMap((next) => listStyles(manifest, next, visitedSources)),
    ...(chunk.css ?? []),
    ...(chunk.dynamicImports ?? []).flatMap((next) => listStyles(manifest, next, visitedSources)),
  ];
}

/** Parses a minified stylesheet. */
export const parseRules = (css: string): StyleRule[] => toRules(postcss.parse(css));

// At-rules whose blocks have no rules of elements.
const opaque = /^(font-face|property|view-transition|counter-style|page|font-feature-values)$/;

const toRules = (container: Container): StyleRule[] => (container.nodes ?? []).map(toRule);

function toRule(node: ChildNode): StyleRule {
  if (node.type === "rule") return { selectors: node.selectors, body: toBody(node) };
  if (node.type !== "atrule" || !node.nodes || opaque.test(node.name)) {
    return { text: node.toString() + (node.type === "atrule" && !node.nodes ? ";" : "") };
  }
  if (node.name === "keyframes") return { text: node.toString(), keyframes: node.params };
  return { atRule: `@${node.name}${node.raws.afterName ?? ""}${node.params}`, rules: toRules(node) };
}

const toBody = (node: Rule | AtRule) => `{${(node.nodes ?? []).join(";")}}`;
