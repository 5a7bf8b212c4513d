import { Picture } from "#web/ui/picture.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./people.css.ts";
import { Section, SectionHead, type SectionProps } from "./section.tsx";

/** Renders the people who answer and do the work. */
export default function People({ section, surface }: SectionProps<"people">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <ul className={css.people}>
        {section.items.map(({ _key, name, role, text, picture }) => (
          <li key={_key} className={css.person}>
            {picture && (
              <div className={css.portrait}>
                <Picture
                  picture={picture}
                  sizes="(min-width: 60rem) 18rem, (min-width: 40rem) 45vw, 7rem"
                  ratio="fill"
                />
              </div>
            )}
            <div className={css.details}>
              <Heading level={3}>{name}</Heading>
              <Text tone="quiet">{role}</Text>
              {text && <Text>{text}</Text>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
