/**
 * Marks in a page's own menu (`header.tsx`) the last section whose top has passed the upper part of the window, from now on;
 * above the first one none is marked.
 */
export function markSectionInView(menu: HTMLElement): void {
  const links = [...menu.querySelectorAll<HTMLAnchorElement>("a")];
  const sections = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);
  const passed = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) passed.add(target);
        else passed.delete(target);
      }
      mark(sections.findLast((section) => passed.has(section))?.id);
    },
    // From far above the window to 40 % of its height: what has gone by counts as well.
    { rootMargin: "100000px 0px -60% 0px" },
  );
  for (const section of sections) observer.observe(section);

  function mark(inView: string | undefined) {
    // Above the first section the bar begins with its first link.
    if (!inView) scrollMenu(0);
    for (const link of links) {
      if (link.hash !== `#${inView}`) {
        link.removeAttribute("aria-current");
      } else if (!link.hasAttribute("aria-current")) {
        link.setAttribute("aria-current", "location");
        // Only the bar moves, and only where its links do not fit.
        scrollMenu(link.offsetLeft - (menu.clientWidth - link.clientWidth) / 2);
      }
    }
  }

  // The link that the keyboard has reached stays in view.
  function scrollMenu(left: number) {
    if (!menu.querySelector(":focus-visible")) menu.scrollTo({ left });
  }
}
