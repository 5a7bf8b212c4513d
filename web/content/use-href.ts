import type { Localized } from "#cms/content/languages.ts";
import type { ContactKind, Link } from "#cms/content/types.ts";
import { formFragment } from "#functions/contract/form-fragments.ts";
import { type Intent, toIntentQuery } from "#functions/contract/intent.ts";
import { services } from "#functions/contract/options.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { useCopy } from "./copy-provider.tsx";

type Wish = Omit<Intent, "service">;
/** The start of a chat: the name of a plan, or else a topic. */
type Greeting = { plan?: string | undefined; topic?: string | undefined };

/**
 * Returns a function for the address of a link of the copy, in the page's language. A link to the contact page passes
 * on this page's service and the visitor's wish (plan or meeting), with which the form starts. A chat starts with the
 * plan.
 */
export function useHref(): (
  link: Pick<Localized<Link>, "kind" | "page" | "address" | "anchor">,
  wish?: Wish,
) => string {
  const contact = useContactHref();
  const name = useCopy().page?.name;
  // The service that the page is about.
  const service = services.find((candidate) => candidate === name);
  return ({ kind, page, address, anchor }, wish) => {
    if (kind !== "page") return contact(kind as ContactKind, wish);
    const query = page === "contact" ? toIntentQuery({ service, ...wish }) : "";
    const fragment = anchor ?? (query && formFragment);
    return `${address}${query}${fragment && `#${fragment}`}`;
  };
}

// Visitors do not ask about the topics of these pages.
const pagesWithoutTopic = ["home", "contact", "privacy"];

/** Returns a function for the addresses of the company's contacts. A chat begins with a text about the page's topic. */
export function useContactHref(): (kind: ContactKind, greeting?: Greeting) => string {
  const text = useText();
  const { settings, page } = useCopy();
  const { email, phone, whatsapp, instagram } = settings;
  const pageTopic = page && !pagesWithoutTopic.includes(page.name) ? page.label : null;
  const greet = ({ plan, topic = pageTopic ?? undefined }: Greeting) => {
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
        return toCompanyChatAddress(whatsapp, greet(greeting));
      case "instagram":
        return `https://www.instagram.com/${instagram}/`;
    }
  };
}

/** Returns the address of a WhatsApp chat with the company that starts with a text. */
export const toCompanyChatAddress = (whatsapp: string, text: string): string =>
  `https://wa.me/${whatsapp.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;

/** Returns a function for the `aria-current` of a link, which marks links to the current page. */
export function useAriaCurrent(): (address: string) => "page" | undefined {
  const language = useLanguage();
  const { addresses } = useCopy();
  return (address) => (address === addresses?.[language] ? "page" : undefined);
}
