import { lazy } from "react";
import type { DrawingName } from "#cms/content/types.ts";
import { useText } from "#web/language/use-text.ts";
import { Drawing } from "#web/ui/drawing.tsx";

// Pages without a drawing do not load what they are made of.
const AnyDrawing = lazy(async () => {
  const { drawingLines } = await import("./drawing-lines.ts");
  return {
    default: ({ name, title }: { name: DrawingName; title: string }) => (
      <Drawing lines={drawingLines[name]} title={title} />
    ),
  };
});

/** The drawing of that name, with what it shows as its title in the page's language. */
export function ChosenDrawing({ name }: { name: DrawingName }) {
  const text = useText();
  return <AnyDrawing name={name} title={text(`drawing.${name}`)} />;
}

const wide: readonly DrawingName[] = ["floor-plan", "repair", "reviews"];

/** Whether a drawing wants the whole width of its section, and not a place beside words. */
export const isWide = (name: DrawingName): boolean => wide.includes(name);
