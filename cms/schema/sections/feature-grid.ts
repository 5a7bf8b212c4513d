import { arrayField } from "../fields/array.ts";
import { section } from "../fields/section.ts";

export const featureGrid = section((say) => ({
  name: "featureGrid",
  position: 80,
  group: "offer",
  title: say({ es: "Servicios", en: "Features" }),
  fields: [
    arrayField({ minimum: 1, maximum: 12 }, "items", {
      title: say({ es: "Elementos", en: "Items" }),
      of: [{ type: "feature" }],
      description: say({
        es: "Los elementos en el orden en que se muestran.",
        en: "The items in the order in which they are shown.",
      }),
    }),
  ],
}));
