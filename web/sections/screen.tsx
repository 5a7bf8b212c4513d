import * as css from "./screen.css.ts";
import { Screenshot, useScreenshot } from "./screenshot.tsx";
import { ItemList, Section, SectionHead, type SectionProps } from "./section.tsx";

/** Renders a screenshot of a product, large and uncropped, with points of interest. */
export default function Screen({ section, surface }: SectionProps<"screen">) {
  const { screens, caption, items } = section;
  const screenshot = useScreenshot(screens);
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <div className={css.parts}>
        {screenshot && (
          <figure className={css.figure}>
            <Screenshot
              picture={screenshot.picture}
              sizes="(min-width: 76rem) 76rem, 90vw"
              className={screenshot.phone ? css.onWide : ""}
            />
            {screenshot.phone && (
              <Screenshot picture={screenshot.phone} sizes="90vw" className={css.onPhone} />
            )}
            {caption && <figcaption className={css.caption}>{caption}</figcaption>}
          </figure>
        )}
        {items.length > 0 && <ItemList items={items} listClass={css.points} itemClass={css.point} />}
      </div>
    </Section>
  );
}
