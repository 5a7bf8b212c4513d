import type { Said, Say } from "../say.ts";

const groups = ["opening", "offer", "trust", "contact"] as const;

/** What a kind of section is for: under which heading the Studio offers it. */
export type SectionGroup = (typeof groups)[number];

const titles = (say: Say): Record<SectionGroup, Said> => ({
  opening: say({ es: "Empezar y cerrar", en: "Begin and end" }),
  offer: say({ es: "Lo que se ofrece", en: "What is offered" }),
  trust: say({ es: "Razones y pruebas", en: "Reasons and proof" }),
  contact: say({ es: "Contacto", en: "Contact" }),
});

/** How a new section is chosen: from pictures of what it looks like on the site, which `static/sections` holds. */
export const insertMenu = (say: Say, sections: readonly { name: string; group: SectionGroup }[]) => ({
  // A search field takes the focus, for which a phone scrolls the menu away; under headings few are left to look at.
  filter: false,
  showIcons: false,
  groups: groups.map((name) => ({
    name,
    title: titles(say)[name],
    of: sections.filter(({ group }) => group === name).map(({ name }) => name),
  })),
  views: [
    { name: "grid" as const, previewImageUrl: (kind: string) => `/static/sections/${kind}.webp` },
    { name: "list" as const },
  ],
});
