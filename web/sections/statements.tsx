import { Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { Section } from "./section.tsx";
import type { SectionProps } from "./section-props.ts";
import * as css from "./statements.css.ts";

/** Sentences that the company stands by, such as its mission and its vision, set large. */
export function Statements({ section, earlier }: SectionProps<"statements">) {
  return (
    <Section anchor={section.anchor} paper={earlier % 2 === 0 ? "tinted" : "plain"}>
      <Stack space="medium">
        <Heading level={2}>{section.title}</Heading>
        {section.text && (
          <Text size="lead" tone="quiet">
            {section.text}
          </Text>
        )}
      </Stack>
      <div className={css.statements}>
        {section.items.map(({ _key, title, text }) => (
          <div key={_key} className={css.statement}>
            <Heading level={3} size="label">
              {title}
            </Heading>
            {text && <p className={css.words}>{text}</p>}
          </div>
        ))}
      </div>
    </Section>
  );
}
