import type { HTMLRewriter as Rewriter } from "@cloudflare/workers-types";

// Of workerd.
declare const HTMLRewriter: typeof Rewriter;

export const createRewriter = (): Rewriter => new HTMLRewriter();

type Option = {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): unknown;
};

/** Selects the option that has the value `wanted` has by then; an empty one selects none. */
export const selecting = (wanted: () => string) => ({
  element(option: Option) {
    const value = wanted();
    if (value && option.getAttribute("value") === value) option.setAttribute("selected", "");
  },
});
