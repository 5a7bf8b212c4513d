import type { Localized } from "#cms/content/languages.ts";
import type { MenuEntry } from "#cms/content/types.ts";
import { Icon } from "#web/ui/icon.tsx";
import * as css from "./header.css.ts";
import { useCurrent } from "./use-current.ts";

/** A word of the menu that opens a list of pages below it. */
export function MenuPages({ group }: { group: Localized<Extract<MenuEntry, { _type: "menuGroup" }>> }) {
  const current = useCurrent();
  const id = `menu-${group._key}`;
  return (
    <div className={css.group}>
      <button className={`${css.item} ${css.entry} ${css.anchor}`} type="button" popoverTarget={id}>
        <span className={css.entryLabel}>{group.title}</span>
        <Icon name="expand" />
      </button>
      <div className={css.services} id={id} popover="auto">
        <ul className={css.servicesList}>
          {group.pages.map(({ name, label, address }) => (
            <li key={name}>
              <a className={css.choice} href={address} aria-current={current(address)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
