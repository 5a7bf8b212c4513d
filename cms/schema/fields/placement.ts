import { defineField } from "sanity";
import type { Say } from "../say.ts";
import { AnchorInput } from "./anchor-input.tsx";
import { anchorForm } from "./anchors.ts";
import { optionalText } from "./lengths.ts";

/** The fields that every section ends with: how it is linked to and found on its page. */
export const placement = (say: Say) => [
  defineField({
    name: "anchor",
    title: say({ es: "Ancla", en: "Anchor" }),
    type: "string",
    description: say({
      es: "Opcional: el nombre corto con el que los enlaces llegan a esta sección, igual en ambos idiomas.",
      en: "Optional: the short name by which links reach this section, the same in both languages.",
    }),
    components: { input: AnchorInput },
    validation: (rule) =>
      rule.custom(
        (anchor) =>
          !anchor ||
          anchorForm.test(anchor) ||
          say({
            es: "Un ancla solo lleva minúsculas, números y guiones. Tómala del titular.",
            en: "An anchor has lowercase letters, digits and hyphens only. Take it from the headline.",
          }),
      ),
  }),
  defineField({
    name: "navigationLabel",
    title: say({ es: "Nombre en el menú de la página", en: "Name in the page’s own menu" }),
    type: "localeString",
    description: say({
      es: "Opcional: pone la sección en el menú de su página. En ese caso la sección necesita un ancla.",
      en: "Optional: adds the section to its page’s menu. The section then needs an anchor.",
    }),
    ...optionalText({ maximum: 24 }, say, (value, { parent }) => {
      const { anchor } = (parent ?? {}) as { anchor?: string };
      return (
        !value ||
        Boolean(anchor) ||
        say({ es: "Dale también un ancla a la sección.", en: "Give the section an anchor, too." })
      );
    }),
  }),
];
