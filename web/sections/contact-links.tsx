import { type Service, services } from "#functions/contract/options.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./contact-links.css.ts";

/**
 * Renders a chat and a call as alternatives to the form. The chat starts with the choice in the form: each choice has a
 * link, and the styles show the matching one, also without script.
 */
export function DirectContacts() {
  const text = useText();
  const { settings, page } = useCopy();
  const href = useContactHref();
  const plans = page?.plans.slice(0, css.maxPlans) ?? [];
  return (
    <ul className={css.contactList}>
      <li>
        <Chat href={href("whatsapp")} />
        {services.map((service) => (
          <Chat
            key={service}
            href={href("whatsapp", { topic: text(`contact.service.${service}`) })}
            service={service}
          />
        ))}
        {plans.map(({ key, name }, index) => (
          <Chat key={key} href={href("whatsapp", { plan: name })} plan={index} />
        ))}
      </li>
      <li>
        <a className={css.direct} href={href("tel")}>
          <Icon name="phone" />
          {text("contact.call")} <span className={css.noWrap}>{settings.phoneDisplay}</span>
        </a>
      </li>
    </ul>
  );
}

/** Renders a chat for a service, a plan (by its index) or no choice. The styles select the chat by `data-chat`. */
function Chat({ href, service, plan }: { href: string; service?: Service; plan?: number }) {
  const text = useText();
  const { settings } = useCopy();
  return (
    <a className={css.direct} href={href} target="_blank" rel="noopener" data-chat={service ?? plan ?? ""}>
      <Icon name="whatsapp" />
      WhatsApp <span className={css.noWrap}>{settings.whatsappDisplay}</span>
      <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
    </a>
  );
}

/** Renders the mail address and the WhatsApp of the company, for errors of the form. */
export function ContactLinks() {
  const text = useText();
  const { settings } = useCopy();
  const href = useContactHref();
  return (
    <div>
      <p>{text("contact.ways")}</p>
      <ul className={css.contactList}>
        <li>
          <a className={css.contactLink} href={href("mail")}>
            {settings.email}
          </a>
        </li>
        <li>
          <a className={css.contactLink} href={href("whatsapp")} target="_blank" rel="noopener">
            WhatsApp <span className={css.noWrap}>{settings.whatsappDisplay}</span>
            <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
          </a>
        </li>
      </ul>
    </div>
  );
}
