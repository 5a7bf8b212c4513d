import { Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { ChosenDrawing, isWide } from "./chosen-drawing.tsx";
import * as css from "./drawing.css.ts";
import { Section } from "./section.tsx";
import type { SectionProps } from "./section-props.ts";

/** A drawing that explains something at a glance: a wide one below its words, any other beside them, on alternating sides. */
export function Drawing({ section, surface, earlier }: SectionProps<"drawing">) {
  const { anchor, title, text, drawing } = section;
  const side = earlier % 2 === 0 ? "start" : "end";
  const headline = <Heading level={2}>{title}</Heading>;
  const words = text && (
    <Text size="lead" tone="quiet">
      {text}
    </Text>
  );
  return (
    <Section anchor={anchor} surface={surface}>
      {isWide(drawing) ? (
        <div className={css.wide}>
          <div className={css.headline}>{headline}</div>
          <div className={css.words}>{words}</div>
          <div className={css.below}>
            <ChosenDrawing name={drawing} />
          </div>
        </div>
      ) : (
        <div className={css.pair}>
          <div className={css.beside[side]}>
            <ChosenDrawing name={drawing} />
          </div>
          <div className={css.besideIt[side]}>
            <Stack space="medium">
              {headline}
              {words}
            </Stack>
          </div>
        </div>
      )}
    </Section>
  );
}
