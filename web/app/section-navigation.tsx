import { useCopy } from "#web/content/copy-provider.tsx";
import { useText } from "#web/language/use-text.ts";
import * as css from "./header.css.ts";
import { type Screen, servicePages } from "./paths.ts";

/** The sections of a service's page, where its editors named them. */
export function SectionNavigation({ screen }: { screen: Screen }) {
  const text = useText();
  const { page } = useCopy();
  if (!(servicePages as readonly Screen[]).includes(screen)) return null;
  const sections = page?.sections.filter(({ anchor, navigationLabel }) => anchor && navigationLabel) ?? [];
  if (sections.length === 0) return null;
  return (
    <nav className={css.sectionsBar} aria-label={text("header.onThisPage")}>
      {sections.map(({ _key, anchor, navigationLabel }) => (
        <a key={_key} className={`${css.item} ${css.sectionLink}`} href={`#${anchor}`}>
          {navigationLabel}
        </a>
      ))}
    </nav>
  );
}
