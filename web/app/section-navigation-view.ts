import { useEffect, useState } from "react";

/**
 * The last of the sections (their ids, separated by spaces) whose top has passed the upper part of the window;
 * null above the first one. It is known once the page is alive.
 */
export function useSectionInView(ids: string): string | null {
  const [inView, setInView] = useState<string | null>(null);

  useEffect(() => {
    const sections = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const passed = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) passed.add(target);
          else passed.delete(target);
        }
        setInView(sections.findLast((section) => passed.has(section))?.id ?? null);
      },
      // From far above the window to 40 % of its height: what has gone by counts as well.
      { rootMargin: "100000px 0px -60% 0px" },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);

  return inView;
}
