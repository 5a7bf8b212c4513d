import { useLanguage } from "#web/language/use-text.ts";
import { Picture } from "#web/ui/picture.tsx";
import * as css from "./screen.css.ts";
import { ItemList, Section, SectionHead, type SectionProps } from "./section.tsx";

/** Renders a screenshot of a product, large and uncropped, with points of interest. */
export default function Screen({ section, surface }: SectionProps<"screen">) {
  const { screens, caption, items } = section;
  const language = useLanguage();
  const screenshot = screens.find((screen) => screen.language === language) ?? screens[0];
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <div className={css.parts}>
        {screenshot && (
          <figure className={css.figure}>
            <div className={screenshot.phone ? `${css.frame} ${css.onWide}` : css.frame}>
              <Picture picture={screenshot.picture} sizes="(min-width: 76rem) 76rem, 90vw" />
            </div>
            {screenshot.phone && (
              <div className={`${css.frame} ${css.onPhone}`}>
                <Picture picture={screenshot.phone} sizes="90vw" />
              </div>
            )}
            {caption && <figcaption className={css.caption}>{caption}</figcaption>}
          </figure>
        )}
        {items.length > 0 && <ItemList items={items} listClass={css.points} itemClass={css.point} />}
      </div>
    </Section>
  );
}
