import { Column, Grid } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./feature-grid.css.ts";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import type { SectionProps } from "./section-props.ts";

/** What a service consists of: two columns beside the headline, which stays while they are read. */
export function FeatureGrid({ section, paper }: SectionProps<"featureGrid">) {
  return (
    <Section anchor={section.anchor} paper={paper}>
      <Grid>
        <Column span="firstFive">
          <div className={css.intro}>
            <SectionHead title={section.title} text={section.text} />
          </div>
        </Column>
        <Column span="lastSeven">
          <ul className={css.items}>
            {section.items.map((item) => (
              <li key={item._key} className={css.item}>
                <Heading level={3}>{item.title}</Heading>
                {item.text && <Text tone="quiet">{item.text}</Text>}
              </li>
            ))}
          </ul>
        </Column>
      </Grid>
    </Section>
  );
}
