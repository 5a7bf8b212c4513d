import { Text } from "#web/ui/text.tsx";
import * as css from "./reasons.css.ts";
import { type SectionProps, SplitSection } from "./section.tsx";

/** Renders the reasons to choose this company, as leaves on one stem. */
export function Reasons({ section, surface }: SectionProps<"reasons">) {
  return (
    <SplitSection section={section} surface={surface}>
      <ul>
        {section.items.map((item) => (
          <li key={item._key} className={css.reason}>
            <h3 className={css.name}>{item.title}</h3>
            {item.text && <Text tone="quiet">{item.text}</Text>}
          </li>
        ))}
      </ul>
    </SplitSection>
  );
}
