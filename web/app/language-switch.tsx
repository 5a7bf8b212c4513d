import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import * as css from "./header.css.ts";
import { otherLanguage, path, type Screen } from "./paths.ts";

/** Leads to the same page in the other language, which it names in that language. */
export function LanguageSwitch({ screen }: { screen: Screen }) {
  const text = useText();
  const other = otherLanguage(useLanguage());
  return (
    <a
      className={`${css.item} ${css.languageItem}`}
      href={path(screen === "not-found" ? "home" : screen, other)}
      hrefLang={other}
      lang={other}
      data-language-switch=""
    >
      {text("header.otherLanguage")}
    </a>
  );
}
