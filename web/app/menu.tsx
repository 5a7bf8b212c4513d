import { Fragment } from "react";
import { path } from "#cms/content/site.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useAriaCurrent, useContactHref } from "#web/content/use-href.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import * as css from "./header.css.ts";

const id = "menu";

type PageLinkProps = { page: { address: string; label: string }; className: string };

/** Links to a page. The link of the current page is marked. */
export function PageLink({ page: { address, label }, className }: PageLinkProps) {
  const ariaCurrent = useAriaCurrent();
  return (
    <a className={className} href={address} aria-current={ariaCurrent(address)}>
      {label}
    </a>
  );
}

/**
 * Returns the user's own pages: the inbox, which styles show to administrators only, and the account. The menu of wide
 * screens shows the account to other signed-in users only.
 */
export function useOwnPages() {
  const text = useText();
  const language = useLanguage();
  return [
    { address: path("inbox", language), label: text("header.inbox"), look: css.administratorOnly },
    { address: accountAddress(language), label: text("header.account"), look: css.accountOnly },
  ];
}

/** Renders the menu of narrow screens, a sheet below the header. */
export function Menu() {
  const text = useText();
  const { menu } = useCopy().navigation;
  const ownPages = useOwnPages();
  const large = `${css.choice} ${css.large}`;

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
      <nav className={css.menu} id={id} popover="auto" aria-label={text("header.main")}>
        {menu.map((entry) =>
          entry._type === "menuLink" ? (
            <PageLink key={entry._key} page={entry.page} className={large} />
          ) : null,
        )}
        {ownPages.map((page) => (
          <PageLink key={page.address} page={page} className={`${large} ${page.look}`} />
        ))}
        {menu.map((entry) =>
          entry._type === "menuGroup" ? (
            <Fragment key={entry._key}>
              <p className={css.menuHeading}>{entry.title}</p>
              <ul>
                {entry.pages.map((page) => (
                  <li key={page.name}>
                    <PageLink page={page} className={css.choice} />
                  </li>
                ))}
              </ul>
            </Fragment>
          ) : null,
        )}
        <MenuRow />
      </nav>
    </div>
  );
}

function MenuRow() {
  const text = useText();
  const contact = useContactHref();
  return (
    <div className={css.menuRow}>
      <a className={css.choice} href={contact("instagram")} target="_blank" rel="noopener">
        <Icon name="instagram" />
        {text("header.instagram")}
        <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
      </a>
      <button className={`${css.item} ${css.scripted}`} type="button" data-theme-toggle="">
        <Icon name="contrast" />
        {text("header.theme")}
      </button>
    </div>
  );
}
