import { useHref } from "#web/content/use-href.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { Section, SectionHead, type SectionProps } from "./section.tsx";
import * as css from "./service-cards.css.ts";

const smallSizes = { three: "(min-width: 60rem) 30vw, ", four: "(min-width: 75rem) 22vw, " };

/**
 * Shows the services as cards that link to their pages. The first two cards are larger. The other cards form rows of
 * four if that leaves no gap. Otherwise every five cards form a row of two larger ones and a row of three.
 */
export function ServiceCards({ section, surface }: SectionProps<"serviceCards">) {
  const href = useHref();
  const rows = (section.cards.length - 2) % 4 === 0 ? "four" : "three";
  const isLarge = (index: number) => (rows === "four" ? index : index % 5) < 2;
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <ul className={css.cards[rows]}>
        {section.cards.map(({ _key, title, text, picture, link }, index) => (
          <li key={_key} className={css.card}>
            {picture && (
              <div className={css.picture}>
                <Picture
                  picture={picture}
                  sizes={`${isLarge(index) ? "" : smallSizes[rows]}(min-width: 40rem) 50vw, 5rem`}
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
