import { path } from "#cms/content/site.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useContactHref } from "#web/content/use-href.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { Icon } from "#web/ui/icon.tsx";
import * as css from "./header.css.ts";
import { isCrowded } from "./is-crowded.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { Menu } from "./menu.tsx";
import { MenuPages } from "./menu-pages.tsx";
import { OrchidMark } from "./orchid-mark.tsx";
import { SectionNavigation } from "./section-navigation.tsx";
import { useCurrent } from "./use-current.ts";

/** The top of every page. Its menus are popovers: they open, close with Escape and step aside without script. */
export function Header() {
  const text = useText();
  const language = useLanguage();
  const { settings, navigation } = useCopy();
  const contact = useContactHref();
  const current = useCurrent();

  return (
    <header className={isCrowded(navigation) ? `${css.header} ${css.crowded}` : css.header}>
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
          <span className={css.beforePages}>
            {[
              { address: path("inbox", language), label: text("header.inbox"), look: css.administratorOnly },
              { address: accountAddress(language), label: text("header.account"), look: css.accountOnly },
            ].map(({ address, label, look }) => (
              <a
                key={address}
                className={`${css.item} ${look}`}
                href={address}
                aria-current={current(address)}
              >
                {label}
              </a>
            ))}
          </span>
          {navigation.menu.map((entry) =>
            entry._type === "menuGroup" ? (
              <MenuPages key={entry._key} group={entry} />
            ) : (
              <a
                key={entry._key}
                className={`${css.item} ${css.entry}`}
                href={entry.page.address}
                aria-current={current(entry.page.address)}
              >
                <span className={css.entryLabel}>{entry.page.label}</span>
              </a>
            ),
          )}
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
        <LanguageSwitch />
        <Menu />
      </div>
      <SectionNavigation />
    </header>
  );
}
