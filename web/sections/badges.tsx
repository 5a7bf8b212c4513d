import { Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./badges.css.ts";
import { Section } from "./section.tsx";
import type { SectionProps } from "./section-props.ts";

/** A quiet line of names, each with the mark of a petal. */
export function Badges({ section, surface }: SectionProps<"badges">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <Stack space="small">
        <Heading level={2} size="title">
          {section.title}
        </Heading>
        {section.text && <Text tone="quiet">{section.text}</Text>}
      </Stack>
      <ul className={css.words}>
        {section.items.map(({ _key, name }) => (
          <li key={_key} className={css.word}>
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
