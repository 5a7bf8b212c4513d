import { locales } from "#cms/content/site.ts";
import type { LocalizedSection } from "#cms/content/types.ts";
import { keep } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import * as css from "./price.css.ts";

type Amount = NonNullable<LocalizedSection<"plans">["plans"][number]["price"]>;

const symbols: Record<Amount["currency"], string> = { CRC: "₡", USD: "$" };

/** What something costs at least. */
export function Price({ price: { amount, currency, per } }: { price: Amount }) {
  const text = useText();
  const language = useLanguage();
  const number = keep(`whole ${language}`, () => new Intl.NumberFormat(locales[language]));
  const price = `${symbols[currency]}${number.format(amount)}`;
  return <p className={css.price}>{text(`price.${per}`, { price })}</p>;
}
