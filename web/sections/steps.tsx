import { Heading, Text } from "#web/ui/text.tsx";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import type { SectionProps } from "./section-props.ts";
import * as css from "./steps.css.ts";

/** A method in its order: stations on a line, numbered from 01. */
export function Steps({ section, surface }: SectionProps<"steps">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
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
