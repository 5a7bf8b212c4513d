import * as css from "./feature-grid.css.ts";
import { ItemList, type SectionProps, SplitSection } from "./section.tsx";

/** Renders the parts of a service, in two columns on wide screens. */
export function FeatureGrid({ section, surface }: SectionProps<"featureGrid">) {
  return (
    <SplitSection section={section} surface={surface}>
      <ItemList items={section.items} listClass={css.items} itemClass={css.item} />
    </SplitSection>
  );
}
