import { Heading, Text } from "#web/ui/text.tsx";
import { ChosenDrawing, isWide } from "./drawing.tsx";
import { Section, SectionHead, type SectionProps } from "./section.tsx";
import * as css from "./steps.css.ts";

/** Renders the steps of a method as numbered stations on a line, below an optional drawing. */
export function Steps({ section, surface }: SectionProps<"steps">) {
  const { drawing } = section;
  return (
    <Section anchor={section.anchor} surface={surface}>
      <div className={drawing ? css.drawn[isWide(drawing) ? "wide" : "upright"] : undefined}>
        <SectionHead title={section.title} text={section.text} />
        {drawing && <ChosenDrawing name={drawing} />}
      </div>
      <ol className={css.steps}>
        {section.items.map((item, index) => (
          <li key={item._key} className={css.step}>
            <span className={css.number}>{String(index + 1).padStart(2, "0")}</span>
            <Heading level={3}>{item.title}</Heading>
            {item.text && <Text tone="quiet">{item.text}</Text>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
