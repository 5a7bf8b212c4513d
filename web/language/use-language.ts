import { useIntl } from "react-intl";
import type { Language } from "#functions/contract/languages.ts";

/** The language of the page. */
export const useLanguage = (): Language => useIntl().locale as Language;
