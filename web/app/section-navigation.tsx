import { useEffect, useRef } from "react";
import { useCopy } from "#web/content/copy-provider.tsx";
import { useText } from "#web/language/use-text.ts";
import * as css from "./header.css.ts";
import { useSectionInView } from "./section-navigation-view.ts";

/** The sections of a page, where its editors named them; the one in view is marked. */
export function SectionNavigation() {
  const text = useText();
  const { page } = useCopy();
  const sections = (page?.sections ?? []).flatMap(({ anchor, navigationLabel }) =>
    anchor && navigationLabel ? [{ anchor, navigationLabel }] : [],
  );
  const inView = useSectionInView(sections.map(({ anchor }) => anchor).join(" "));

  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = inView && bar.current?.querySelector<HTMLElement>(`[href="#${inView}"]`);
    // Only the bar moves, and only where its links do not fit.
    if (link)
      bar.current?.scrollTo({ left: link.offsetLeft - (bar.current.clientWidth - link.clientWidth) / 2 });
  }, [inView]);

  if (sections.length === 0) return null;
  return (
    <nav ref={bar} className={css.sectionsBar} aria-label={text("header.onThisPage")}>
      {sections.map(({ anchor, navigationLabel }) => (
        <a
          key={anchor}
          className={`${css.item} ${css.sectionLink}`}
          href={`#${anchor}`}
          aria-current={anchor === inView ? "location" : undefined}
        >
          {navigationLabel}
        </a>
      ))}
    </nav>
  );
}
