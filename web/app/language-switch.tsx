import { languageNames, otherLanguages, path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import * as css from "./header.css.ts";
import type { Screen } from "./paths.ts";

/** Leads to the same page in each other language, which it names in that language. */
export function LanguageSwitch({ screen }: { screen: Screen }) {
  return otherLanguages(useLanguage()).map((other) => (
    <a
      key={other}
      className={`${css.item} ${css.languageItem}`}
      href={path(screen === "not-found" ? "home" : screen, other)}
      hrefLang={other}
      lang={other}
      data-language-switch=""
    >
      {languageNames[other]}
    </a>
  ));
}
