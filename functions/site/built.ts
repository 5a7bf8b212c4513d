import type { BuildRecord, SiteRenderer } from "#functions/contract/site-renderer.ts";

// What the build has put beside the bundle of the functions. The specifier is a variable, so that the bundler leaves the
// modules to workerd: what a request does not need is not evaluated.

const load = async <T>(file: string): Promise<T> => (await import(file)).default;

/** What the edge has to know of the build that it serves. */
export const readRecord = (): Promise<BuildRecord> => load("./site/record.mjs");

/** The renderer of the build, which is read at its first use. */
export const readRenderer = (): Promise<SiteRenderer> => load("./site/renderer.mjs");
