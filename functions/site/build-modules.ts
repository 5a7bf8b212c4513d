import type { BuildRecord, SiteRenderer } from "#functions/contract/site-renderer.ts";

// Modules that the build writes beside the bundle of the functions. The specifier is a variable, so the bundler leaves
// them to workerd, which evaluates a module only when a request needs it.

const load = async <T>(file: string): Promise<T> => (await import(file)).default;

/** Returns the record of the build that the edge serves. */
export const readRecord = (): Promise<BuildRecord> => load("./site/record.mjs");

/** Returns the renderer of the build, loaded on first use. */
export const readRenderer = (): Promise<SiteRenderer> => load("./site/renderer.mjs");
