import { useIntl } from "react-intl";
import type { Language } from "#cms/content/site.ts";

/** Returns the language of the page. */
export const useLanguage = (): Language => useIntl().locale as Language;
