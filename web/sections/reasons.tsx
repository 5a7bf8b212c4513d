import { Column, Grid } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./reasons.css.ts";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import type { SectionProps } from "./section-props.ts";

/** Why this company and not another: leaves on one stem. */
export function Reasons({ section, paper }: SectionProps<"reasons">) {
  return (
    <Section anchor={section.anchor} paper={paper}>
      <Grid>
        <Column span="firstFive">
          <div className={css.intro}>
            <SectionHead title={section.title} text={section.text} />
          </div>
        </Column>
        <Column span="lastSeven">
          <ul>
            {section.items.map((item) => (
              <li key={item._key} className={css.reason}>
                <h3 className={css.name}>{item.title}</h3>
                {item.text && <Text tone="quiet">{item.text}</Text>}
              </li>
            ))}
          </ul>
        </Column>
      </Grid>
    </Section>
  );
}
