import type { Localized } from "#cms/content/languages.ts";
import { signPaths } from "#cms/content/sign.ts";
import { languageNames, otherLanguages, path } from "#cms/content/site.ts";
import type { LocalizedNavigation, MenuEntry } from "#cms/content/types.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useAriaCurrent, useContactHref } from "#web/content/use-href.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import * as mark from "./app.css.ts";
import * as css from "./header.css.ts";
import { Menu, PageLink, useOwnPages } from "./menu.tsx";

/** Renders the header of every page. Its menus are popovers, which open and close without script. */
export function Header() {
  const text = useText();
  const language = useLanguage();
  const { settings, navigation } = useCopy();
  const contact = useContactHref();
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
        <MainNavigation />
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

// Widths in CSS pixels: average letter, padding of an entry, arrow of a group, room beside the company's name at 960.
const [letterWidth, entryPadding, arrowWidth, availableWidth] = [8.6, 24, 24, 430];

/**
 * Estimates whether the menu overflows a small laptop, which then gets the menu of narrow screens. A measurement would
 * come after the first paint.
 */
function isCrowded({ menu }: LocalizedNavigation): boolean {
  const widths = menu.map((entry) =>
    entry._type === "menuLink"
      ? entry.page.label.length * letterWidth + entryPadding
      : entry.title.length * letterWidth + entryPadding + arrowWidth,
  );
  return widths.reduce((sum, width) => sum + width, 0) > availableWidth;
}

/** Links to this page in the other languages, each named in its own; on the not-found page, to their home pages. */
function LanguageSwitch() {
  const { addresses } = useCopy();
  return otherLanguages(useLanguage()).map((otherLanguage) => (
    <a
      key={otherLanguage}
      className={`${css.item} ${css.languageItem}`}
      href={addresses?.[otherLanguage] ?? path("home", otherLanguage)}
      hrefLang={otherLanguage}
      lang={otherLanguage}
      data-language-switch=""
    >
      {languageNames[otherLanguage]}
    </a>
  ));
}

/** Renders the menu of wide screens. */
function MainNavigation() {
  const text = useText();
  const { menu } = useCopy().navigation;
  const ariaCurrent = useAriaCurrent();
  const ownPages = useOwnPages();
  return (
    <nav className={`${css.wideOnly} ${css.pages}`} aria-label={text("header.main")}>
      <span className={css.beforePages}>
        {ownPages.map((page) => (
          <PageLink key={page.address} page={page} className={`${css.item} ${page.look}`} />
        ))}
      </span>
      {menu.map((entry) =>
        entry._type === "menuGroup" ? (
          <MenuPages key={entry._key} group={entry} />
        ) : (
          <a
            key={entry._key}
            className={`${css.item} ${css.entry}`}
            href={entry.page.address}
            aria-current={ariaCurrent(entry.page.address)}
          >
            <span className={css.entryLabel}>{entry.page.label}</span>
          </a>
        ),
      )}
    </nav>
  );
}

/** Renders a menu entry that opens a list of pages below it. */
function MenuPages({ group }: { group: Localized<Extract<MenuEntry, { _type: "menuGroup" }>> }) {
  const id = `menu-${group._key}`;
  return (
    <div className={css.group}>
      <button className={`${css.item} ${css.entry} ${css.anchor}`} type="button" popoverTarget={id}>
        <span className={css.entryLabel}>{group.title}</span>
        <Icon name="expand" />
      </button>
      <div className={css.services} id={id} popover="auto">
        <ul className={css.servicesList}>
          {group.pages.map((page) => (
            <li key={page.name}>
              <PageLink page={page} className={css.choice} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Links to the sections of the page that have a menu label. `mark-section.ts` marks the current one. */
function SectionNavigation() {
  const text = useText();
  const { page } = useCopy();
  const sections = (page?.sections ?? []).flatMap(({ anchor, navigationLabel }) =>
    anchor && navigationLabel ? [{ anchor, navigationLabel }] : [],
  );
  if (sections.length === 0) return null;
  return (
    <nav className={css.sectionsBar} aria-label={text("header.onThisPage")} data-sections="">
      {sections.map(({ anchor, navigationLabel }) => (
        <a key={anchor} className={`${css.item} ${css.sectionLink}`} href={`#${anchor}`}>
          {navigationLabel}
        </a>
      ))}
    </nav>
  );
}

/** Renders the brand mark, a guaria morada. It is decorative, because the name is beside it. */
export function OrchidMark() {
  return (
    <svg aria-hidden="true" className={mark.sign} viewBox="0 0 48 48">
      <g transform="translate(24 23)">
        <path className={mark.sepals} d={signPaths.sepals} />
        <path className={mark.petals} d={signPaths.petals} />
        <path className={mark.lip} d={signPaths.lip} />
        <path className={mark.throat} d={signPaths.throat} />
      </g>
    </svg>
  );
}
