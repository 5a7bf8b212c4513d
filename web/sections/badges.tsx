import * as css from "./quiet-lists.css.ts";
import { QuietHead, Section, type SectionProps } from "./section.tsx";

/** A quiet line of names, each with the mark of a petal. */
export function Badges({ section, surface }: SectionProps<"badges">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <QuietHead title={section.title} text={section.text} />
      <ul className={css.badges}>
        {section.items.map(({ _key, name }) => (
          <li key={_key} className={css.badge}>
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
