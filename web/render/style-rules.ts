/**
 * A part of a stylesheet as JSON. It is a rule with its selectors and its body in braces, an at-rule with nested rules,
 * or opaque text such as keyframes.
 */
export type StyleRule =
  | { selectors: string[]; body: string }
  | { atRule: string; rules: StyleRule[] }
  | { text: string; keyframes?: string };

/**
 * Returns the part of a stylesheet that a document needs: without rules for classes that no element of its markup has.
 * A page that hydrates loads the whole stylesheet first.
 */
export function pruneStyles(rules: readonly StyleRule[], markup: string): string {
  const classes = new Set(
    [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  const css = printRules(rules, (selector) => listClasses(selector).every((name) => classes.has(name)));
  const keyframes = rules.flatMap((rule) =>
    "text" in rule && rule.keyframes !== undefined && css.includes(rule.keyframes) ? [rule.text] : [],
  );
  return css + keyframes.join("");
}

/** Returns the rules as CSS with needed selectors only. Omits keyframes; `pruneStyles` appends the used ones. */
function printRules(rules: readonly StyleRule[], isNeeded: (selector: string) => boolean): string {
  return rules
    .map((rule) => {
      if ("text" in rule) return rule.keyframes === undefined ? rule.text : "";
      if ("atRule" in rule) {
        const nestedCss = printRules(rule.rules, isNeeded);
        return nestedCss && `${rule.atRule}{${nestedCss}}`;
      }
      const selectors = rule.selectors.filter(isNeeded);
      return selectors.length > 0 ? selectors.join(",") + rule.body : "";
    })
    .join("");
}

/**
 * Lists the classes that elements of a document must have so that a selector can match. It ignores the arguments of
 * `:is()`, `:not()` and the like, which an element can match without any one of their classes.
 */
function listClasses(selector: string): string[] {
  let bare = selector.replace(/\[[^\]]*\]/g, "");
  while (bare.includes("(")) {
    const shorter = bare.replace(/\([^()]*\)/g, "");
    if (shorter === bare) break;
    bare = shorter;
  }
  return [...bare.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}
