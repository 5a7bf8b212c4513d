import { languageNames, otherLanguages, path } from "#cms/content/site.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import * as css from "./header.css.ts";

/** Leads to the same page in each other language, which it names in that language. */
export function LanguageSwitch() {
  const { addresses } = useCopy();
  return otherLanguages(useLanguage()).map((other) => (
    <a
      key={other}
      className={`${css.item} ${css.languageItem}`}
      href={addresses?.[other] ?? path("home", other)}
      hrefLang={other}
      lang={other}
      data-language-switch=""
    >
      {languageNames[other]}
    </a>
  ));
}
