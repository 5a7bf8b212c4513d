import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./feature-grid.css.ts";
import { type SectionProps, SplitSection } from "./section.tsx";

/** Renders the parts of a service in two columns. */
export function FeatureGrid({ section, surface }: SectionProps<"featureGrid">) {
  return (
    <SplitSection section={section} surface={surface}>
      <ul className={css.items}>
        {section.items.map((item) => (
          <li key={item._key} className={css.item}>
            <Heading level={3}>{item.title}</Heading>
            {item.text && <Text tone="quiet">{item.text}</Text>}
          </li>
        ))}
      </ul>
    </SplitSection>
  );
}
