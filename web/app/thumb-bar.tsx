import { path } from "#cms/content/site.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref, useHref } from "#web/content/use-href.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./thumb-bar.css.ts";

/** Renders two contact links within reach of the thumb, on phones, except on pages with the form. */
export function ThumbBar() {
  const text = useText();
  const language = useLanguage();
  const contact = useContactHref();
  const href = useHref();
  const hasForm = useCopy().page?.sections.some(({ _type }) => _type === "contactForm");
  const page = { kind: "page", page: "contact", address: path("contact", language), anchor: null } as const;
  if (hasForm) return null;
  return (
    <nav className={css.bar} aria-label={text("footer.contact")}>
      <a className={css.contactLink} href={contact("whatsapp")} target="_blank" rel="noopener">
        <Icon name="whatsapp" />
        WhatsApp
        <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
      </a>
      <a className={css.contactLink} href={href(page)}>
        <Icon name="mail" />
        {text("bar.write")}
      </a>
    </nav>
  );
}
