import { path } from "#cms/content/site.ts";
import type { ContactKind, Link } from "#cms/content/types.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useCopy } from "./copy-provider.tsx";

/** The address that a link of the copy leads to, in the page's language. */
export function useHref(): (link: Pick<Link, "kind" | "page" | "anchor">) => string {
  const language = useLanguage();
  const contact = useContactHref();
  return ({ kind, page, anchor }) =>
    kind === "page" && page
      ? `${path(page, language)}${anchor ? `#${anchor}` : ""}`
      : contact(kind as ContactKind);
}

/** The address that opens one of the company's contacts. */
export function useContactHref(): (kind: ContactKind) => string {
  const { email, phone, whatsapp, instagram } = useCopy().settings;
  const addresses: Record<ContactKind, string> = {
    mail: `mailto:${email}`,
    tel: `tel:${phone}`,
    whatsapp: `https://wa.me/${whatsapp.replace(/\D/g, "")}`,
    instagram: `https://www.instagram.com/${instagram}/`,
  };
  return (kind) => addresses[kind];
}
