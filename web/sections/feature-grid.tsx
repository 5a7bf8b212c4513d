import { Column, Grid, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./feature-grid.css.ts";
import { Section } from "./section.tsx";
import type { SectionProps } from "./section-props.ts";

/** What a service consists of. Steps become a numbered path, names without explanation a list of words. */
export function FeatureGrid({ section, earlier }: SectionProps<"featureGrid">) {
  const { anchor, title, text, items, numbered } = section;
  const intro = (
    <>
      <Heading level={2}>{title}</Heading>
      {text && <Text tone="quiet">{text}</Text>}
    </>
  );

  if (numbered) {
    return (
      <Section anchor={anchor} paper="tinted">
        <Stack space="medium">{intro}</Stack>
        <ol className={css.steps}>
          {items.map((item, index) => (
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
  const explained = items.some((item) => item.text);
  return (
    <Section anchor={anchor} paper={earlier % 2 === 0 ? "plain" : "tinted"}>
      <Grid>
        <Column span="firstFive">
          <div className={css.intro}>{intro}</div>
        </Column>
        <Column span="lastSeven">
          <ul className={explained ? css.items : css.words}>
            {items.map((item) => (
              <li key={item._key} className={explained ? css.item : css.word}>
                {explained ? <Heading level={3}>{item.title}</Heading> : item.title}
                {item.text && <Text tone="quiet">{item.text}</Text>}
              </li>
            ))}
          </ul>
        </Column>
      </Grid>
    </Section>
  );
}
