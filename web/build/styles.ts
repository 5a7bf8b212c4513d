import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from "postcss";
import type { Manifest } from "vite";
import { isPrivate, pages } from "#cms/content/site.ts";
import type { SiteStyles } from "#web/render/make-page.ts";
import { appSource, screenSource } from "#web/render/page-sources.ts";
import type { StyleRule } from "#web/render/style-rules.ts";

/**
 * Puts the stylesheets of the bundle into two files. One is for the pages of the CMS; the other is for the private
 * pages and has all styles. A page loads one file, so the order of its styles does not depend on the network.
 */
export async function bundleStyles(outDirectory: string, manifest: Manifest): Promise<SiteStyles> {
  const privateSources = new Set(pages.filter(isPrivate).map(screenSource));
  const publicFiles = new Set(listStyles(manifest, appSource, new Set(privateSources)));
  const css = new Map<string, string>();
  for (const file of new Set(listStyles(manifest, appSource, new Set()))) {
    css.set(file, (await readFile(join(outDirectory, file), "utf8")).trim());
    await rm(join(outDirectory, file));
  }
  const writeSheet = async (name: string, texts: string[]) => {
    const text = texts.join("");
    const file = `assets/${name}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.css`;
    await writeFile(join(outDirectory, file), text);
    return { file, rules: parseRules(text) };
  };
  const publicTexts = [...css].flatMap(([file, text]) => (publicFiles.has(file) ? [text] : []));
  return {
    public: await writeSheet("pages", publicTexts),
    private: await writeSheet("private", [...css.values()]),
  };
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
const blocksWithoutSelectors =
  /^(font-face|property|view-transition|counter-style|page|font-feature-values)$/;

const toRules = (container: Container): StyleRule[] => (container.nodes ?? []).map(toRule);

/** Converts a node of a stylesheet to JSON, because the edge selects rules without a CSS parser. */
function toRule(node: ChildNode): StyleRule {
  if (node.type === "rule") return { selectors: node.selectors, body: toBody(node) };
  if (node.type !== "atrule" || !node.nodes || blocksWithoutSelectors.test(node.name)) {
    return { text: node.toString() + (node.type === "atrule" && !node.nodes ? ";" : "") };
  }
  if (node.name === "keyframes") return { text: node.toString(), keyframes: node.params };
  return { atRule: `@${node.name}${node.raws.afterName ?? ""}${node.params}`, rules: toRules(node) };
}

const toBody = (node: Rule | AtRule) => `{${(node.nodes ?? []).join(";")}}`;
