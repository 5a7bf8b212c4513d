import { lazy } from "react";
import type { DrawingName } from "#cms/content/types.ts";
import { useText } from "#web/language/use-text.ts";
import { Drawing as LineDrawing } from "#web/ui/drawing.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Heading } from "#web/ui/text.tsx";
import * as css from "./drawing.css.ts";
import { Lead, Section, type SectionProps } from "./section.tsx";

/**
 * Renders a drawing that explains the text: a wide one below it, any other beside it. The side alternates with the
 * number of such sections before it (`earlier`).
 */
export function Drawing({ section, surface, earlier }: SectionProps<"drawing">) {
  const { anchor, title, text, drawing } = section;
  const side = earlier % 2 === 0 ? "start" : "end";
  const headline = <Heading level={2}>{title}</Heading>;
  const lead = <Lead text={text} />;
  return (
    <Section anchor={anchor} surface={surface}>
      {isWide(drawing) ? (
        <div className={css.wide}>
          <div className={css.headline}>{headline}</div>
          <div className={css.lead}>{lead}</div>
          <div className={css.below}>
            <ChosenDrawing name={drawing} />
          </div>
        </div>
      ) : (
        <div className={css.pair}>
          <div className={css.beside[side]}>
            <ChosenDrawing name={drawing} />
          </div>
          <div className={css.textSide[side]}>
            <Stack space="medium">
              {headline}
              {lead}
            </Stack>
          </div>
        </div>
      )}
    </Section>
  );
}

// Pages without a drawing do not load the paths.
const AnyDrawing = lazy(async () => {
  const { drawingLines } = await import("./drawing-lines.ts");
  return {
    default: ({ name, title }: { name: DrawingName; title: string }) => (
      <LineDrawing lines={drawingLines[name]} title={title} />
    ),
  };
});

/** Renders the drawing of that name. Its title describes it in the page's language. */
export function ChosenDrawing({ name }: { name: DrawingName }) {
  const text = useText();
  return <AnyDrawing name={name} title={text(`drawing.${name}`)} />;
}

const wideDrawings: readonly DrawingName[] = ["floor-plan", "repair", "reviews"];

/** Whether a drawing takes the whole width of its section instead of a place beside the text. */
export const isWide = (name: DrawingName): boolean => wideDrawings.includes(name);
