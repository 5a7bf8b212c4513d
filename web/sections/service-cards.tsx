import { useHref } from "#web/content/use-href.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import type { SectionProps } from "./section-props.ts";
import * as css from "./service-cards.css.ts";

/** The services at a glance, the first two larger; each card opens the page of its service. */
export function ServiceCards({ section, surface }: SectionProps<"serviceCards">) {
  const href = useHref();
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <ul className={css.cards}>
        {section.cards.map(({ _key, title, text, picture, link }, index) => (
          <li key={_key} className={css.card}>
            {picture && (
              <div className={css.picture}>
                <Picture
                  picture={picture}
                  sizes={`(min-width: 60rem) ${index % 5 < 2 ? "50vw" : "30vw"}, (min-width: 40rem) 50vw, 90vw`}
                  ratio="fill"
                  petal={index % 2 === 0 ? "endEnd" : "startEnd"}
                />
              </div>
            )}
            <div className={css.head}>
              <Heading level={3}>
                <a className={css.link} href={href(link)}>
                  {title}
                </a>
              </Heading>
              <span className={css.arrow}>
                <Icon name="next" />
              </span>
            </div>
            <Text tone="quiet">{text}</Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
