import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useText } from "#web/language/use-text.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import * as css from "./contact-ways.css.ts";

/** How else to reach the company when the form cannot: its mail address and its WhatsApp, as links. */
export function ContactWays() {
  const text = useText();
  const { settings } = useCopy();
  const href = useContactHref();
  return (
    <div>
      <p>{text("contact.ways")}</p>
      <ul className={css.ways}>
        <li>
          <a className={css.way} href={href("mail")}>
            {settings.email}
          </a>
        </li>
        <li>
          <a className={css.way} href={href("whatsapp")} target="_blank" rel="noopener">
            WhatsApp <span className={css.whole}>{settings.whatsappDisplay}</span>
            <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
          </a>
        </li>
      </ul>
    </div>
  );
}
