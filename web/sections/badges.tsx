import * as css from "./quiet-lists.css.ts";
import { QuietHead, Section, type SectionProps } from "./section.tsx";

/** Renders a line of names, with a petal before each. */
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
