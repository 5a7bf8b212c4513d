import { path, servicePages } from "#cms/content/site.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import * as css from "./header.css.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { Menu } from "./menu.tsx";
import { OrchidMark } from "./orchid-mark.tsx";
import type { Screen } from "./paths.ts";
import { SectionNavigation } from "./section-navigation.tsx";

const current = (screen: Screen, page: Screen) => (screen === page ? "page" : undefined);

/** The top of every page. Its menus are popovers: they open, close with Escape and step aside without script. */
export function Header({ screen }: { screen: Screen }) {
  const text = useText();
  const language = useLanguage();
  const { settings } = useCopy();
  const contact = useContactHref();

  return (
    <header className={css.header}>
      <div className={css.bar}>
        <a
          className={css.brand}
          href={path("home", language)}
          aria-label={text("header.homeOf", { brand: settings.brandName })}
        >
          <OrchidMark />
          {settings.brandName}
        </a>
        <nav className={`${css.wideOnly} ${css.pages}`} aria-label={text("header.main")}>
          <a
            className={`${css.item} ${css.administratorOnly} ${css.beforePages}`}
            href={path("inbox", language)}
            aria-current={current(screen, "inbox")}
          >
            {text("header.inbox")}
          </a>
          <a className={css.item} href={path("home", language)} aria-current={current(screen, "home")}>
            {text("header.home")}
          </a>
          <button className={`${css.item} ${css.anchor}`} type="button" popoverTarget="services-menu">
            {text("header.services")}
            <Icon name="expand" />
          </button>
          <div className={css.services} id="services-menu" popover="auto">
            <ul>
              {servicePages.map((page) => (
                <li key={page}>
                  <a className={css.choice} href={path(page, language)} aria-current={current(screen, page)}>
                    {text(`service.${page}`)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <a className={css.item} href={path("contact", language)} aria-current={current(screen, "contact")}>
            {text("header.contact")}
          </a>
        </nav>
        <span className={css.wideOnly}>
          <a
            className={`${css.item} ${css.squareItem}`}
            href={contact("instagram")}
            target="_blank"
            rel="noopener"
            aria-label={`${text("header.instagram")} ${text("footer.newTab")}`}
          >
            <Icon name="instagram" />
          </a>
          <button
            className={`${css.item} ${css.squareItem} ${css.scripted}`}
            type="button"
            data-theme-toggle=""
            aria-label={text("header.theme")}
          >
            <Icon name="contrast" />
          </button>
        </span>
        <LanguageSwitch screen={screen} />
        <Menu screen={screen} />
      </div>
      <SectionNavigation screen={screen} />
    </header>
  );
}
