import { Picture } from "#web/ui/picture.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./screen.css.ts";
import { Section } from "./section.tsx";
import { SectionHead } from "./section-head.tsx";
import type { SectionProps } from "./section-props.ts";

/** A product's own screen, whole and large, with what to look at in it. */
export default function Screen({ section, surface }: SectionProps<"screen">) {
  const { picture, caption, items } = section;
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <div className={css.parts}>
        {picture && (
          <figure className={css.figure}>
            <div className={css.frame}>
              <Picture picture={picture} sizes="(min-width: 76rem) 76rem, 90vw" />
            </div>
            {caption && <figcaption className={css.caption}>{caption}</figcaption>}
          </figure>
        )}
        {items.length > 0 && (
          <ul className={css.points}>
            {items.map((item) => (
              <li key={item._key} className={css.point}>
                <Heading level={3}>{item.title}</Heading>
                {item.text && <Text tone="quiet">{item.text}</Text>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
