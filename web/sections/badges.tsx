import * as css from "./badges.css.ts";
import { QuietHead, Section, type SectionProps } from "./section.tsx";

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
