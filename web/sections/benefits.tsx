import { Icon } from "#web/ui/icon.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./benefits.css.ts";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import type { SectionProps } from "./section-props.ts";

/** What the client gains, line by line. */
export function Benefits({ section, surface }: SectionProps<"benefits">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <ul className={css.lines}>
        {section.items.map((item) => (
          <li key={item._key} className={css.line}>
            <h3 className={css.name}>
              <span className={css.mark}>
                <Icon name="check" />
              </span>
              {item.title}
            </h3>
            {item.text && <Text tone="quiet">{item.text}</Text>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
