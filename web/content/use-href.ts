import type { Localized } from "#cms/content/languages.ts";
import type { ContactKind, Link } from "#cms/content/types.ts";
import { formFragment } from "#functions/contract/form-fragments.ts";
import { type Intent, intentQuery } from "#functions/contract/intent.ts";
import { services } from "#functions/contract/options.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useCopy } from "./copy-provider.tsx";

type Wish = Omit<Intent, "service">;
/** What a chat begins with: the name of a plan or, without one, of what it is about. */
type Greeting = { plan?: string | undefined; topic?: string | undefined };

/** The address that a link of the copy leads to, in the page's language. The contact page hears what it is followed for. */
export function useHref(): (
  link: Pick<Localized<Link>, "kind" | "page" | "address" | "anchor">,
  wish?: Wish,
) => string {
  const contact = useContactHref();
  const service = useService();
  return ({ kind, page, address, anchor }, wish) => {
    if (kind !== "page") return contact(kind as ContactKind, wish);
    const query = page === "contact" ? intentQuery({ service, ...wish }) : "";
    const fragment = anchor ?? (query && formFragment);
    return `${address}${query}${fragment && `#${fragment}`}`;
  };
}

/** The service that the page is about, as the contact form knows it. */
function useService(): Intent["service"] {
  const name = useCopy().page?.name;
  return services.find((service) => service === name);
}

// What these pages are about is nothing that one asks for.
const general = ["home", "contact", "privacy"];

/** The address that opens one of the company's contacts; a chat begins with what is being looked at, in the visitor's words. */
export function useContactHref(): (kind: ContactKind, greeting?: Greeting) => string {
  const text = useText();
  const { settings, page } = useCopy();
  const { email, phone, whatsapp, instagram } = settings;
  const shown = page && !general.includes(page.name) ? page.label : null;
  const greet = ({ plan, topic = shown ?? undefined }: Greeting) => {
    if (plan) return text("whatsapp.plan", { plan });
    return topic ? text("whatsapp.about", { topic }) : text("whatsapp.hello");
  };
  return (kind, greeting = {}) => {
    switch (kind) {
      case "mail":
        return `mailto:${email}`;
      case "tel":
        return `tel:${phone}`;
      case "whatsapp":
        return chatAddress(whatsapp, greet(greeting));
      case "instagram":
        return `https://www.instagram.com/${instagram}/`;
    }
  };
}

/** The address of a chat that begins with a text. */
export const chatAddress = (whatsapp: string, text: string): string =>
  `https://wa.me/${whatsapp.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;

/** Returns the `aria-current` of a link: it marks the current page. */
export function useCurrent(): (address: string) => "page" | undefined {
  const language = useLanguage();
  const { addresses } = useCopy();
  return (address) => (address === addresses?.[language] ? "page" : undefined);
}
