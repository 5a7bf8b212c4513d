import { useCopy } from "#web/content/copy-provider.tsx";
import { useText } from "#web/language/use-text.ts";
import * as css from "./header.css.ts";

/** The sections of a page, where its editors named them. `mark-section.ts` marks the one in view. */
export function SectionNavigation() {
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
