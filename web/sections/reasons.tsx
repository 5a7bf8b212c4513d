import * as css from "./reasons.css.ts";
import { ItemList, type SectionProps, SplitSection } from "./section.tsx";

/** Renders the reasons to choose this company, as leaves on one stem. */
export function Reasons({ section, surface }: SectionProps<"reasons">) {
  return (
    <SplitSection section={section} surface={surface}>
      <ItemList items={section.items} itemClass={css.reason} titleClass={css.name} />
    </SplitSection>
  );
}
