import type { Plugin } from "vite";

/** Leaves modules out of a bundle in which nothing that runs needs them, `which` as they are imported: what they export is undefined there. */
export function leftOut(which: RegExp): Plugin {
  const id = "\0left-out.cjs";
  return {
    name: "left-out",
    enforce: "pre",
    resolveId: { filter: { id: which }, handler: () => ({ id, moduleSideEffects: false }) },
    load: { filter: { id: new RegExp(`^${id}$`) }, handler: () => "module.exports = {};" },
  };
}
