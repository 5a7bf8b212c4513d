import type { MouseEvent } from "react";
import { type Page, path, servicePages } from "#cms/content/site.ts";
import { useContactHref } from "#web/content/use-href.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import * as css from "./header.css.ts";
import type { Screen } from "./paths.ts";

const id = "menu";

// Where the choice does not leave the page, the menu has to close by itself.
const closeAfterChoosing = (event: MouseEvent<HTMLElement>) => {
  if ((event.target as HTMLElement).closest("a")) event.currentTarget.hidePopover();
};

/** The menu of narrow screens: a sheet that grows from the header. */
export function Menu({ screen }: { screen: Screen }) {
  const text = useText();
  const language = useLanguage();
  const contact = useContactHref();
  const choice = (page: Page, label: string, look: string) => (
    <a className={look} href={path(page, language)} aria-current={screen === page ? "page" : undefined}>
      {label}
    </a>
  );

  return (
    <div className={css.narrowOnly}>
      <button
        className={`${css.item} ${css.squareItem}`}
        type="button"
        popoverTarget={id}
        aria-label={text("header.menu")}
      >
        <Icon name="menu" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard clicks the links, which is what is heard */}
      <nav
        className={css.menu}
        id={id}
        popover="auto"
        aria-label={text("header.main")}
        onClick={closeAfterChoosing}
      >
        {choice("home", text("header.home"), `${css.choice} ${css.large}`)}
        {choice("contact", text("header.contact"), `${css.choice} ${css.large}`)}
        {choice("inbox", text("header.inbox"), `${css.choice} ${css.large} ${css.administratorOnly}`)}
        <p className={css.menuHeading}>{text("header.services")}</p>
        <ul>
          {servicePages.map((page) => (
            <li key={page}>{choice(page, text(`service.${page}`), css.choice)}</li>
          ))}
        </ul>
        <div className={css.menuRow}>
          <a className={css.choice} href={contact("instagram")} target="_blank" rel="noopener">
            <Icon name="instagram" />
            {text("header.instagram")}
          </a>
          <button className={`${css.item} ${css.scripted}`} type="button" data-theme-toggle="">
            <Icon name="contrast" />
            {text("header.theme")}
          </button>
        </div>
      </nav>
    </div>
  );
}
