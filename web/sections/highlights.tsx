import { Text } from "#web/ui/text.tsx";
import * as css from "./quiet-lists.css.ts";
import { QuietHead, Section, type SectionProps } from "./section.tsx";

/** Renders the promises of a product, in type as large as figures. */
export function Highlights({ section, surface }: SectionProps<"highlights">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <QuietHead title={section.title} text={section.text} />
      <ul className={css.highlights}>
        {section.items.map((item) => (
          <li key={item._key} className={css.highlight}>
            <h3 className={css.highlightTitle}>{item.title}</h3>
            {item.text && <Text tone="quiet">{item.text}</Text>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
