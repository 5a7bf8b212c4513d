import * as css from "./badges.css.ts";
import { Section } from "./section.tsx";
import { QuietHead } from "./section-head.tsx";
import type { SectionProps } from "./section-props.ts";

/** A quiet line of names, each with the mark of a petal. */
export function Badges({ section, surface }: SectionProps<"badges">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <QuietHead title={section.title} text={section.text} />
      <ul className={css.words}>
        {section.items.map(({ _key, name }) => (
          <li key={_key} className={css.word}>
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
