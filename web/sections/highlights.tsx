import * as css from "./quiet-lists.css.ts";
import { ItemList, QuietHead, Section, type SectionProps } from "./section.tsx";

/** Renders the promises of a product, in type as large as figures. */
export function Highlights({ section, surface }: SectionProps<"highlights">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <QuietHead title={section.title} text={section.text} />
      <ItemList
        items={section.items}
        listClass={css.highlights}
        itemClass={css.highlight}
        titleClass={css.highlightTitle}
      />
    </Section>
  );
}
