import { defineField } from "sanity";
import type { Label, LabelFn, LabelTexts } from "../labels.ts";

// Titles of the drawings in web/sections/drawing-lines.ts.
const drawings = (say: LabelFn): { title: Label; value: string }[] => [
  {
    value: "floor-plan",
    title: say({ es: "Plano de un local con cámaras", en: "Plan of a shop with cameras" }),
  },
  { value: "month", title: say({ es: "Mes de publicaciones", en: "Month of posts" }) },
  { value: "page-layers", title: say({ es: "Página web en tres capas", en: "Web page in three layers" }) },
  { value: "repair", title: say({ es: "Reparación de una laptop", en: "Repair of a laptop" }) },
  { value: "results", title: say({ es: "Lista de resultados de búsqueda", en: "List of search results" }) },
  {
    value: "reviews",
    title: say({ es: "Reseñas que llegan a un panel", en: "Reviews that come into a panel" }),
  },
];

/** Returns the field for a drawing. `description` explains its use in the section. */
export const drawingField = (say: LabelFn, description: LabelTexts) =>
  defineField({
    name: "drawing",
    title: say({ es: "Dibujo", en: "Drawing" }),
    type: "string",
    description: say(description),
    options: { list: drawings(say) },
  });
