import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useText } from "#web/language/use-text.ts";
import { Container, Stack } from "#web/ui/layout.tsx";
import { Text, VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./footer.css.ts";
import { OrchidMark } from "./header.tsx";

/** Renders the footer of every page but the inbox: the company, links to pages, and contacts, as editors wrote them. */
export function Footer() {
  const { settings, navigation } = useCopy();
  return (
    <footer className={css.footer}>
      <Container>
        <div className={css.columns}>
          <Stack space="small">
            <p className={css.brand}>
              <OrchidMark />
              {settings.brandName}
            </p>
            <Text tone="quiet">{settings.footer}</Text>
          </Stack>
          <FooterPages />
          <FooterContact />
        </div>
        <div className={css.end}>
          <span>
            © {settings.brandName}, {settings.place}
          </span>
          <span className={css.endPages}>
            {navigation.endPages.map(({ name, label, address }) => (
              <a key={name} className={css.link} href={address}>
                {label}
              </a>
            ))}
          </span>
        </div>
      </Container>
    </footer>
  );
}

function FooterPages() {
  const { navigation } = useCopy();
  return (
    <nav aria-labelledby="footer-pages">
      <h2 className={css.heading} id="footer-pages">
        {navigation.footerTitle}
      </h2>
      <ul>
        {navigation.footerPages.map(({ name, label, address }) => (
          <li key={name}>
            <a className={css.link} href={address}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FooterContact() {
  const text = useText();
  const { settings } = useCopy();
  const href = useContactHref();
  const newTab = { target: "_blank", rel: "noopener" };
  const contacts = [
    { kind: "mail", label: settings.email },
    { kind: "tel", label: settings.phoneDisplay },
    { kind: "whatsapp", label: `WhatsApp ${settings.whatsappDisplay}`, ...newTab },
    { kind: "instagram", label: `@${settings.instagram}`, ...newTab },
  ] as const;
  return (
    <div>
      <h2 className={css.heading}>{text("footer.contact")}</h2>
      <address>
        <ul>
          {contacts.map(({ kind, label, ...target }) => (
            <li key={kind}>
              <a className={css.link} href={href(kind)} {...target}>
                {label}
                {"target" in target && <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>}
              </a>
            </li>
          ))}
        </ul>
      </address>
    </div>
  );
}
