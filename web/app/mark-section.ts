/**
 * Keeps the current section marked in a page's section menu (`header.tsx`): the last section whose top is above 40 % of
 * the window. Above the first section no link is marked.
 */
export function markSectionInView(menu: HTMLElement): void {
  const links = [...menu.querySelectorAll<HTMLAnchorElement>("a")];
  const sections = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);
  const passedSections = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) passedSections.add(target);
        else passedSections.delete(target);
      }
      mark(sections.findLast((section) => passedSections.has(section))?.id);
    },
    // The area reaches from far above the window to 40 % of its height, so that passed sections count.
    { rootMargin: "100000px 0px -60% 0px" },
  );
  for (const section of sections) observer.observe(section);

  function mark(currentId: string | undefined) {
    // Above the first section the menu shows its start.
    if (!currentId) scrollMenu(0);
    for (const link of links) {
      if (link.hash !== `#${currentId}`) {
        link.removeAttribute("aria-current");
      } else if (!link.hasAttribute("aria-current")) {
        link.setAttribute("aria-current", "location");
        // Scrolls the menu alone, and only if its links do not fit.
        scrollMenu(link.offsetLeft - (menu.clientWidth - link.clientWidth) / 2);
      }
    }
  }

  // A link with the keyboard focus stays in view.
  function scrollMenu(left: number) {
    if (!menu.querySelector(":focus-visible")) menu.scrollTo({ left });
  }
}
