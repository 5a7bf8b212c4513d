import type { Localized } from "#cms/content/languages.ts";
import type { ContactKind, Link } from "#cms/content/types.ts";
import { useCopy } from "./copy-provider.tsx";

/** The address that a link of the copy leads to, in the page's language. */
export function useHref(): (link: Pick<Localized<Link>, "kind" | "address" | "anchor">) => string {
  const contact = useContactHref();
  return ({ kind, address, anchor }) =>
    kind === "page" ? `${address}${anchor ? `#${anchor}` : ""}` : contact(kind as ContactKind);
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
