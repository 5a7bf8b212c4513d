import { path, servicePages } from "#cms/content/site.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Container, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./footer.css.ts";
import { OrchidMark } from "./orchid-mark.tsx";

/** The end of every page: who the company is and how to reach it, all of it from the site settings. */
export function Footer() {
  const text = useText();
  const language = useLanguage();
  const { settings } = useCopy();
  const href = useContactHref();
  const newTab = { target: "_blank", rel: "noopener" };

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
          <nav aria-labelledby="footer-services">
            <h2 className={css.heading} id="footer-services">
              {text("footer.services")}
            </h2>
            <ul>
              {servicePages.map((page) => (
                <li key={page}>
                  <a className={css.link} href={path(page, language)}>
                    {text(`service.${page}`)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2 className={css.heading}>{text("footer.contact")}</h2>
            <address>
              <ul>
                <li>
                  <a className={css.link} href={href("mail")}>
                    {settings.email}
                  </a>
                </li>
                <li>
                  <a className={css.link} href={href("tel")}>
                    {settings.phoneDisplay}
                  </a>
                </li>
                <li>
                  <a className={css.link} href={href("whatsapp")} {...newTab}>
                    WhatsApp {settings.whatsappDisplay}
                  </a>
                </li>
                <li>
                  <a className={css.link} href={href("instagram")} {...newTab}>
                    @{settings.instagram}
                  </a>
                </li>
              </ul>
            </address>
          </div>
        </div>
        <div className={css.end}>
          <span>
            © {settings.brandName}, {settings.place}
          </span>
          <a className={css.link} href={path("privacy", language)}>
            {text("footer.privacy")}
          </a>
        </div>
      </Container>
    </footer>
  );
}
