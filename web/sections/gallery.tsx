import { Picture } from "#web/ui/picture.tsx";
import * as css from "./gallery.css.ts";
import { Section, SectionHead, type SectionProps } from "./section.tsx";

/** Renders pictures with captions, in different sizes and at different heights. */
export function Gallery({ section, surface }: SectionProps<"gallery">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <div className={css.gallery}>
        {section.items.map(({ _key, picture, caption }, index) => (
          <figure key={_key} className={css.item}>
            <Picture
              picture={picture}
              sizes={`(min-width: 76rem) ${index % 3 === 1 ? "31rem" : "44rem"}, (min-width: 60rem) ${index % 3 === 1 ? "38vw" : "54vw"}, 90vw`}
              ratio="landscape"
              petal={index % 2 === 0 ? "startEnd" : "endEnd"}
            />
            <figcaption className={css.caption}>{caption}</figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
